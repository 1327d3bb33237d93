/** Writes reports to files: completely, or not at all. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { access, appendFile, constants, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from '@wallet-services/kit/errors';
import { harmless } from '@wallet-services/kit/harmless';
import { harEntry, harFrame } from '../report/har.ts';
import type { Listener } from '../run/events.ts';

function unwritable(flag: string, path: string, code: string | undefined): UsageError {
  return new UsageError(`the report cannot be written to ${path} (${code}); check the path given to ${flag}`);
}

/** Reports an unwritable file before the run, not after it. */
export async function checkWritable(flag: string, path: string): Promise<void> {
  const existing = await stat(resolve(path)).catch(() => null);
  if (existing?.isDirectory() === true) throw unwritable(flag, path, 'EISDIR');
  await access(dirname(resolve(path)), constants.W_OK).catch((error: NodeJS.ErrnoException) => {
    throw unwritable(flag, path, error.code);
  });
}

/** Reports a folder that cannot be written to before the run, not after it; one that does not exist is made later. */
export async function checkFolder(flag: string, path: string): Promise<void> {
  const existing = await stat(resolve(path)).catch(() => null);
  if (existing?.isDirectory() === false) throw unwritable(flag, path, 'ENOTDIR');
  const folder = existing === null ? dirname(resolve(path)) : resolve(path);
  await access(folder, constants.W_OK).catch((error: NodeJS.ErrnoException) => {
    throw unwritable(flag, path, error.code);
  });
}

/** The number of bytes of a file that show what wrote it. */
const BEGINNING = 1000;

/**
 * Does not overwrite traffic that the suite did not record: users who pass it with an address may want it to be judged.
 *
 * @throws UsageError when a file is an HTTP archive that does not come from an earlier run.
 */
export async function checkReplaceable(path: string): Promise<void> {
  const file = await open(resolve(path)).catch(() => null);
  if (file === null) return;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(BEGINNING));
    const beginning = buffer.toString('utf8', 0, bytesRead);
    if (!/"log"\s*:/.test(beginning) || beginning.startsWith(harFrame.before)) return;
    throw new UsageError(
      `--har would overwrite the recording ${path}: to judge it, use --recorded ${path}; to record this run, choose another file`,
    );
  } finally {
    await file.close();
  }
}

function partialOf(path: string): string {
  return `${path}.partial`;
}

async function moved(flag: string, path: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
    await rename(partialOf(path), path);
  } catch (error) {
    await rm(partialOf(path), { force: true });
    throw unwritable(flag, path, (error as NodeJS.ErrnoException).code);
  }
}

/** @throws UsageError when the file cannot be written; then no part of it is left. */
export function save(flag: string, path: string, text: string): Promise<void> {
  return moved(flag, path, () => writeFile(partialOf(path), text));
}

/** Writes files, by name, to a folder. @throws UsageError when one cannot be written. */
export async function saveAll(flag: string, folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw unwritable(flag, folder, error.code);
  });
  for (const [name, text] of files) await save(flag, join(folder, name), text);
}

/** An HTTP archive that is written during the run, so that it takes no memory. */
export interface HarFile {
  readonly onEvent: Listener;
  /** @throws UsageError when the file could not be written. */
  finish(): Promise<void>;
  /** Ends it, for `completeHar`. */
  close(): void;
  /** Removes the incomplete file. */
  abandon(): Promise<void>;
}

function opened(flag: string, path: string): number {
  try {
    return openSync(partialOf(path), 'w');
  } catch (error) {
    throw unwritable(flag, path, (error as NodeJS.ErrnoException).code);
  }
}

/** Completes the HTTP archive of a run that was terminated, or writes an empty one. @throws UsageError as `finish` does */
export async function completeHar(path: string): Promise<void> {
  const text = await stat(partialOf(path)).then(
    () => '',
    () => harFrame.before,
  );
  await moved('--har', path, () => appendFile(partialOf(path), `${text}${harFrame.after}`));
}

/**
 * Opens an HTTP archive.
 *
 * @throws UsageError when the file cannot be written.
 */
export function openHar(path: string): HarFile {
  const flag = '--har';
  const file = opened(flag, path);
  let problem: NodeJS.ErrnoException | null = null;
  let separator = '\n';
  let open = true;
  const write = (text: string) => {
    if (problem !== null || !open) return;
    try {
      writeSync(file, text);
    } catch (error) {
      problem = error as NodeJS.ErrnoException;
    }
  };
  const close = () => {
    if (open) closeSync(file);
    open = false;
  };
  write(harFrame.before);
  return {
    onEvent(event) {
      if (event.type !== 'exchange-finished') return;
      write(`${separator}${harmless(JSON.stringify(harEntry(event)))}`);
      separator = ',\n';
    },
    finish() {
      write(harFrame.after);
      close();
      return moved(flag, path, async () => {
        if (problem !== null) throw problem;
      });
    },
    close,
    async abandon() {
      close();
      await rm(partialOf(path), { force: true });
    },
  };
}
