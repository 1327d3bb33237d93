/**
 * `npm run ci`: all that decides whether a change lands, with nothing skipped. `.ci/run` installs the tools that it needs,
 * then calls it; where a tool is missing, it says which and how to get it, and fails.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { type Asked, createCommand, readCommand, runCommand } from '@wallet-services/kit/command';
import { Failure } from '@wallet-services/kit/errors';

const NOTES = `
It runs npm test -- --all and, beside it, npm run clients and npm run check:client -- --all. What .ci/run installs
must be there: nothing is skipped.

exit code: 0 everything passed, 1 something failed, 2 wrong usage

examples:
  npm run ci
  .ci/run       # installs the tools first, on Debian
`;

/** Each line runs beside the others, its scripts one after the other. The output of the first is shown as it comes. */
const LINES = [
  [['test', '--', '--all']],
  // Compilers and downloads fill the time in which tests wait.
  [
    ['run', 'clients'],
    ['run', 'check:client', '--', '--all'],
  ],
] as const;

function ciArguments(args: readonly string[]): Asked<object> {
  const description = 'Decides whether a change lands: all tests, and the clients of other languages.';
  return readCommand(createCommand({ call: 'npm run ci --', description, notes: NOTES }), args, () => ({}));
}

/** @throws Failure when it fails */
async function take(script: readonly string[], isShown: boolean): Promise<void> {
  const name = `npm ${script.join(' ')}`;
  const began = performance.now();
  const child = spawn(process.execPath, [process.env['npm_execpath'] ?? '', ...script], {
    env: { ...process.env, CI: '1' },
    stdio: ['ignore', isShown ? 'inherit' : 'pipe', isShown ? 'inherit' : 'pipe'],
  });
  if (!isShown && child.pid !== undefined) setPriority(child.pid, 10);
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => output.push(chunk));
  const [code] = await once(child, 'close');
  if (!isShown) process.stdout.write(`\n${name}\n${Buffer.concat(output)}`);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`\n${name}: ${code === 0 ? 'passed' : 'failed'} after ${seconds} s`);
  if (code !== 0) throw new Failure(`${name} failed`);
}

await runCommand('ci', ciArguments(process.argv.slice(2)), async () => {
  if (process.env['npm_execpath'] === undefined) throw new Failure('call it with npm run ci');
  const lines = LINES.map(async (scripts, place) => {
    for (const script of scripts) await take(script, place === 0);
  });
  const failed = (await Promise.allSettled(lines)).flatMap((line) => (line.status === 'rejected' ? [line.reason] : []));
  if (failed.length > 0) throw new Failure(failed.map(({ message }: Error) => message).join('\n'));
  return 0;
});
