/**
 * `npm run ci`: all checks that decide whether a change is merged, without skipped tests. `.ci/run` installs the
 * required tools and calls it; when a tool is missing, the command names it and how to install it, and fails.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createCommand, type Requested, readCommand, runCommand } from '@wallet-services/kit/command';
import { Failure } from '@wallet-services/kit/errors';

const NOTES = `
It runs npm run clients, npm run check:client -- --all and npm test -- --all, one after the other, and all of them even if
one fails. What .ci/run installs must be there: nothing is skipped.

exit code: 0 everything passed, 1 something failed, 2 wrong usage

examples:
  npm run ci
  .ci/run       # installs the tools first, on Debian
`;

/**
 * Compilers that run beside the tests would make faulty servers answer too late to be judged. The tests come last: their
 * summary, which names each failed test, ends the output.
 */
const SCRIPTS = [
  ['run', 'clients'],
  ['run', 'check:client', '--', '--all'],
  ['test', '--', '--all'],
] as const;

function ciArguments(args: readonly string[]): Requested<object> {
  const description = 'Decides whether a change lands: all tests, and the clients of other languages.';
  return readCommand(createCommand({ call: 'npm run ci --', description, notes: NOTES }), args, () => ({}));
}

/** Runs a script. @returns why it failed, if it did */
async function take(script: readonly string[]): Promise<readonly string[]> {
  const name = `npm ${script.join(' ')}`;
  const began = performance.now();
  const child = spawn(process.execPath, [process.env['npm_execpath'] ?? '', ...script], {
    env: { ...process.env, CI: '1' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(child, 'close');
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`\n${name}: ${code === 0 ? 'passed' : 'failed'} after ${seconds} s`);
  return code === 0 ? [] : [`${name} failed`];
}

await runCommand('ci', ciArguments(process.argv.slice(2)), async () => {
  if (process.env['npm_execpath'] === undefined) throw new Failure('call it with npm run ci');
  const failed: string[] = [];
  for (const script of SCRIPTS) failed.push(...(await take(script)));
  if (failed.length > 0) throw new Failure(failed.join('\n'));
  return 0;
});
