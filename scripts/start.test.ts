import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePorts } from '@wallet-services/kit/testing/ports';
import { expect, onTestFinished, test } from 'vitest';

const command = new URL('start.ts', import.meta.url).pathname;

function start(...args: readonly string[]) {
  const child = spawn(process.execPath, [command, ...args]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const printed = { output: '', errors: '' };
  child.stdout.on('data', (text: Buffer) => {
    printed.output += text.toString();
  });
  child.stderr.on('data', (text: Buffer) => {
    printed.errors += text.toString();
  });
  const ended = once(child, 'close').then(([code]): number | null => code);
  return { child, printed, ended };
}

function portFlags(port: number): string[] {
  return ['--port', `${port}`, '--rpc-port', `${port + 1}`, '--mock-port', `${port + 2}`];
}

/** The lines of verdicts. On a busy machine a rule may stay undecided. */
const verdict = (service: string, server: string) =>
  new RegExp(String.raw`^ {2}${service} +${server} +\d+ pass(?:, \d+ open)?$`, 'gm');

test('it prints working addresses, then the verdicts, and stops at Ctrl-C', async () => {
  const port = await freePorts(7);
  const { child, printed, ended } = start(...portFlags(port));
  await expect.poll(() => printed.output).toMatch(/gRPC +http:\S+\n/);
  expect(printed.output).not.toContain('pass');
  for (const url of [`http://127.0.0.1:${port}/lending`, `http://127.0.0.1:${port + 2}`]) {
    expect(printed.output).toMatch(new RegExp(`lending .*${url}(?: |\\n)`));
    expect((await fetch(`${url}/api/v1/markets/all`)).status).toBe(200);
  }
  await expect.poll(() => printed.output).toMatch(verdict('\\w+', 'reference server'));
  child.kill('SIGINT');
  expect(await ended).toBe(0);
  expect(printed.errors).toMatch(/checking the reference server \.\.\.\n\nstopping \.\.\.\n$/);
});

test('with --once it ends after the verdicts on server and mocks', async () => {
  const { printed, ended } = start('--once', ...portFlags(await freePorts(7)));
  expect(await ended, printed.errors).toBe(0);
  expect(printed.output.match(verdict('\\w+', '(?:reference server|mock)'))).toHaveLength(10);
  expect(printed.errors).toMatch(/everything conforms/);
});

test('with --once, its exit code is 130 when it is interrupted before the verdict', async () => {
  const { child, printed, ended } = start('--once', ...portFlags(await freePorts(7)));
  await expect.poll(() => printed.errors).toMatch(/starting/);
  child.kill('SIGINT');
  expect(await ended).toBe(130);
});

test('0 selects any free port for each server', async () => {
  const { child, printed, ended } = start('--port', '0', '--rpc-port', '0', '--mock-port', '0');
  await expect.poll(() => printed.output).toMatch(verdict('lending', 'reference server'));
  const [server, mock] = /lending +(http:\S+) +(http:\S+)/.exec(printed.output)?.slice(1) ?? [];
  for (const url of [server, mock]) expect((await fetch(`${url}/api/v1/markets/all`)).status).toBe(200);
  child.kill('SIGINT');
  expect(await ended).toBe(0);
});

test.each([
  ['server', 0, '--port'],
  ['mock', 2, '--mock-port'],
])('a port in use of the %s is reported in one line with the flag that chooses another', async (_what, place, flag) => {
  const port = await freePorts(7);
  const other = createServer().listen(port + place, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { printed, ended } = start(...portFlags(port));
  expect(await ended).toBe(1);
  expect((other.address() as AddressInfo).port).toBe(port + place);
  expect(printed.errors).toMatch(new RegExp(`^start: port ${port + place} .*taken.*${flag}`, 'm'));
  expect(printed.output).toBe('');
});

test.each([
  [['--prot', '1'], /unknown option '--prot'/],
  [['--port', '0x50'], /'0x50' is invalid.*a port from 0 to 65535/],
  [['--mock-port', '65533'], /'65533' is invalid.*a port from 0 to 65531/],
])('%j is rejected in one line', async (args, problem) => {
  const { printed, ended } = start(...args);
  expect(await ended).toBe(2);
  expect(printed.errors).toMatch(problem);
  expect(printed.errors).toMatch(/^start: [^\n]+Try: npm start -- --help\n$/);
});
