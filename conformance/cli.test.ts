import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LendingServer, startLending } from './faults/server/index.ts';
import { changed } from './faults/server/reply.ts';

const command = fileURLToPath(new URL('./cli.ts', import.meta.url));

interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs the command; interrupts it when it says that it has begun, if wanted. */
function run(args: readonly string[], interrupt = false): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [command, ...args], { env: { ...process.env, FORCE_COLOR: undefined } });
    let [output, errors] = ['', ''];
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => {
      errors += chunk;
      if (interrupt && !child.killed && errors.includes('checking')) child.kill('SIGINT');
    });
    child.on('close', (code) => resolve({ code, output, errors }));
  });
}

let good: LendingServer;
let bad: LendingServer;
let silent: LendingServer;
let folder: string;

beforeAll(async () => {
  good = await startLending();
  bad = await startLending({ fault: changed('/pay-requests', () => ({ url: 'nowhere' })) });
  silent = await startLending({ fault: () => ({ kind: 'hang' }) });
  folder = await mkdtemp(join(tmpdir(), 'conformance-'));
});

afterAll(async () => {
  for (const server of [good, bad, silent]) await server.close();
  await rm(folder, { recursive: true });
});

const flags = (server: LendingServer) => ['--lending', `${server.origin}/lending`, '--rpc', server.origin];

test('a conformant server: exit code 0, a report for people and one for machines', async () => {
  const file = join(folder, 'report.json');
  const { code, output } = await run([...flags(good), '--json', file]);
  expect(code).toBe(0);
  expect(output).toContain('CONFORMANT');
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ outcome: 'conformant' });
  expect(await readdir(folder)).toEqual(['report.json']);
});

test('a server that breaks a rule: exit code 1', async () => {
  const { code, output } = await run([...flags(bad), '--rule', 'lending.pay-requests.*']);
  expect(code).toBe(1);
  expect(output).toContain('FAIL lending.pay-requests.deep-link');
});

test('nothing there: exit code 3 and what to do about it', async () => {
  const { code, output, errors } = await run(['--lending', 'http://127.0.0.1:9/lending']);
  expect(code).toBe(3);
  expect(output).toBe('');
  expect(errors).toMatch(/lending cannot be reached at http:\/\/127\.0\.0\.1:9: .*; is it running/);
});

test('Ctrl-C ends the run at once', async () => {
  const started = Date.now();
  const { code, errors } = await run(flags(silent), true);
  expect(code).toBe(130);
  expect(errors).toContain('interrupted');
  expect(Date.now() - started).toBeLessThan(5000);
});

describe('wrong usage: exit code 2 and one line', () => {
  test.each([
    [['--nonsense'], "unknown option '--nonsense'"],
    [['stray'], 'too many arguments'],
    [[], 'nothing to check'],
    [['--lending', 'localhost'], '--lending: localhost is no address'],
    [['--target', '/no/such.yaml'], '/no/such.yaml cannot be read'],
    [['--lending', 'http://127.0.0.1:9', '--timeout', '0'], 'write a number of seconds'],
    [['--lending', 'http://127.0.0.1:9', '--concurrency', 'many'], 'write a whole number'],
    [['--lending', 'http://127.0.0.1:9', '--rule', 'lending.none'], 'there is no such rule'],
    [['--lending', 'http://127.0.0.1:9', '--operation', 'list'], 'there is no such operation'],
    [['--lending', 'http://127.0.0.1:9', '--service', 'bank'], 'the services are lending'],
    [['--lending', 'http://127.0.0.1:9', '--service', 'vault'], 'no address of vault'],
    [['--lending', 'http://127.0.0.1:9', '--json', '/no/such/report.json'], 'cannot be written'],
    [['--rpc', 'http://127.0.0.1:9'], '--rpc and --grpc are about lending'],
  ])('%j', async (args, message) => {
    const { code, output, errors } = await run(args);
    expect(errors).toContain(message);
    expect(errors.trim().split('\n')).toHaveLength(1);
    expect([code, output]).toEqual([2, '']);
  });
});

test('--help shows examples and exit codes', async () => {
  const { code, output } = await run(['--help']);
  expect(code).toBe(0);
  expect(output).toContain('npm run check -- --lending http://127.0.0.1:4000/lending');
  expect(output).toContain('Exit code: 0 conformant');
});

test('--list prints rules with their documents', async () => {
  const { code, output } = await run(['--list', '--service', 'lending', '--rule', 'lending.transactions.*']);
  expect(code).toBe(0);
  expect(output).toContain('lending.transactions.limit-default');
  expect(output).toContain('(document 1, Limits)');
  expect(output).not.toContain('wire.schema');
});
