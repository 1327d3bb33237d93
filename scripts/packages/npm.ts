/** Runs npm on every system, without the settings of a test runner. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Failure } from '@wallet-services/kit/errors';

const execute = promisify(execFile);

/** Time limit of a call, in milliseconds. */
const LIMIT = 600_000;

const MOST_OUTPUT = 64 * 1024 * 1024;

export interface Where {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The environment of a user's shell, without the settings of a test runner. */
export function usersEnvironment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _, VITEST: __, ...env } = process.env;
  return { ...env, ...more };
}

/**
 * Runs npm.
 *
 * @returns what it writes to standard output
 * @throws Failure with npm's own message
 */
export async function npm(args: readonly string[], { cwd, env }: Where): Promise<string> {
  // `npm run` sets the path of npm itself; its command for Windows is a script, which only a shell runs.
  const own = process.env['npm_execpath'];
  const [file, before] = own?.endsWith('npm-cli.js') ? [process.execPath, [own]] : ['npm', []];
  const shell = process.platform === 'win32' && before.length === 0;
  // Under `npm run --silent` npm would not even report errors.
  const options = {
    cwd,
    shell,
    env: usersEnvironment({ npm_config_loglevel: 'error', ...env }),
    timeout: LIMIT,
    maxBuffer: MOST_OUTPUT,
  };
  try {
    return (await execute(file, [...before, ...args], options)).stdout;
  } catch (error) {
    throw new Failure(`npm ${args.join(' ')} failed\n${wordsOf(error)}`);
  }
}

/** The output of a program that failed. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { stdout = '', stderr = '', killed } = error as { stdout?: string; stderr?: string; killed?: boolean };
  const output = `${stdout}\n${stderr}`.trim();
  return `${killed === true ? `it did not finish within ${LIMIT / 1000} s\n` : ''}${output === '' ? error.message : output}`;
}
