/** Temporary folders for the tools, which are always removed. */
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'wallet-services-review-';

/** Runs a task in a new folder and removes it, also when the process exits before the task has ended. */
export async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), PREFIX));
  const atExit = () => rmSync(folder, { recursive: true, force: true });
  process.on('exit', atExit);
  try {
    return await work(folder);
  } finally {
    process.off('exit', atExit);
    await rm(folder, { recursive: true, force: true });
  }
}
