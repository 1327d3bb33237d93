/** Maintains the changelog with changesets, in any folder with these workspaces. */
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ReviewError } from '../error.ts';
import { objectOf } from '../json.ts';
import { runPackage } from '../run.ts';
import { type Entry, PACKAGE } from './entry.ts';

const FOLDER = '.changeset';

/** Writes a pending entry. @returns its path */
export async function writeEntry(repository: string, { name, text }: Entry): Promise<string> {
  await mkdir(join(repository, FOLDER), { recursive: true });
  await writeFile(join(repository, FOLDER, name), text);
  return join(FOLDER, name);
}

/**
 * Moves all pending entries into the changelogs and raises the versions, of the contract and of what depends on it.
 *
 * @returns the contract's new version
 * @throws ReviewError when nothing is pending, or changesets fails
 */
export async function release(repository: string): Promise<string> {
  const config = await stat(join(repository, FOLDER, 'config.json')).catch(() => undefined);
  if (config === undefined) throw new ReviewError(`${FOLDER}/config.json is missing; restore it from git.`);
  const pending = (await readdir(join(repository, FOLDER))).filter(
    (name) => name.endsWith('.md') && name !== 'README.md',
  );
  if (pending.length === 0) throw new ReviewError(`nothing is pending in ${FOLDER}/; run npm run changelog first.`);
  const { code, output, errors } = await runPackage('@changesets/cli', 'bin.js', ['version'], { cwd: repository });
  if (code !== 0) {
    const lines = `${errors}\n${output}`.split('\n').filter((line) => /error/i.test(line));
    throw new ReviewError(`changesets failed: ${lines[0]?.trim() ?? `exit code ${code}`}`);
  }
  const manifest: unknown = JSON.parse(await readFile(join(repository, 'generated', 'package.json'), 'utf8'));
  return `${PACKAGE} ${String(objectOf(manifest)['version'])}`;
}
