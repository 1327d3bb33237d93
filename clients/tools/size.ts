/** How large a package is. */
import { glob, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientFolder } from './manifest.ts';

/** Bytes of the files that a client packed; undefined where there are none. */
export async function packedSize({ packed, path }: ClientFolder): Promise<number | undefined> {
  const files: string[] = [];
  for await (const file of glob([...packed], { cwd: path })) files.push(file);
  if (files.length === 0) return undefined;
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(path, file))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
