/** Folders laid out like `generated/`, for tests. */
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Writes files into a new folder, which the test removes. @returns its path */
export async function folderWith(files: Readonly<Record<string, string | undefined>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'wallet-services-review-test-'));
  for (const [path, text] of Object.entries(files)) {
    if (text === undefined) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}
