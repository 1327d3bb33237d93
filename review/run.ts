/** Runs the tools that the report needs: git and buf. */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ReviewError } from './error.ts';

/** The folder of the repository. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** Time limit of a tool, in milliseconds. */
const TIME_LIMIT = 180_000;

/** The result of a tool. */
export interface Outcome {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** Options of a run. */
export interface RunOptions {
  /** Folder to run in; default: the repository. */
  readonly cwd?: string;
  /** Additional environment variables. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs a program to its end, whatever its exit code.
 *
 * @param program file to run, or a name on the PATH
 * @throws ReviewError when it cannot be started or takes more than three minutes
 */
export function run(program: string, args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const start = Date.now();
    const child = spawn(program, args, {
      cwd: options.cwd ?? root,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: TIME_LIMIT,
    });
    const output: Buffer[] = [];
    const errors: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
    child.on('error', (error) => reject(new ReviewError(`cannot start ${program}: ${error.message}.`)));
    child.on('close', (code, signal) => {
      if (code === null) {
        const isLate = Date.now() - start >= TIME_LIMIT;
        const why = isLate ? `the limit of this command, ${TIME_LIMIT / 1000} seconds,` : (signal ?? 'a signal');
        reject(new ReviewError(`${program} was stopped by ${why} before it had finished.`));
      } else {
        resolve({ code, output: Buffer.concat(output).toString(), errors: Buffer.concat(errors).toString() });
      }
    });
  });
}

/**
 * Runs the JavaScript command of an installed package with this very Node.js.
 *
 * @param name the package
 * @param bin its command's file, relative to the package
 */
export function runPackage(
  name: string,
  bin: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<Outcome> {
  return run(process.execPath, [join(folderOf(name), bin), ...args], options);
}

function folderOf(name: string): string {
  try {
    return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
  } catch {
    throw new ReviewError(`${name} is not installed; run: npm run setup`);
  }
}
