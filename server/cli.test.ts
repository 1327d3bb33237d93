import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { call, post } from './testing/server.ts';

const CLI = fileURLToPath(new URL('cli.ts', import.meta.url));
const FREE = ['--port', '0', '--rpc-port', '0', '--log-level', 'silent'];
/** One service only, because the others take longer to be filled. */
const LENDING = [...FREE, '--service', 'lending'];

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the command as users do. */
function run(args: readonly string[]): { child: ChildProcess; ended: Promise<Ended>; ready: Promise<string> } {
  const child = spawn(process.execPath, [CLI, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let [stdout, stderr] = ['', ''];
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
      const url = /lending +(http:\S+)/.exec(stdout)?.[1];
      if (url !== undefined) resolve(url);
    });
    void ended.then(({ stderr }) => reject(new Error(`it ended before it was ready: ${stderr}`)));
  });
  // Some tests do not wait for the start, so its failure must not be unhandled.
  ready.catch(() => undefined);
  return { child, ended, ready };
}

async function temporaryFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'serve-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, 'data.db');
}

test('--help shows every option and examples', async () => {
  const { code, stdout } = await run(['--help']).ended;
  expect(code).toBe(0);
  for (const option of [
    'port',
    'rpc-port',
    'wallet-port',
    'host',
    'data',
    'seed',
    'log-level',
    'validator',
    'rate-limit',
    'scheme',
    'config',
    'network',
  ]) {
    expect(stdout).toContain(`--${option} `);
  }
  expect(stdout).toContain('Examples:');
});

test('a wrong command line is one line on standard error, and exit code 2', async () => {
  expect(await run(['--prot', '1']).ended).toMatchObject({
    code: 2,
    stdout: '',
    stderr: "server: unknown option '--prot' (Did you mean --port?). Try: npx @wallet-services/server --help\n",
  });
});

describe('a failed start prints one line on standard error and exits with code 1', () => {
  test('a port in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      other.close();
    });
    const address = other.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const { code, stderr } = await run([...LENDING, '--port', String(port)]).ended;
    expect(code).toBe(1);
    expect(stderr).toBe(
      `server: port ${port} of 127.0.0.1 is taken: choose another with --port, or 0 for any free one\n`,
    );
  });

  test.each(['/nowhere/data.db', CLI])('the data file %s', async (file) => {
    const { code, stderr } = await run([...LENDING, '--data', file]).ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^server: cannot use the data file [^\n]+: give --data [^\n]+\n$/);
  });
});

test('an unreachable database, also with several processes, without its password', async () => {
  const data = 'postgres://wallet:hid%zzden@127.0.0.1:1/wallet?password=hidden';
  const args = [...FREE, '--log-level', 'trace', '--workers', '2', '--data', data];
  const { code, stdout, stderr } = await run(args).ended;
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('connection refused');
  expect(stderr).not.toContain('hid');
});

test('an invalid configuration prints one line on standard error and exits with code 1', async () => {
  for (const file of ['/nowhere/server.yaml', CLI]) {
    const { code, stdout, stderr } = await run([...LENDING, '--config', file]).ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^server: [^\n]+\n$/);
    expect(stderr).toContain(file);
  }
});

test('the configuration and the command line choose the scheme, the latter first', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'serve-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'server.yaml');
  await writeFile(file, 'scheme: purse\n');
  for (const [args, scheme] of [
    [[], 'purse'],
    [['--scheme', 'bag'], 'bag'],
  ] as const) {
    const { ready } = run([...LENDING, '--config', file, ...args]);
    const { body } = await post(`${await ready}/api/v1/pay-requests`, {
      asset_id: '4a6f0a1c-5f0b-3c7d-9d8e-2b1c8f7a6e51',
      amount: '0.5',
      trace_id: 'b5f3f2a4-7a6e-4c19-9a6b-4d2f7a2f3f50',
      follow_id: '0f5c4d3b-2a19-4807-96f5-e4d3c2b1a098',
      memo_base64: '',
    });
    expect((body as { url: string }).url).toMatch(new RegExp(`^${scheme}://codes/`));
  }
});

