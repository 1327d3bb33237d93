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
  const said = { output: '', errors: '' };
  child.stdout.on('data', (text: Buffer) => {
    said.output += text.toString();
  });
  child.stderr.on('data', (text: Buffer) => {
    said.errors += text.toString();
  });
  const ended = once(child, 'close').then(([code]): number | null => code);
  return { child, said, ended };
}

function portFlags(port: number): string[] {
  return ['--port', `${port}`, '--rpc-port', `${port + 1}`, '--mock-port', `${port + 2}`];
}

test('the addresses come first, and answer; the verdicts follow; Ctrl-C stops it', async () => {
  const port = await freePorts(7);
  const { child, said, ended } = start(...portFlags(port));
  await expect.poll(() => said.output).toMatch(/gRPC +http:\S+\n/);
  expect(said.output).not.toContain('pass');
  for (const url of [`http://127.0.0.1:${port}/lending`, `http://127.0.0.1:${port + 2}`]) {
    expect(said.output).toMatch(new RegExp(`lending .*${url}(?: |\\n)`));
    expect((await fetch(`${url}/api/v1/markets/all`)).status).toBe(200);
  }
  await expect.poll(() => said.output).toMatch(/^ {2}\w+ +reference server +\d+ pass$/m);
  child.kill('SIGINT');
  expect(await ended).toBe(0);
  expect(said.errors).toMatch(/checking the reference server \.\.\.\n\nstopping \.\.\.\n$/);
});

test('with --once it ends with the verdicts on server and mocks', async () => {
  const { said, ended } = start('--once', ...portFlags(await freePorts(7)));
  expect(await ended, said.errors).toBe(0);
  // On a machine that is busy a point may stay open.
  expect(said.output.match(/^ {2}\w+ +(?:reference server|mock) +\d+ pass(?:, \d+ open)?$/gm)).toHaveLength(10);
  expect(said.errors).toMatch(/everything conforms/);
});

test('interrupted before the verdict that it was to end with, its exit code is 130', async () => {
  const { child, said, ended } = start('--once', ...portFlags(await freePorts(7)));
  await expect.poll(() => said.errors).toMatch(/starting/);
  child.kill('SIGINT');
  expect(await ended).toBe(130);
});

test('0 takes any free port, of each', async () => {
  const { child, said, ended } = start('--port', '0', '--rpc-port', '0', '--mock-port', '0');
  await expect.poll(() => said.output).toMatch(/^ {2}lending +reference server +\d+ pass$/m);
  const [server, mock] = /lending +(http:\S+) +(http:\S+)/.exec(said.output)?.slice(1) ?? [];
  for (const url of [server, mock]) expect((await fetch(`${url}/api/v1/markets/all`)).status).toBe(200);
  child.kill('SIGINT');
  expect(await ended).toBe(0);
});

test.each([
  ['server', 0, '--port'],
  ['mock', 2, '--mock-port'],
])('a taken port of the %s is one line, with the flag that chooses another', async (_what, place, flag) => {
  const port = await freePorts(7);
  const other = createServer().listen(port + place, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { said, ended } = start(...portFlags(port));
  expect(await ended).toBe(1);
  expect((other.address() as AddressInfo).port).toBe(port + place);
  expect(said.errors).toMatch(new RegExp(`^start: port ${port + place} .*taken.*${flag}`, 'm'));
  expect(said.output).toBe('');
});

test.each([
  [['--prot', '1'], /unknown option '--prot'/],
  [['--port', '0x50'], /'0x50' is invalid.*a port from 0 to 65535/],
  [['--mock-port', '65533'], /'65533' is invalid.*a port from 0 to 65531/],
])('%j is refused in one line', async (args, problem) => {
  const { said, ended } = start(...args);
  expect(await ended).toBe(2);
  expect(said.errors).toMatch(problem);
  expect(said.errors).toMatch(/^start: [^\n]+Try: npm start -- --help\n$/);
});
