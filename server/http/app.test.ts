import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Code, ConnectError, createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { type Handlers, mount, rpc } from '@wallet-services/contract/lending';
import type { Logger } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { rpcService } from '../rpc/service.ts';
import type { RunningService } from '../service.ts';
import { call, eventually, keptLog, post, testServer, VALIDATORS } from '../testing/server.ts';
import { createApp } from './app.ts';

/** Serves a lending service with the handlers of the test. */
async function served(handlers: Handlers, validator: (typeof VALIDATORS)[number], chosen?: Logger) {
  const { log: kept, lines } = keptLog();
  const log = chosen ?? kept;
  const service: RunningService = {
    mount: (app, options) => mount(app, handlers, options),
    rpc: [
      rpcService(rpc.Lending, {
        allMarkets: () => Promise.reject(new Error('the vault is on fire')),
        priceRequest: async () => ({}),
        transactions: async () => ({}),
        payRequest: async () => ({}),
      }),
    ],
  };
  const ready = () => Promise.reject(new Error('the database is away'));
  const server = createServer(
    createApp({ services: [{ base: '/lending', hasApi: true, service }], log, validator, ready }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, lines };
}

const healthy: Handlers = {
  listMarkets: () => ({ status: 200, body: { data: [] } }),
  listTransactions: () => ({ status: 200, body: [] }),
  createPayRequest: () => ({ status: 200, body: { url: 'wallet://codes/1' } }),
};

describe.each(VALIDATORS)('an answer that violates the document, validated by %s', (validator) => {
  test.each([
    ['lacks a member', { data: [{ id: 1 }] }],
    ['has a member of the wrong type', { data: 'none' }],
    ['has no body', undefined],
  ])('is not sent when it %s', async (_what, body) => {
    const broken = { ...healthy, listMarkets: () => ({ status: 200, body }) } as unknown as Handlers;
    const { url, lines } = await served(broken, validator);
    const answer = await call(`${url}/lending/api/v1/markets/all`);
    expect(answer).toMatchObject({ status: 500, body: { code: 500, msg: 'internal error' } });
    await eventually(() => lines.some(({ level }) => level === 50));
    const fault = lines.find(({ level }) => level === 50);
    expect(fault).toMatchObject({
      request_id: answer.headers.get('x-request-id'),
      err: { message: expect.stringContaining('listMarkets answered 200, but') },
    });
  });

  test('is not sent when its status is not documented', async () => {
    const broken = { ...healthy, listMarkets: () => ({ status: 302, body: {} }) } as unknown as Handlers;
    const { url } = await served(broken, validator);
    expect((await call(`${url}/lending/api/v1/markets/all`)).status).toBe(500);
  });

  test('gives the client no details of an internal error', async () => {
    const broken: Handlers = { ...healthy, listMarkets: () => Promise.reject(new Error('secret: the disk is full')) };
    const { url } = await served(broken, validator);
    const answer = await call(`${url}/lending/api/v1/markets/all`);
    expect(answer).toMatchObject({ status: 500, body: { code: 500, msg: 'internal error' } });
    expect(JSON.stringify(answer)).not.toContain('secret');
  });
});

test('an error within an RPC method is logged, and not sent to the client', async () => {
  const { url, lines } = await served(healthy, 'compiled');
  expect(await post(`${url}/lending.v1.Lending/AllMarkets`, {})).toMatchObject({
    status: 500,
    body: { code: 'internal', message: 'internal error' },
  });
  expect(await post(`${url}/twirp/Lending/AllMarkets`, {})).toMatchObject({
    status: 500,
    body: { code: 'internal', msg: 'internal error' },
  });
  await eventually(() => lines.filter(({ level }) => level === 50).length === 2);
  expect(lines.find(({ level }) => level === 50)).toMatchObject({ err: { message: 'the vault is on fire' } });
});

test('is not ready while the database is away, yet healthy', async () => {
  const { url } = await served(healthy, 'compiled');
  expect(await call(`${url}/healthz`)).toMatchObject({ status: 200, body: { status: 'ok' } });
  expect(await call(`${url}/readyz`)).toMatchObject({ status: 503, body: { code: 503, hint: 'the database is away' } });
});

test('the whole server is healthy and ready', async () => {
  const { httpUrl } = await testServer();
  expect(await call(`${httpUrl}/healthz`)).toMatchObject({ status: 200, body: { status: 'ok' } });
  expect(await call(`${httpUrl}/readyz`)).toMatchObject({ status: 200, body: { status: 'ready' } });
});

describe('the request id', () => {
  const idOf = async (sent?: string) => {
    const { httpUrl } = await testServer();
    const { headers } = await call(
      `${httpUrl}/healthz`,
      sent === undefined ? {} : { headers: { 'X-Request-Id': sent } },
    );
    return headers.get('x-request-id');
  };

  test('is echoed when it is valid', async () => {
    expect(await idOf('order-17.b')).toBe('order-17.b');
  });

  test.each([undefined, '', 'two words', '<script>', 'x'.repeat(129)])('is generated instead of %j', async (sent) => {
    expect(await idOf(sent)).toMatch(/^[0-9a-f-]{36}$/);
  });
});

test('every answer forbids sniffing and caching, and has no header about the software', async () => {
  const { httpUrl } = await testServer();
  for (const path of ['/healthz', '/nowhere', '/lending/api/v1/markets/all', '/lending/nowhere', '/twirp/x']) {
    const { headers } = await call(`${httpUrl}${path}`);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.has('x-powered-by')).toBe(false);
    expect(headers.has('etag')).toBe(false);
  }
});

