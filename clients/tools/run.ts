/** Runs a command of a client, in its folder. */
import { spawn } from 'node:child_process';
import type { CommandLine } from './manifest.ts';

export interface Ran {
  readonly ok: boolean;
  /** The end of what it printed, on both streams. */
  readonly output: string;
  readonly stdout: string;
}

/** Longest time that a command may take, in milliseconds: a first build brings all that it needs. */
const LIMIT = 20 * 60_000;

/** How much of what it prints is kept, in characters. */
const KEPT = 20_000;

/**
 * Runs a command to its end. It leads a group of its own, so that nothing which it started is left behind.
 *
 * @param path its folder
 * @param variables beside those of this process
 */
export function run(
  [program, ...args]: CommandLine,
  path: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  return new Promise((resolve) => {
    const env = { ...process.env, ...variables };
    const child = spawn(program, args, { cwd: path, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    let [output, stdout] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-KEPT);
      stdout = (stdout + text).slice(-KEPT);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-KEPT);
    });
    const end = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        child.kill('SIGKILL');
      }
    };
    const limit = setTimeout(() => {
      output += `\n${program} was stopped after ${LIMIT / 60_000} minutes`;
      end();
    }, LIMIT);
    const onExit = () => end();
    process.once('exit', onExit);
    child.once('error', ({ message }) => {
      output += message;
    });
    child.once('close', (code) => {
      clearTimeout(limit);
      process.off('exit', onExit);
      resolve({ ok: code === 0, output, stdout });
    });
  });
}
