/** Reads the contract from git without touching the working tree. */

import { dirname, join } from 'node:path/posix';
import { decoded } from '@wallet-services/kit/decoded';
import type { Source } from '@wallet-services/kit/document';
import { ReviewError, UsageError } from '../error.ts';
import { run } from '../run.ts';
import { type Files, isRead } from './contract.ts';

/** Folder of the contract in the repository. */
const FOLDER = 'generated/';

async function git(repository: string, ...args: readonly string[]): Promise<string | undefined> {
  const { code, output } = await run('git', ['-C', repository, ...args], {
    // Must neither prompt for credentials nor fetch from a remote, whatever the ref is.
    env: { GIT_TERMINAL_PROMPT: '0', GIT_NO_LAZY_FETCH: '1' },
  });
  return code === 0 ? output : undefined;
}

/**
 * The commit at which the current branch left `main`: the base for comparing a pull request.
 *
 * @throws ReviewError when this is not a git repository, or has neither `main` nor `origin/main`
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

/** The short name of a commit; undefined when git does not know the ref. */
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
 * @param commit a result of `commitOf`
 * @throws ReviewError when there are no such files
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
 * Whether `spec/` of the working tree differs from a commit; if `generated/` is equal, the generators may not have been
 * run.
 */
export async function specDiffers(repository: string, commit: string): Promise<boolean> {
  return (await git(repository, 'diff', '--quiet', commit, '--', 'spec')) === undefined;
}

/** Whether a name may be git's `REVISION:PATH`. A single letter before the colon is a drive of Windows. */
export function isRevisionPath(name: string): boolean {
  return /^[^:]{2,}:./.test(name) && !name.includes('://') && !name.startsWith('-');
}

/** The content at a path of a revision. */
export type AtRevision =
  | { readonly kind: 'file'; readonly source: Source }
  | { readonly kind: 'folder'; readonly files: ReadonlyMap<string, string> };

/**
 * Reads a file or a folder of a revision.
 *
 * @param cwd a folder of the repository
 * @param name as in `main:openapi.yaml`
 * @throws UsageError when git does not know the revision or path
 */
export async function filesAtRevision(cwd: string, name: string): Promise<AtRevision> {
  const type = (await git(cwd, 'cat-file', '-t', '--end-of-options', name))?.trim();
  if (type === 'blob') return { kind: 'file', source: revisionSource(cwd, name) };
  const revision = name.slice(0, name.indexOf(':'));
  const known = await git(cwd, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`);
  if (known === undefined) {
    throw new UsageError(`${name}: git knows no revision ${revision} here; check its spelling, or fetch it.`);
  }
  if (type !== 'tree') throw new UsageError(`${name}: ${revision} has no such file or folder.`);
  const listing = (await git(cwd, 'ls-tree', '-r', '-z', '--name-only', '--full-tree', name)) ?? '';
  const paths = listing.split('\0').filter((path) => /\.(json|ya?ml|proto)$/.test(path));
  const files = new Map<string, string>();
  for (const path of paths) files.set(path, await blob(cwd, `${name.replace(/\/$/, '')}/${path}`.replace(':/', ':')));
  return { kind: 'folder', files };
}

async function blob(cwd: string, name: string): Promise<string> {
  const text = await git(cwd, 'cat-file', 'blob', '--end-of-options', name);
  if (text === undefined) throw new UsageError(`${name} cannot be read: git has no such file.`);
  return text;
}

function revisionSource(cwd: string, name: string): Source {
  const [revision, path] = [name.slice(0, name.indexOf(':')), name.slice(name.indexOf(':') + 1)];
  const isRelative = path.startsWith('./') || path.startsWith('../');
  return {
    start: path,
    resolve: (from, reference) => {
      const inner = join(dirname(from), decoded(reference));
      return isRelative && !inner.startsWith('.') ? `./${inner}` : inner;
    },
    read: (file) => blob(cwd, `${revision}:${file}`),
  };
}
