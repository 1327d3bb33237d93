/** Writes the site into a folder, as a whole or not at all. */
import { copyFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UsageError } from '@wallet-services/kit/errors';

/** A file of the site: its text, or where it is copied from. */
export type SiteFile = string | { readonly copy: string };

/** Says that a folder is of this command, so that it may be replaced. */
const MARK = '.wallet-services-docs';

/** @throws UsageError when something else is in the folder, or it is none */
export async function checkFolder(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return [];
    throw new UsageError(`${folder} cannot be written to (${error.code}); choose another folder with --out DIR`);
  });
  if (entries.length > 0 && !entries.includes(MARK)) {
    throw new UsageError(`${folder} contains other files; choose an empty or a new folder with --out DIR`);
  }
}

/** Writes the files into a folder beside it, and puts that in place of the folder. */
export async function writeFolder(folder: string, files: ReadonlyMap<string, SiteFile>): Promise<void> {
  const staging = `${folder}.new`;
  try {
    await rm(staging, { recursive: true, force: true });
    await mkdir(staging, { recursive: true });
    const folders = new Set([...files.keys()].map((path) => dirname(join(staging, path))));
    for (const each of folders) await mkdir(each, { recursive: true });
    await Promise.all([...files].map(([path, file]) => writeOne(join(staging, path), file)));
    await writeFile(join(staging, MARK), 'Written by npm run docs, which replaces this folder.\n');
    await rm(folder, { recursive: true, force: true });
    await rename(staging, folder);
  } catch (error) {
    await rm(staging, { recursive: true, force: true }).catch(() => undefined);
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new UsageError(`${folder} cannot be written to (${code}); choose another folder with --out DIR`);
  }
}

function writeOne(path: string, file: SiteFile): Promise<void> {
  return typeof file === 'string' ? writeFile(path, file) : copyFile(file.copy, path);
}
