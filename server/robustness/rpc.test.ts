/** Sixty invalid RPC calls over HTTP/2, in gRPC and Connect, and the answer to each. */

import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from 'node:http2';
import { Code } from '@connectrpc/connect';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../index.ts';
import { call, keptLog } from '../testing/server.ts';

const ROUTE = '/lending.v1.Lending/Transactions';
const NOTHING = new Uint8Array();
const GARBAGE = new Uint8Array([0x0a, 0xff, 0xff, 0xff, 0xff, 0x07]);
const HUGE = new Uint8Array(1_200_000).fill(0x20);
const text = (json: string) => new TextEncoder().encode(json);

/** Adds gRPC's frame to a message. */
function framed(message: Uint8Array, flags = 0): Uint8Array {
  const frame = Buffer.alloc(5 + message.length);
  frame[0] = flags;
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, 5);
  return frame;
}

interface Call {
  readonly type: string;
  readonly path?: string;
  readonly body?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}
type Case = readonly [name: string, call: Call, expected: string];

/** The same message in both encodings, and the expected result of each protocol. */
const MESSAGES: readonly (readonly [string, Uint8Array, string, string])[] = [
  ['nothing set', NOTHING, '{}', 'ok'],
  ['a member that is not known', new Uint8Array([0x78, 0x01]), '{"x":1}', 'ok'],
  ['the beginning of a message', GARBAGE, '{"limit":', 'invalid_argument'],
  ['a member of the wrong type', new Uint8Array([0x10, 0xff]), '{"limit":"many"}', 'invalid_argument'],
  ['bytes that are no text', new Uint8Array([0xff, 0xfe]), '\ufffd', 'invalid_argument'],
  ['a number alone', new Uint8Array([0x07]), '7', 'invalid_argument'],
  ['a list', new Uint8Array([0x0f]), '[]', 'invalid_argument'],
  ['null', new Uint8Array([0x00]), 'null', 'invalid_argument'],
];

const PROTOCOLS: readonly (readonly [type: string, isFramed: boolean, isJson: boolean])[] = [
  ['application/grpc+proto', true, false],
  ['application/grpc+json', true, true],
  ['application/proto', false, false],
  ['application/json', false, true],
];

