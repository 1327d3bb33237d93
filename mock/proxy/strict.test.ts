import { afterEach, expect, it } from 'vitest';
import { sendRaw, startUpstream } from '../testing/upstream.ts';
import { type RunningProxy, startProxy } from './start.ts';

const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

/** A strict proxy before a service with a fixed answer. */
async function strictBefore(text: string): Promise<{ proxy: RunningProxy; reached: string[] }> {
  const reached: string[] = [];
  const upstream = await startUpstream((incoming, outgoing) => {
    reached.push(`${incoming.method} ${incoming.url}`);
    outgoing.writeHead(200, { 'Content-Type': 'application/json' }).end(text);
  });
  const proxy = await startProxy({ upstreams: { lending: upstream.url }, port: 0, strict: true, limit: 1024 });
  open.push(proxy, upstream);
  return { proxy, reached };
}

const MARKETS = '{"data": []}';

it.each([
  ['an unknown path', '/nothing', {}, 404, '/path'],
  ['a method that is not documented', '/api/v1/markets/all', { method: 'PUT' }, 405, '/method'],
  ['a value that is not allowed', '/api/v1/transactions?offset=yesterday', {}, 422, '/query/offset'],
  [
    'a body that is no JSON',
    '/api/v1/pay-requests',
    { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{' },
    422,
    '/body',
  ],
  [
    'another media type',
    '/api/v1/pay-requests',
    { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: '{}' },
    415,
    '/header/content-type',
  ],
])('a request with %s is rejected and does not reach the service', async (_what, path, request, status, pointer) => {
  const { proxy, reached } = await strictBefore(MARKETS);
  const answer = await sendRaw(`${proxy.urls.lending}${path}`, request);
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toBe('application/problem+json');
  expect(JSON.parse(answer.body.toString()).violations[0]).toMatchObject({ side: 'request', pointer });
  expect(reached).toEqual([]);
  await proxy.idle();
  expect(proxy.summary()).toMatchObject({ requests: 1, refused: 1, violating: 1 });
});

it('an invalid answer is replaced by 502', async () => {
  const { proxy, reached } = await strictBefore('{"data": 7}');
  const { status, body } = await sendRaw(`${proxy.urls.lending}/api/v1/markets/all`);
  expect([status, reached]).toEqual([502, ['GET /api/v1/markets/all']]);
  expect(JSON.parse(body.toString()).violations).toMatchObject([{ side: 'response', pointer: '/body/data' }]);
  await proxy.idle();
  expect(proxy.summary()).toMatchObject({ refused: 1, violations: [{ status: 200, pointer: '/body/data' }] });
});

it('a body that is too large to check is forwarded unchecked, in both directions', async () => {
  const large = `{"data": [], "more": "${'x'.repeat(100_000)}"}`;
  const { proxy, reached } = await strictBefore(large);
  const request = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: large };
  const { status, body } = await sendRaw(`${proxy.urls.lending}/api/v1/pay-requests`, request);
  expect([status, body.toString() === large, reached.length]).toEqual([200, true, 1]);
  await proxy.idle();
  expect(proxy.summary()).toMatchObject({ violations: [], refused: 0, unchecked: [{ count: 1 }, { count: 1 }] });
});

it('an answer with a too large body is checked except for the body', async () => {
  const upstream = await startUpstream((_, outgoing) => {
    outgoing.writeHead(200, { 'Content-Type': 'text/html' }).end('x'.repeat(100_000));
  });
  const proxy = await startProxy({ upstreams: { lending: upstream.url }, port: 0, strict: true, limit: 1024 });
  open.push(proxy, upstream);
  expect((await sendRaw(`${proxy.urls.lending}/api/v1/markets/all`)).status).toBe(502);
});

it('valid exchanges are forwarded', async () => {
  const { proxy } = await strictBefore(MARKETS);
  const { status, body } = await sendRaw(`${proxy.urls.lending}/api/v1/markets/all`);
  expect([status, body.toString()]).toEqual([200, MARKETS]);
});
