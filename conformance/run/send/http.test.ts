import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { closeAgents, openAgents, sendHttp } from './http.ts';

const limits = { timeoutMs: 10_000, maxBytes: 100_000 };
/** For servers that never end their answers. */
const brief = { ...limits, timeoutMs: 300 };
const agents = openAgents(2);
const servers: Server[] = [];

afterEach(async () => {
  closeAgents(agents);
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function serve(answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_, response) => answer(response));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

function get(url: string, within = limits, signal?: AbortSignal) {
  return sendHttp({ url, method: 'GET', headers: {}, body: null }, within, agents, signal);
}

test('an answer is read with its status, type and JSON', async () => {
  const url = await serve((response) => response.writeHead(404, { 'content-type': 'application/json' }).end('{"a":1}'));
  expect(await get(url)).toMatchObject({
    kind: 'answer',
    status: 404,
    contentType: 'application/json',
    body: { text: '{"a":1}', json: { ok: true, value: { a: 1 } } },
  });
});

test('a request has the length of its body, whatever the method', async () => {
  const url = await serve((response) => response.end(response.req.headers['content-length']));
  const answer = await sendHttp({ url, method: 'GET', headers: {}, body: '{"content":"ä"}' }, limits, agents);
  expect(answer).toMatchObject({ body: { text: '16' } });
});

test('a redirect is an answer', async () => {
  const url = await serve((response) => response.writeHead(302, { location: '/' }).end());
  expect(await get(url)).toMatchObject({ kind: 'answer', status: 302 });
});

test('a stream of events is read for a moment', async () => {
  const url = await serve((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
  });
  expect(await get(url)).toMatchObject({ kind: 'answer', status: 200, body: { text: 'data: 1\n\n' } });
});

test.each([
  ['no answer', (_: ServerResponse) => undefined, 'timeout'],
  ['half an answer', (response: ServerResponse) => void response.writeHead(200).write('{'), 'timeout'],
  ['a closed connection', (response: ServerResponse) => void response.destroy(), 'closed'],
  [
    'a connection closed in the middle',
    (response: ServerResponse) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{', () => response.destroy());
    },
    'closed',
  ],
  ['what is no HTTP', (response: ServerResponse) => void response.socket?.end('hello\r\n\r\n'), 'malformed'],
  ['a huge body', (response: ServerResponse) => void response.end('x'.repeat(200_000)), 'too-large'],
])('%s ends in a failure, in time', async (_, answer, reason) => {
  const url = await serve(answer);
  expect(await get(url, reason === 'timeout' ? brief : limits)).toMatchObject({ kind: 'failure', reason });
});

test.each([
  ['an empty body', ''],
  ['broken JSON', '{"a":'],
  ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22])],
])('%s is an answer without JSON', async (_, body) => {
  const url = await serve((response) => response.end(body));
  expect(await get(url)).toMatchObject({ kind: 'answer', body: { json: { ok: false } } });
});

test('a compressed body is read, and one that would grow without limit is not', async () => {
  const good = await serve((response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('[1]')));
  expect(await get(good)).toMatchObject({ body: { json: { ok: true, value: [1] } } });
  const bomb = gzipSync(' '.repeat(1_000_000));
  const bad = await serve((response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
  expect(await get(bad)).toMatchObject({ body: { json: { ok: false } } });
});

test('a request that may change something is sent once, however connections are closed', async () => {
  let taken = 0;
  const url = await serve((response) => {
    taken += 1;
    // The next request may already be on its way. A connection that is closed before the body was read loses the answer.
    const { req, socket } = response;
    req.resume().once('end', () => response.end('[]', () => setTimeout(() => socket?.destroy(), 1)));
  });
  for (let count = 0; count < 40; count += 1) {
    const request = { url, method: 'POST', headers: {}, body: '{}' };
    expect(await sendHttp(request, limits, agents)).toMatchObject({ kind: 'answer', status: 200 });
  }
  expect(taken).toBe(40);
});

test.each([
  ['x-gzip', gzipSync('[1]')],
  ['deflate', deflateSync('[1]')],
  ['deflate', deflateRawSync('[1]')],
  ['zstd', zstdCompressSync('[1]')],
  ['identity', Buffer.from('[1]')],
  ['deflate, gzip', gzipSync(deflateSync('[1]'))],
])('a body in %s is read', async (encoding, bytes) => {
  const url = await serve((response) => response.writeHead(200, { 'content-encoding': encoding }).end(bytes));
  expect(await get(url)).toMatchObject({ body: { json: { ok: true, value: [1] } } });
});

test('an unknown encoding is named', async () => {
  const url = await serve((response) => response.writeHead(200, { 'content-encoding': 'aes' }).end('[1]'));
  expect(await get(url)).toMatchObject({
    body: { json: { ok: false, problem: 'a body in an encoding that the request does not accept: aes' } },
  });
});

test('a kept connection that the server closed is opened again', async () => {
  let answered = 0;
  const url = await serve((response) => {
    answered += 1;
    response.end('[]', () => setImmediate(() => response.socket?.destroy()));
  });
  for (let request = 0; request < 20; request += 1)
    expect(await get(url)).toMatchObject({ kind: 'answer', status: 200 });
  expect(answered).toBeGreaterThanOrEqual(20);
});

test('a port without a listener is unreachable', async () => {
  const url = await serve(() => undefined);
  const [server] = servers.splice(0);
  await new Promise((resolve) => server?.close(resolve));
  expect(await get(url)).toMatchObject({ kind: 'failure', reason: 'unreachable' });
});

test('an interruption ends the wait', async () => {
  const url = await serve(() => undefined);
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 20);
  await expect(get(url, limits, controller.signal)).rejects.toThrow();
});