const GRPC = { type: 'application/grpc+proto', body: framed(NOTHING) };
const CONNECT = { type: 'application/json', body: text('{}') };
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const CASES: readonly Case[] = [
  ...PROTOCOLS.flatMap(([type, isFramed, isJson]) =>
    MESSAGES.map(([name, proto, json, code]): Case => {
      const body = isJson ? text(json) : proto;
      return [`${type}: ${name}`, { type, body: isFramed ? framed(body) : body }, code];
    }),
  ),
  ['gRPC: too large a message', { ...GRPC, body: framed(HUGE) }, 'resource_exhausted'],
  ['Connect: too large a message', { ...CONNECT, body: HUGE }, 'resource_exhausted'],
  ['gRPC: no message', { ...GRPC, body: NOTHING }, 'unimplemented'],
  ['gRPC: two messages', { ...GRPC, body: Buffer.concat([GRPC.body, GRPC.body]) }, 'unimplemented'],
  ['gRPC: a frame that ends too early', { ...GRPC, body: framed(GARBAGE).subarray(0, 7) }, 'invalid_argument'],
  ['gRPC: half a frame', { ...GRPC, body: GRPC.body.subarray(0, 3) }, 'invalid_argument'],
  ['gRPC: packed, with no word of how', { ...GRPC, body: framed(NOTHING, 1) }, 'internal'],
  ['gRPC: packed in a way that is not known', { ...GRPC, headers: { 'grpc-encoding': 'x' } }, 'unimplemented'],
  ['Connect: packed in a way that is not known', { ...CONNECT, headers: { 'content-encoding': 'x' } }, 'unimplemented'],
  ['gRPC: a deadline that is none', { ...GRPC, headers: { 'grpc-timeout': 'soon' } }, 'invalid_argument'],
  ['Connect: a deadline that is none', { ...CONNECT, headers: { 'connect-timeout-ms': 'x' } }, 'invalid_argument'],
  ['gRPC: an unknown method', { ...GRPC, path: '/lending.v1.Lending/Nothing' }, 'unimplemented'],
  ['gRPC: an unknown service', { ...GRPC, path: '/lending.v2.Lending/AllMarkets' }, 'unimplemented'],
  ['gRPC: a method in small letters', { ...GRPC, path: '/lending.v1.Lending/transactions' }, 'unimplemented'],
  ['Connect: an unknown method', { ...CONNECT, path: '/lending.v1.Lending/Nothing' }, 'unimplemented'],
  ['Connect: a slash behind', { ...CONNECT, path: `${ROUTE}/` }, 'unimplemented'],
  ['Connect: a way up', { ...CONNECT, path: '/x/../etc/passwd' }, 'unimplemented'],
  ['another content type', { ...CONNECT, type: 'text/plain' }, '415'],
  ['JSON of another name', { ...CONNECT, type: 'application/jsonx' }, '415'],
  ['a host that is none', { ...CONNECT, headers: { ':authority': 'a:99999' } }, '400'],
  // The credential is checked before the message.
  ['gRPC: no token', { ...GRPC, path: '/comment.v1.CommentService/ReadMe' }, 'unauthenticated'],
  [
    'gRPC: no token, garbage',
    { ...GRPC, path: '/comment.v1.CommentService/CreateComment', body: framed(GARBAGE) },
    'unauthenticated',
  ],
  [
    'Connect: no token, garbage',
    { ...CONNECT, path: '/vault.v1.VaultService/ListMyVaults', body: GARBAGE },
    'unauthenticated',
  ],
  [
    'Connect: a token that is none',
    { ...CONNECT, path: '/swap.v1.SwapService/ReadOrder', headers: bearer('x') },
    'unauthenticated',
  ],
  [
    'gRPC: a token of no user',
    { ...GRPC, path: '/vault.v1.VaultService/ListMyVaults', headers: bearer('a.b.c') },
    'unauthenticated',
  ],
  [
    'gRPC: no application, too much',
    { ...GRPC, path: '/assistant.v1.AssistantService/CreateIndexes', body: framed(HUGE) },
    'unauthenticated',
  ],
  [
    'Connect: a wrong secret',
    {
      ...CONNECT,
      path: '/assistant.v1.AssistantService/ResetIndexes',
      headers: { 'x-assistant-appid': 'a', 'x-assistant-secret': 'b' },
    },
    'unauthenticated',
  ],
  [
    'gRPC: Basic',
    { ...GRPC, path: '/comment.v1.CommentService/ReadMe', headers: { authorization: 'Basic eDp5' } },
    'unauthenticated',
  ],
];

const { log, lines } = keptLog('error');
let server: RunningServer;
let session: ClientHttp2Session;
beforeAll(async () => {
  server = await startServer({ port: 0, rpcPort: 0, log });
  session = connect(server.rpcUrl);
});
afterAll(async () => {
  session.destroy();
  await server.close();
});

const nameOf = (code: number) =>
  code === 0 ? 'ok' : (Code[code] ?? '').replaceAll(/(?<=.)([A-Z])/g, '_$1').toLowerCase();

/** The name of the answer's RPC code, or its HTTP status when it has none. */
function codeOf(headers: IncomingHttpHeaders, body: string): string {
  if (headers['grpc-status'] !== undefined) return nameOf(Number(headers['grpc-status']));
  const code: unknown = String(headers[':status']) === '200' ? 'ok' : JSON.parse(body).code;
  return String(code);
}

function called({ type, path = ROUTE, body = NOTHING, headers = {} }: Call): Promise<string> {
  return new Promise((resolve, reject) => {
    const stream = session.request({
      ':method': 'POST',
      ':path': path,
      'content-type': type,
      te: 'trailers',
      ...headers,
    });
    let received: IncomingHttpHeaders = {};
    let answer = '';
    const add = (more: IncomingHttpHeaders) => {
      received = { ...received, ...more };
    };
    stream.setTimeout(PATIENCE, () => reject(new Error('no answer')));
    stream.on('response', add).on('trailers', add).on('error', reject);
    stream.on('data', (part) => {
      answer += part;
    });
    stream.on('end', () => resolve(codeOf(received, answer)));
    stream.end(body);
  });
}

test('there are sixty', () => expect(new Set(CASES.map(([name]) => name)).size).toBe(60));

test.each(CASES)('%s', async (_name, call, expected) => {
  expect(await called(call)).toBe(expected);
});

test('the server still answers after all of it', async () => {
  expect((await call(`${server.httpUrl}/readyz`)).status).toBe(200);
  expect(lines).toEqual([]);
});
