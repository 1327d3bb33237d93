/** Reads the contract out of git, without touching the working tree. */
import { ReviewError } from '../error.ts';
import { run } from '../run.ts';
import { type Files, isRead } from './contract.ts';

/** Where the contract lies in the repository. */
const FOLDER = 'generated/';

async function git(repository: string, ...args: readonly string[]): Promise<string | undefined> {
  const { code, output } = await run('git', ['-C', repository, ...args], {
    // Ask nobody for anything, whatever the ref is called.
    env: { GIT_TERMINAL_PROMPT: '0', GIT_NO_LAZY_FETCH: '1' },
  });
  return code === 0 ? output : undefined;
}

/**
 * The commit where the present one left `main`: what a pull request is compared with.
 *
 * @throws ReviewError when this is no git repository, or has neither `main` nor `origin/main`
 */
export async function mergeBaseWithMain(repository: string): Promise<string> {
  if ((await git(repository, 'rev-parse', '--git-dir')) === undefined) {
    throw new ReviewError(
      'this folder is not in a git repository; give BASE and HEAD as folders with the layout of generated/.',
    );
  }
  for (const branch of ['main', 'origin/main']) {
    const base = await git(repository, 'merge-base', branch, 'HEAD');
    if (base !== undefined) return base.trim();
  }
  throw new ReviewError(
    'there is no common commit with main (a shallow clone?); run git fetch --unshallow origin main, or give BASE.',
  );
}

/** The short name of a commit, or undefined when git knows no such ref. */
export async function commitOf(repository: string, ref: string): Promise<string | undefined> {
  // A leading dash would be read as an option.
  if (ref.startsWith('-') || ref === '') return undefined;
  return (
    await git(repository, 'rev-parse', '--verify', '--quiet', '--short', '--end-of-options', `${ref}^{commit}`)
  )?.trim();
}

/**
 * The files of `generated/` at a commit.
 *
 * @param commit as `commitOf` gave it
 * @throws ReviewError when there are none
 */
export async function filesAt(repository: string, commit: string): Promise<Files> {
  const listing = await git(repository, 'ls-tree', '-r', '-z', '--name-only', commit, '--', FOLDER);
  const paths = (listing ?? '')
    .split('\0')
    .map((path) => path.slice(FOLDER.length))
    .filter(isRead);
  if (paths.length === 0) {
    throw new ReviewError(`commit ${commit} has no ${FOLDER} folder; give a later BASE, or a folder.`);
  }
  const files = await Promise.all(
    paths.map(async (path): Promise<[string, string]> => {
      const text = await git(repository, 'cat-file', 'blob', `${commit}:${FOLDER}${path}`);
      if (text === undefined) throw new ReviewError(`git cannot read ${FOLDER}${path} of ${commit}; run git fsck`);
      return [path, text];
    }),
  );
  return new Map(files);
}

/**
 * Whether `spec/` of the working tree differs from a commit; with equal `generated/`, the generators may not have been
 * run.
 */
export async function specDiffers(repository: string, commit: string): Promise<boolean> {
  return (await git(repository, 'diff', '--quiet', commit, '--', 'spec')) === undefined;
}
