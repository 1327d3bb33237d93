/** Runs the third-party tools that the generators use. */
import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Failure } from '@wallet-services/kit/errors';

/** The folder of the repository. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** The time limit of a tool, in milliseconds, in case it hangs. */
const TIME_LIMIT = 600_000;

/**
 * A tool failed. The message names the tool and, in its last line, the reason; the lines before are the complete output
 * of the tool.
 */
export class ToolError extends Failure {
  override readonly name = 'ToolError';
  readonly output: string;

  constructor(command: string, output: string) {
    const reason = output.split('\n').find((line) => / - error |\berror\b/i.test(line)) ?? output.split('\n')[0] ?? '';
    super(output.includes('\n') ? `${output}\n${command} failed: ${reason}` : `${command} failed: ${output}`);
    this.output = output;
  }
}

export interface RunOptions {
  /** The working directory; default: the folder of the repository. */
  readonly cwd?: string;
  /** Ends the tool. */
  readonly signal?: AbortSignal;
}

/**
 * Runs an installed command to its end.
 *
 * @param command a name in `node_modules/.bin`
 * @returns what it wrote to standard output
 * @throws ToolError when it exits with another code than 0 or takes more than ten minutes
 */
export function run(
  command: string,
  args: readonly string[],
  { cwd = root, signal }: RunOptions = {},
): Promise<string> {
  const bin = join(root, 'node_modules', '.bin');
  return new Promise((resolve, reject) => {
    const child = spawn(join(bin, command), args, {
      cwd,
      env: { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: TIME_LIMIT,
      signal,
    });
    let output = '';
    let errors = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    child.on('error', (error) => reject(new ToolError(command, `it cannot be started: ${error.message}`)));
    child.on('close', (code, ended) => {
      if (code === 0) resolve(output);
      // Most tools report errors on standard output, and only their progress on standard error.
      const written = (output.trim() === '' ? errors : output).trim();
      reject(new ToolError(command, written || (ended === null ? `exit code ${code}` : `it was ended by ${ended}`)));
    });
  });
}