test.each([
  ['/index.html', 404],
  ['/nowhere', 404],
  ['/lending', 404],
  ['/lending/api/v2/markets/all', 404],
  ['/LENDING/API/V1/MARKETS/ALL', 404],
  ['/%zz', 404],
  ['/wallet/codes/%zz', 400],
])('%s is rejected with %d in the error form', async (path, status) => {
  const { httpUrl } = await testServer();
  expect(await call(`${httpUrl}${path}`)).toMatchObject({
    status,
    body: { code: status, msg: expect.stringMatching(/\w/) },
  });
});

test('HEAD and OPTIONS are answered without a body', async () => {
  const { httpUrl } = await testServer();
  const url = `${httpUrl}/lending/api/v1/markets/all`;
  const head = await call(url, { method: 'HEAD' });
  expect(head).toMatchObject({ status: 200, body: undefined });
  expect(Number(head.headers.get('content-length'))).toBeGreaterThan(1_000);
  const options = await call(url, { method: 'OPTIONS' });
  expect(options).toMatchObject({ status: 204, body: undefined });
  expect(options.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
});

test('each request is one line, without query, bodies and credentials', async () => {
  const { log, lines } = keptLog();
  const { httpUrl, rpcUrl } = await testServer({ log });
  const headers = { Authorization: 'Bearer s3cret', 'X-Request-Id': 'r1' };
  await call(`${httpUrl}/lending/api/v1/transactions?limit=1&token=s3cret`, { headers });
  await post(`${httpUrl}/lending/api/v1/pay-requests`, { memo_base64: 's3cret' }, headers);
  await createClient(rpc.Lending, createGrpcTransport({ baseUrl: rpcUrl })).priceRequest({}, { headers });
  await eventually(() => lines.length === 3);
  expect(lines.map(({ msg }) => msg)).toEqual(['request', 'request', 'request']);
  expect(lines).toMatchObject([
    { request_id: 'r1', method: 'GET', path: '/lending/api/v1/transactions', status: 200, address: '127.0.0.1' },
    { request_id: 'r1', method: 'POST', path: '/lending/api/v1/pay-requests', status: 400 },
    { request_id: 'r1', method: 'POST', path: '/lending.v1.Lending/PriceRequest', status: 200 },
  ]);
  expect(JSON.stringify(lines)).not.toContain('s3cret');
});

test('a client that disconnects before its answer is logged as such', async () => {
  const { log, lines } = keptLog();
  const { promise: never } = Promise.withResolvers<never>();
  const requested = Promise.withResolvers<void>();
  const waiting: Handlers = {
    ...healthy,
    listMarkets() {
      requested.resolve();
      return never;
    },
  };
  const { url } = await served(waiting, 'compiled', log);
  const gone = new AbortController();
  const request = fetch(`${url}/lending/api/v1/markets/all`, { signal: gone.signal });
  const outcome = expect(request).rejects.toThrow();
  await requested.promise;
  gone.abort();
  await outcome;
  await eventually(() => lines.length === 1);
  expect(lines[0]).toMatchObject({ msg: 'the client closed the connection', path: '/lending/api/v1/markets/all' });
});

describe('the rate limit', () => {
  test('rejects with 429 and Retry-After, until the minute is over', async () => {
    let now = 0;
    const { httpUrl } = await testServer({ rateLimit: 2, clock: () => now });
    const url = `${httpUrl}/lending/api/v1/markets/all`;
    expect((await call(url)).status).toBe(200);
    now = 20_500;
    expect((await call(url)).status).toBe(200);
    const refused = await call(url);
    expect(refused).toMatchObject({ status: 429, body: { code: 429, hint: 'try again in 40 seconds' } });
    expect(refused.headers.get('retry-after')).toBe('40');
    expect((await call(`${httpUrl}/healthz`)).status).toBe(200);
    now = 60_000;
    expect((await call(url)).status).toBe(200);
  });

  test('applies to RPC too, in the form of each protocol', async () => {
    const { httpUrl, rpcUrl } = await testServer({ rateLimit: 1 });
    await call(`${httpUrl}/lending/api/v1/markets/all`);
    const connect = await post(`${httpUrl}/lending.v1.Lending/AllMarkets`, {});
    expect(connect).toMatchObject({ status: 429, body: { code: 'resource_exhausted' } });
    expect(connect.headers.get('retry-after')).toMatch(/^\d+$/);
    const twirp = await post(`${httpUrl}/twirp/Lending/AllMarkets`, {});
    expect(twirp).toMatchObject({ status: 429, body: { code: 'resource_exhausted' } });
    expect(twirp.headers.get('retry-after')).toMatch(/^\d+$/);
    const grpc = createClient(rpc.Lending, createGrpcTransport({ baseUrl: rpcUrl })).allMarkets({});
    await expect(grpc).rejects.toThrow(ConnectError);
    await expect(grpc).rejects.toMatchObject({ code: Code.ResourceExhausted });
  });

  test('is off by default', async () => {
    const { httpUrl } = await testServer();
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => call(`${httpUrl}/lending/api/v1/transactions?limit=1`)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

test('a request to a world takes its turn once, when its body is validated, as one to `main` does', async () => {
  const { log } = keptLog();
  const entered: unknown[] = [];
  const app = createApp({
    services: [{ base: '/lending', service: { mount: () => undefined, rpc: [] } }],
    log,
    gate: {
      enter: async ({ url }, _response, entering) => void entered.push([url, entering?.hasTurnLater]),
      turn: async () => undefined,
      stop: () => undefined,
    },
    divert: {
      see: () => undefined,
      earOf: () => undefined,
      urlOf: ({ url = '' }) => (url.startsWith('/worlds/') ? url.replace(/^\/worlds\/\w+/, '') : undefined),
      isFree: () => false,
      isOwn: () => false,
      handle: (_request, response) => void response.end(),
    },
  });
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const paths = ['/lending/x?y=1', '/worlds/one/lending/x?y=1', '/worlds/one/', '/wallet/me'];
  for (const path of paths) await call(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
  expect(entered).toEqual(paths.map((path) => [path, path.includes('/lending/')]));
});
