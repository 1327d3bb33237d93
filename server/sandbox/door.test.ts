/** Attempts to bypass the guard: other spellings of the address, other hosts, forwarded requests, guessed tokens. */
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../index.ts';
import { testServer } from '../testing/server.ts';

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request target without normalizing it. */
function send(url: string, target: string, { method = 'GET', headers = {} }: Sent = {}) {
  const { hostname, port } = new URL(url);
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>((resolve, reject) => {
    request({ hostname, port, path: target, method, headers, agent: false }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk;
      });
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }));
    })
      .once('error', reject)
      .end();
  });
}

let server: RunningServer;
let url: string;

beforeAll(async () => {
  server = await startServer({ port: 0, rpcPort: 0 });
  url = server.httpUrl;
  const fault = { operation: 'listFlips', delay: '1ms', probability: 0.000001 };
  const added = await fetch(`${url}/sandbox/worlds/main/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  });
  expect(added.ok).toBe(true);
});

describe('while a fault is on', () => {
  test.each([
    '/lending/../sandbox/worlds',
    '/lending/%2e%2e/sandbox/worlds',
    '/lending/.%2E/sandbox/worlds',
    '/lending/..\\sandbox/worlds',
    '/lending/./../sandbox/worlds',
    '/lending//../../sandbox/worlds',
    '/twirp/../sandbox/worlds',
    '/worlds/main/lending/../sandbox/worlds',
    '/worlds/main/lending/%2e%2e/sandbox/worlds',
    '/worlds/main/sandbox/worlds',
    '/SANDBOX/worlds',
    'http://elsewhere.example/sandbox/worlds',
  ])('%s does not lead to the control API', async (target) => {
    for (const method of ['GET', 'POST']) {
      const headers = { host: 'elsewhere.example' };
      const { status, body } = await send(url, target, { method, headers });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(body).not.toContain('"worlds"');
    }
  });

  test('a fault matches the path that is routed', async () => {
    expect((await send(url, '/vault/flips')).status).toBe(200);
    expect((await send(url, '/vault/x/../flips')).status).toBe(404);
  });
});

describe('without a token', () => {
  test.each([
    ['forwarded', 'for=203.0.113.9'],
    ['x-forwarded-for', '203.0.113.9'],
    ['x-forwarded-host', 'public.example'],
    ['x-forwarded-proto', 'https'],
    ['via', '1.1 proxy'],
    ['x-real-ip', '203.0.113.9'],
    ['cf-connecting-ip', '203.0.113.9'],
    ['true-client-ip', '203.0.113.9'],
    ['fly-client-ip', '203.0.113.9'],
    ['x-cluster-client-ip', '203.0.113.9'],
    ['x-azure-clientip', '203.0.113.9'],
    ['forwarded-for', '203.0.113.9'],
    ['x_forwarded_for', '203.0.113.9'],
    ['x-proxyuser-ip', '203.0.113.9'],
    ['x-appengine-user-ip', '203.0.113.9'],
  ])('a request with %s is rejected, with a hint', async (name, value) => {
    const { status, body } = await send(url, '/sandbox/about', { headers: { [name]: value } });
    expect(status).toBe(403);
    expect(body).toContain('--sandbox-token');
    expect((await send(url, '/vault/flips', { headers: { [name]: value } })).status).toBe(200);
  });

  test('an address in the target does not replace another host', async () => {
    const { host } = new URL(url);
    const target = `${url}/sandbox/about`;
    expect((await send(url, target, { headers: { host } })).status).toBe(200);
    const { status, body } = await send(url, target, { headers: { host: 'public.example' } });
    expect(status).toBe(403);
    expect(body).toContain('--sandbox-token');
  });

  test.each([
    'localhost.evil.example',
    '127.0.0.1.nip.io',
    'a.localhost',
    'localhost.',
    '0.0.0.0',
    '[::ffff:127.0.0.1]',
    '127.0.0.1@evil.example',
    '127.0.0.1, evil.example',
  ])('a request to the host "%s" is rejected', async (host) => {
    expect((await send(url, '/sandbox/about', { headers: { host } })).status).toBeOneOf([400, 403]);
  });

  test.each(['GET', 'POST', 'OPTIONS'])('no page of another origin may read the answer to %s', async (method) => {
    const headers = { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' };
    for (const target of ['/sandbox/worlds', '/SANDBOX/worlds']) {
      const answer = await send(url, target, { method, headers });
      expect(answer.status).toBe(403);
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

test('the number of wrong tokens is limited', async () => {
  const { httpUrl } = await testServer({ sandboxToken: 'a-long-token-of-this-test' });
  const guess = async (token: string) =>
    (await send(httpUrl, '/sandbox/about', { headers: { authorization: `Bearer ${token}` } })).status;
  expect(await guess('a-long-token-of-this-test')).toBe(200);
  const answers: number[] = [];
  for (let count = 0; count < 32; count += 1) answers.push(await guess(`wrong-${count}`));
  expect([answers.filter((status) => status === 401).length, answers.at(-1)]).toEqual([30, 429]);
});

test('connections that a fault holds open are closed with their world', async () => {
  const made = await fetch(`${url}/sandbox/worlds`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  const { id } = (await made.json()) as { id: string };
  const kinds = [{ connection: 'hang' }, { connection: 'endless' }, { delay: '50s' }, { dribble: '50s' }];
  const operations = ['readTime', 'listFlips', 'listAssets', 'listVaults'];
  for (const [at, kind] of kinds.entries()) {
    await fetch(`${url}/sandbox/worlds/${id}/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ operation: operations[at], ...kind }),
    });
  }
  const { hostname, port } = new URL(url);
  const held = ['time', 'flips', 'assets', 'vaults'].map((path) => {
    const requested = request({ hostname, port, path: `/worlds/${id}/vault/${path}`, agent: false });
    const ended = new Promise<void>((resolve) => {
      requested.once('close', resolve);
      requested.on('error', () => undefined);
    });
    // The client reads nothing of the body.
    requested.once('response', (answer) => answer.once('error', () => undefined));
    requested.end();
    return ended;
  });
  await new Promise((resolve) => setTimeout(resolve, 300));
  await fetch(`${url}/sandbox/worlds/${id}`, { method: 'DELETE' });
  await Promise.all(held);
});

afterAll(() => server.close());
