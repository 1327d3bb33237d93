/** Resolves BASE and HEAD, and reads them. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { ReviewError, UsageError } from '../error.ts';
import { type Contract, type Files, isRead } from './contract.ts';
import { commitOf, filesAt, mergeBaseWithMain, specDiffers } from './git.ts';
import { checkForms, parseContract } from './parse.ts';

/** The two states to compare. */
export interface Sides {
  readonly base: Contract;
  readonly head: Contract;
  /** Notes for the reader about the input, as sentences. */
  readonly notes: readonly string[];
}

/** Where BASE and HEAD are resolved. */
export interface Where {
  readonly repository: string;
  readonly cwd: string;
}

/**
 * Reads both sides of a comparison.
 *
 * @param base git ref or folder; default: the merge base with main
 * @param head git ref or folder; default: the working tree
 * @param where the repository, and the folder to which folder names are relative
 * @throws UsageError when a name is neither a folder nor a git ref
 * @throws ReviewError when a contract cannot be read
 */
export async function readSides(base: string | undefined, head: string | undefined, where: Where): Promise<Sides> {
  const { repository } = where;
  const [before, after] = await Promise.all([
    base === undefined
      ? mergeBaseWithMain(repository).then((commit) =>
          atCommit(repository, commit, `the merge base with main, ${commit.slice(0, 7)}`),
        )
      : named('BASE', base, where),
    head === undefined ? workingTree(repository) : named('HEAD', head, where),
  ]);
  await checkForms(before.label, before.files, after.files);
  await checkForms(after.label, after.files, before.files);
  const notes = head === undefined && before.commit !== undefined ? await staleness(repository, before, after) : [];
  const [oldContract, newContract] = [
    await parseContract(before.label, before.files),
    await parseContract(after.label, after.files),
  ];
  return {
    base: oldContract,
    head: newContract,
    notes: [...notes, ...(oldContract.notes ?? []), ...(newContract.notes ?? [])],
  };
}

interface Side {
  readonly label: string;
  readonly files: Files;
  readonly commit?: string;
}

async function workingTree(repository: string): Promise<Side> {
  return { label: 'the working tree', files: await filesIn(join(repository, 'generated')) };
}

async function atCommit(repository: string, commit: string, label: string): Promise<Side> {
  return { label, files: await filesAt(repository, commit), commit };
}

async function named(side: 'BASE' | 'HEAD', name: string, { repository, cwd }: Where): Promise<Side> {
  const folder = resolve(cwd, name);
  const info = await stat(folder).catch(() => undefined);
  if (info?.isDirectory() === true) {
    const inner = join(folder, 'generated');
    const holds = await stat(join(inner, 'openapi')).catch(() => undefined);
    return { label: name, files: await filesIn(holds === undefined ? folder : inner) };
  }
  if (info !== undefined) {
    throw new UsageError(`${side} ${name} is a file; give the folder that contains openapi/ and proto/, or a git ref.`);
  }
  const commit = await commitOf(repository, name);
  if (commit === undefined) {
    throw new UsageError(`${side} ${name} is neither a folder nor a git ref; check its spelling, or fetch it.`);
  }
  return atCommit(repository, commit, name === commit ? name : `${name} (${commit})`);
}

/** Reads only files for the report, because a folder given by mistake may contain many others. */
async function filesIn(folder: string): Promise<Files> {
  const [openapi, proto, ledger] = await Promise.all([
    namesIn(folder, 'openapi'),
    namesIn(folder, 'proto'),
    namesIn(folder, 'ledger'),
  ]);
  const files = new Map<string, string>();
  await Promise.all(
    [...openapi, ...proto, ...ledger, 'package.json'].filter(isRead).map(async (path) => {
      const text = await readFile(join(folder, path), 'utf8').catch(() => undefined);
      if (text !== undefined) files.set(path, text);
      else if (path !== 'package.json') throw new ReviewError(`${join(folder, path)} cannot be read.`);
    }),
  );
  return files;
}

async function namesIn(folder: string, part: string): Promise<readonly string[]> {
  const top = join(folder, part);
  const entries = await readdir(top, { recursive: part === 'proto', withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => `${part}/${relative(top, join(entry.parentPath, entry.name)).replaceAll(sep, '/')}`);
}

async function staleness(repository: string, before: Side, after: Side): Promise<readonly string[]> {
  const same =
    before.files.size === after.files.size && [...before.files].every(([path, text]) => after.files.get(path) === text);
  if (!same || before.commit === undefined || !(await specDiffers(repository, before.commit))) return [];
  return [
    'spec/ differs from BASE but generated/ does not: only comments or order changed, or npm run generate is missing.',
  ];
}
