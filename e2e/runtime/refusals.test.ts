/** Unusual requests are rejected alike by every adapter: the same status, the same bytes. */

import { connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { documentOf } from '@wallet-services/generators/testing/documents';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adapters, exampleHandlers, type Served, serve } from './serve.ts';

const servers: Served[] = [];
beforeAll(async () => {
  for (const adapter of adapters) {
    const handlers = exampleHandlers(documentOf('lending'));
    servers.push(await serve(adapter, 'lending', handlers, { bodyLimit: 2_000, bodyTimeout: 300 }));
  }
});
afterAll(() => Promise.all(servers.map((server) => server.close())));

/** Sends bytes, and reads the answer: status line, relevant headers, body. */
function exchange(url: string, ...pieces: readonly (string | Uint8Array)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let answer = '';
    socket.setTimeout(PATIENCE, () => socket.destroy(new Error(`no answer, but ${JSON.stringify(answer)}`)));
    socket.on('error', reject);
    socket.on('data', (data) => {
      answer += data.toString();
      const [, head = '', body = ''] = /^(.*?)\r\n\r\n(.*)$/s.exec(answer) ?? [];
      if (head === '' || body.length < Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0)) return;
      socket.destroy();
      const kept = head
        .split('\r\n')
        .filter((line) => /^(?:HTTP|allow|accept|content-type|content-length)/i.test(line));
      resolve([...kept.map((line) => line.toLowerCase()).sort(), body].join('\n'));
    });
    for (const piece of pieces) socket.write(piece);
  });
}

const good = JSON.stringify(
  documentOf('lending').paths['/api/v1/pay-requests']?.post?.requestBody?.content['application/json']?.example ?? {},
);
const post = (headers: Record<string, string>, body: string | Uint8Array = good) => [
  `POST /api/v1/pay-requests HTTP/1.1\r\nHost: x\r\n${Object.entries({
    'Content-Type': 'application/json',
    ...('Transfer-Encoding' in headers ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
    ...headers,
  })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`,
  body,
];
const chunked = (body: string) => `${body === '' ? '' : `${body.length.toString(16)}\r\n${body}\r\n`}0\r\n\r\n`;
const CHUNKS = { 'Transfer-Encoding': 'chunked' };
const get = (path: string, method = 'GET') => [`${method} ${path} HTTP/1.1\r\nHost: x\r\n\r\n`];

const cases: readonly [string, number, readonly (string | Uint8Array)[]][] = [
  ['a good body', 200, post({})],
  ['in chunks', 200, post(CHUNKS, chunked(good))],
  ['in chunks, none of them', 400, post(CHUNKS, chunked(''))],
  ['of no length', 400, post({}, '')],
  ['in another case', 200, post({ 'Content-Type': 'Application/JSON ; Charset="UTF-8"' })],
  ['with a mark of its byte order', 200, post({}, `\uFEFF${good}`)],
  ['in UTF-16', 200, post({ 'Content-Type': 'application/json; charset=utf-16le' }, Buffer.from(good, 'utf16le'))],
  ['in another charset', 415, post({ 'Content-Type': 'application/json; charset=latin1' })],
  ['in an unknown charset', 415, post({ 'Content-Type': 'application/json; charset=utf-9' })],
  ['of another type', 415, post({ 'Content-Type': 'application/json+x' })],
  ['of no type', 415, post({ 'Content-Type': '' })],
  ['that is no JSON', 400, post({}, '{"a":')],
  ['that is null', 400, post({}, 'null')],
  ['packed with gzip', 200, post({ 'Content-Encoding': 'gzip' }, gzipSync(good))],
  ['packed with deflate', 200, post({ 'Content-Encoding': 'Deflate' }, deflateSync(good))],
  ['packed with brotli', 200, post({ 'Content-Encoding': 'br' }, brotliCompressSync(good))],
  ['packed, in chunks of nothing', 400, post({ ...CHUNKS, 'Content-Encoding': 'gzip' }, chunked(''))],
  ['packed, and not wholly there', 400, post({ 'Content-Encoding': 'gzip' }, gzipSync(good).subarray(0, 20))],
  ['that says it is packed', 400, post({ 'Content-Encoding': 'gzip' })],
  ['packed twice', 415, post({ 'Content-Encoding': 'gzip, br' })],
  ['that unpacks to too much', 413, post({ 'Content-Encoding': 'gzip' }, gzipSync(`"${'x'.repeat(1_000_000)}"`))],
  ['that is too large', 413, post({}, `"${'x'.repeat(2_000)}"`)],
  ['that is too large, in chunks', 413, post(CHUNKS, chunked(`"${'x'.repeat(2_000)}"`))],
  ['that does not come', 408, post({ 'Content-Length': '1000' }, '{')],
  ['that does not come in chunks', 408, post(CHUNKS, '1\r\n{\r\n')],
  ['a path in another case', 404, get('/API/v1/markets/all')],
  ['a path with a slash too many', 404, get('/api/v1/markets/all/?a=b')],
  ['a method for no path', 405, get('/api/v1/markets/all', 'PATCH')],
  ['what a path takes', 204, get('/api/v1/pay-requests', 'OPTIONS')],
];

it.each(adapters)('two requests with bodies in one chunk are both answered: %s', async (adapter) => {
  const socket = connect(Number(new URL(servers[adapters.indexOf(adapter)]?.url ?? '').port), '127.0.0.1');
  socket.setTimeout(PATIENCE, () => socket.destroy(new Error('no answer')));
  socket.write(post({}).join('').repeat(2));
  let answers = '';
  for await (const data of socket) {
    answers += data;
    if (answers.split('HTTP/1.1 200').length > 2) break;
  }
  expect(answers.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
});

describe('is answered alike by all adapters', () => {
  it.each(cases)('%s: %i', async (_what, status, pieces) => {
    const [first, ...others] = await Promise.all(servers.map(({ url }) => exchange(url, ...pieces)));
    expect(first).toContain(`http/1.1 ${status}`);
    expect(others).toEqual(adapters.slice(1).map(() => first));
  });
});
