/** Writes the site into a folder atomically. */
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '@wallet-services/kit/errors';

/** Name of the file that marks a folder as written by this command, so that it may be replaced. */
const MARK = '.wallet-services-docs';

/** @throws UsageError when the folder contains other files, or is not a folder */
export async function checkFolder(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return [];
    throw new UsageError(`${folder} cannot be written to (${error.code}); choose another folder with --out DIR`);
  });
  if (entries.length > 0 && !entries.includes(MARK)) {
    throw new UsageError(`${folder} contains other files; choose an empty or a new folder with --out DIR`);
  }
}

/**
 * Writes a folder next to an existing one, and then replaces that atomically.
 *
 * @param write receives the empty folder
 */
export async function replaceFolder(folder: string, write: (staging: string) => Promise<void>): Promise<void> {
  const staging = `${folder}.new`;
  try {
    await rm(staging, { recursive: true, force: true });
    await mkdir(staging, { recursive: true });
    await write(staging);
    await writeFile(join(staging, MARK), 'Written by npm run docs, which replaces this folder.\n');
    await rm(folder, { recursive: true, force: true });
    await rename(staging, folder);
  } catch (error) {
    await rm(staging, { recursive: true, force: true }).catch(() => undefined);
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    // The messages of other errors than those of the file system are clear already.
    if (typeof code !== 'string' || !/^E[A-Z]+$/.test(code)) throw error;
    throw new UsageError(`${folder} cannot be written to (${code}); choose another folder with --out DIR`);
  }
}
