/** Writes findings as lines of JSON: each kind at its first, tenth, hundredth, ... occurrence. */
import { createWriteStream } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Failure } from '@wallet-services/kit/errors';
import type { RuleFinding } from './ledger.ts';

export interface Lines {
  write(finding: RuleFinding): void;
  close(): Promise<void>;
}

function isRound(count: number): boolean {
  return /^10*$/.test(String(count));
}

/** @throws Failure when the file cannot be created there */
export async function checkFolder(file: string): Promise<void> {
  try {
    await access(dirname(file), constants.W_OK);
  } catch {
    throw new Failure(`cannot write to ${file}: choose an existing, writable folder`);
  }
}

/**
 * Opens a file to append lines to.
 *
 * @throws Failure when it cannot be written
 */
export async function openLines(file: string): Promise<Lines> {
  await checkFolder(file);
  const stream = createWriteStream(file, { flags: 'a' });
  let isBroken = false;
  stream.on('error', () => {
    isBroken = true;
  });
  return {
    write(finding) {
      // When the disk is full, lines are dropped instead of kept in memory.
      if (isBroken || stream.writableNeedDrain || !isRound(finding.count)) return;
      stream.write(`${JSON.stringify({ time: new Date().toISOString(), ...finding })}\n`);
    },
    close: () => new Promise((resolve) => (isBroken ? resolve() : stream.end(resolve))),
  };
}
