/** Runs the tools of the field that the generators stand on. */
import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Failure } from '@wallet-services/kit/errors';

/** The folder of the repository. */
export const root = fileURLToPath(new URL('..', import.meta.url));

const TIME_LIMIT = 120_000;

/** A tool said no. Its message is the tool's own output. */
export class ToolError extends Failure {
  override readonly name = 'ToolError';
}

/**
 * Runs an installed command to its end.
 *
 * @param command a name in `node_modules/.bin`
 * @returns what it wrote to standard output
 * @throws ToolError when it exits with another code than 0 or takes more than two minutes
 */
export function run(command: string, args: readonly string[], cwd = root): Promise<string> {
  const bin = join(root, 'node_modules', '.bin');
  return new Promise((resolve, reject) => {
    const child = spawn(join(bin, command), args, {
      cwd,
      env: { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: TIME_LIMIT,
    });
    let output = '';
    let errors = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    child.on('error', (error) => reject(new ToolError(`cannot start ${command}: ${error.message}`)));
    child.on('close', (code) => {
      if (code === 0) resolve(output);
      // Most tools say what is wrong on standard output, and only how they get on to standard error.
      else reject(new ToolError(`${command} failed\n${(output.trim() === '' ? errors : output).trim()}`));
    });
  });
}
