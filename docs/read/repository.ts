/** Reads files of the repository. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Whether a path of the repository is a file or a folder; null when it does not exist. */
export async function kindOf(path: string): Promise<'file' | 'folder' | null> {
  try {
    const found = await stat(join(root, path));
    return found.isDirectory() ? 'folder' : 'file';
  } catch {
    return null;
  }
}

/** The text of a file of the repository. */
export async function textOf(path: string): Promise<string> {
  return readFile(join(root, path), 'utf8');
}

/** The text of a file; null when it does not exist. */
export async function textIfThere(path: string): Promise<string | null> {
  return (await kindOf(path)) === 'file' ? textOf(path) : null;
}
