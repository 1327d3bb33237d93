/** Runs a command in a separate process, as users do. */

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { PATIENCE } from '@wallet-services/kit/testing/patience';

/** A running command. */
export interface Program {
  /** Exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Standard output so far. */
  output(): string;
  /** Standard error so far. */
  errors(): string;
  /** Waits until standard output matches, and returns all of it. */
  printed(pattern: RegExp): Promise<string>;
  /** Sends a signal, as Ctrl-C does, and waits for the end. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

/** Runs a script with this Node.js in the root of the repository. */
export function run(script: string, args: readonly string[]): Program {
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const child = spawn(process.execPath, [script, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  return {
    ended,
    output: () => output,
    errors: () => errors,
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const give = (why: string) =>
          reject(new Error(`${script} ${why} before it said ${pattern}: ${output}${errors}`));
        const limit = setTimeout(() => give(`took ${PATIENCE / 1000} s`), PATIENCE);
        const look = () => {
          if (!pattern.test(output)) return;
          clearTimeout(limit);
          resolve(output);
        };
        child.stdout.on('data', look);
        child.once('close', () => give('ended'));
        look();
      }),
    stop: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}