test('ends with the npm process that started it, even if no shell forwards the signal', async () => {
  const shell = spawn('sh', ['-c', '"$@" & wait', 'sh', process.execPath, CLI, ...LENDING], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, npm_lifecycle_event: 'serve' },
  });
  const ended = new Promise<void>((resolve) => shell.stdout.once('close', resolve));
  let stdout = '';
  const url = await new Promise<string>((resolve) => {
    shell.stdout.on('data', (chunk) => {
      stdout += chunk;
      const found = /start here +(http:\S+)/.exec(stdout)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  shell.kill('SIGTERM');
  await ended;
  await expect(fetch(url)).rejects.toThrow();
});

test('prints all addresses in a short block; SIGINT stops it with exit code 0', async () => {
  const { child, ended, ready } = run(FREE);
  const url = await ready;
  expect((await call(`${url}/api/v1/markets/all`)).status).toBe(200);
  child.kill('SIGINT');
  expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  const { stdout } = await ended;
  expect(stdout.split('\n').length).toBeLessThan(16);
  expect(stdout).toMatch(/gRPC +http:\/\/127\.0\.0\.1:\d+\n/);
});

describe('a data file', () => {
  const payment = (number: number) => ({
    asset_id: '4a6f0a1c-5f0b-3c7d-9d8e-2b1c8f7a6e51',
    amount: '0.5',
    trace_id: `b5f3f2a4-7a6e-4c19-9a6b-${String(number).padStart(12, '0')}`,
    follow_id: '0f5c4d3b-2a19-4807-96f5-e4d3c2b1a098',
    memo_base64: 'AQAP',
  });

  test('has every acknowledged write after kill -9 in the middle of writing, three times', async () => {
    const file = await temporaryFile();
    const acknowledged = new Map<number, string>();
    let next = 0;
    for (let round = 1; round <= 3; round += 1) {
      const { child, ended, ready } = run([...LENDING, '--data', file]);
      const url = await ready;
      const write = async (): Promise<void> => {
        while (true) {
          next += 1;
          const number = next;
          const { status, body } = await post(`${url}/api/v1/pay-requests`, payment(number));
          expect(status).toBe(200);
          acknowledged.set(number, (body as { url: string }).url);
          if (acknowledged.size >= round * 60) child.kill('SIGKILL');
        }
      };
      // Each writer fails when its process was killed.
      await Promise.allSettled([write(), write(), write(), write()]);
      expect(await ended).toMatchObject({ signal: 'SIGKILL' });
    }
    expect(acknowledged.size).toBeGreaterThanOrEqual(180);

    const { ready } = run([...LENDING, '--data', file]);
    const root = new URL(await ready).origin;
    for (const [number, url] of acknowledged) {
      const code = await call(`${root}/wallet/codes/${url.split('/').at(-1)}`);
      expect(code).toMatchObject({ status: 200, body: { trace_id: payment(number).trace_id } });
    }
  });

  test('is closed cleanly on a SIGTERM during the start', async () => {
    const file = await temporaryFile();
    const { child, ended } = run([...LENDING, '--data', file]);
    await vi.waitFor(async () => expect(await readdir(join(file, '..'))).toContain('data.db'), {
      timeout: PATIENCE,
      interval: 1,
    });
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' });
    expect(await readdir(join(file, '..'))).toEqual(['data.db']);
  });

  test('is closed cleanly on SIGTERM with exit code 0: one file without a log', async () => {
    const file = await temporaryFile();
    const { child, ended, ready } = run([...LENDING, '--data', file]);
    await post(`${await ready}/api/v1/pay-requests`, payment(1));
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' });
    expect(await readdir(join(file, '..'))).toEqual(['data.db']);
  });
});
