/** Malformed calls in each protocol. */

import { once } from 'node:events';
import { connect, type IncomingHttpHeaders } from 'node:http2';
import { setTimeout as wait } from 'node:timers/promises';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type RunningServer, startServer } from '../index.ts';
import { call } from '../testing/server.ts';

let [httpUrl, rpcUrl] = ['', ''];
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ port: 0, rpcPort: 0 });
  ({ httpUrl, rpcUrl } = server);
});
afterAll(() => server.close());

const GARBAGE = new Uint8Array([0x0a, 0xff, 0xff, 0xff, 0xff, 0x07]);

/** Larger than the largest message. */
const HUGE = new Uint8Array(1_200_000).fill(0x20);

/** Small messages with too many parts: half a million fields, a quarter of a million members. */
const MANY = new Uint8Array(1_000_000).fill(0x08);
const MANY_MEMBERS = `{"x":[${'{},'.repeat(250_000)}{}]}`;

function send(url: string, contentType: string, body: BodyInit) {
  return call(url, { method: 'POST', headers: { 'Content-Type': contentType }, body });
}

describe('Connect', () => {
  test.each([
    ['a negative limit', 'application/json', '{"limit":-1}', 400, 'invalid_argument'],
    ['a time that is none', 'application/json', '{"offset":"yesterday"}', 400, 'invalid_argument'],
    ['too many fields', 'application/proto', MANY, 429, 'resource_exhausted'],
    ['too many members', 'application/json', MANY_MEMBERS, 429, 'resource_exhausted'],
  ])('rejects %s', async (_what, contentType, body, status, code) => {
    const answer = await send(`${httpUrl}/lending.v1.Lending/Transactions`, contentType, body);
    expect(answer).toMatchObject({ status, body: { code, message: expect.stringMatching(/\w/) } });
  });

  test.each(['', '/lending'])('rejects an unknown method and names the known ones, at %j', async (base) => {
    expect(await send(`${httpUrl}${base}/lending.v1.Lending/Nothing`, 'application/json', '{}')).toMatchObject({
      status: 501,
      body: { code: 'unimplemented', message: expect.stringContaining('AllMarkets') },
    });
  });

  test('rejects another content type and another HTTP method in the error form', async () => {
    const url = `${httpUrl}/lending.v1.Lending/AllMarkets`;
    const wrongType = await send(url, 'text/plain', '{}');
    expect(wrongType).toMatchObject({
      status: 415,
      body: { code: 415, hint: expect.stringContaining('application/json') },
    });
    expect(wrongType.headers.get('accept-post')).toContain('application/proto');
    const wrongMethod = await call(url);
    expect(wrongMethod).toMatchObject({ status: 405, body: { code: 405 } });
    expect(wrongMethod.headers.get('allow')).toBe('POST');
  });

  test('an unknown service is an unknown path', async () => {
    expect(await send(`${httpUrl}/lending.v2.Lending/AllMarkets`, 'application/json', '{}')).toMatchObject({
      status: 404,
      body: { code: 404 },
    });
  });
});

describe('Twirp', () => {
  test.each([
    ['protobuf that is none', 'Lending/Transactions', 'application/protobuf', GARBAGE, 400, 'malformed'],
    ['JSON that is none', 'Lending/Transactions', 'application/json', '{"limit":', 400, 'malformed'],
    ['no JSON at all', 'Lending/Transactions', 'application/json', '', 400, 'malformed'],
    ['JSON that is no object', 'Lending/Transactions', 'application/json', 'null', 400, 'malformed'],
    ['bytes that are no text', 'Lending/Transactions', 'application/json', GARBAGE, 400, 'malformed'],
    ['a member of the wrong type', 'Lending/Transactions', 'application/json', '{"limit":"many"}', 400, 'malformed'],
    ['a negative limit', 'Lending/Transactions', 'application/json', '{"limit":-1}', 400, 'invalid_argument'],
    ['too large a message', 'Lending/Transactions', 'application/protobuf', HUGE, 429, 'resource_exhausted'],
    ['too many fields', 'Lending/Transactions', 'application/protobuf', MANY, 429, 'resource_exhausted'],
    ['too many members', 'Lending/Transactions', 'application/json', MANY_MEMBERS, 429, 'resource_exhausted'],
    ['another content type', 'Lending/Transactions', 'text/plain', '{}', 404, 'bad_route'],
    ['Connect’s content type', 'Lending/Transactions', 'application/proto', '', 404, 'bad_route'],
    ['an unknown method', 'lending.v1.Lending/Nothing', 'application/json', '{}', 404, 'bad_route'],
    ['an unknown service', 'lending.v2.Lending/AllMarkets', 'application/json', '{}', 404, 'bad_route'],
    ['another spelling', 'lending/allMarkets', 'application/json', '{}', 404, 'bad_route'],
  ])('rejects %s', async (_what, route, contentType, body, status, code) => {
    const answer = await send(`${httpUrl}/twirp/${route}`, contentType, body);
    expect(answer).toMatchObject({ status, body: { code, msg: expect.stringMatching(/\w/) } });
    expect(answer.headers.get('content-type')).toBe('application/json');
  });

  test.each(['GET', 'PUT', 'DELETE', 'OPTIONS'])('rejects %s', async (method) => {
    expect(await call(`${httpUrl}/twirp/Lending/AllMarkets`, { method })).toMatchObject({
      status: 404,
      body: { code: 'bad_route', meta: { twirp_invalid_route: `${method} /twirp/Lending/AllMarkets` } },
    });
  });

  test('ignores members it does not know, and a parameter of the content type', async () => {
    const answer = await send(
      `${httpUrl}/twirp/Lending/Transactions`,
      'application/json; charset=utf-8',
      '{"limit":1,"x":1}',
    );
    expect(answer).toMatchObject({ status: 200, body: { data: [{ id: '49518' }] } });
  });

  test('writes the names of the .proto file, and members with the value zero too', async () => {
    const { body } = await send(`${httpUrl}/twirp/Lending/AllMarkets`, 'application/json', '{}');
    const sol = (body as { data: Record<string, unknown>[] }).data.at(-1);
    expect(sol).toMatchObject({ suppliers: '0', price_update_at: '0001-01-01T00:00:00Z' });
  });
});

describe('gRPC', () => {
  /** Adds gRPC's frame to a message. */
  function framed(message: Uint8Array): Uint8Array {
    const frame = Buffer.alloc(5 + message.length);
    frame.writeUInt32BE(message.length, 1);
    frame.set(message, 5);
    return frame;
  }

  const ROUTE = '/lending.v1.Lending/Transactions';

  test.each([
    ['whose caller never ends it, at its deadline', '300m', framed(new Uint8Array()), 4],
    ['whose caller begins a message only, at its deadline', '300m', framed(GARBAGE).subarray(0, 7), 4],
    ['that is too large, and goes on', '60S', framed(HUGE), 8],
  ])('ends a call %s', async (_what, timeout, body, status) => {
    const session = connect(rpcUrl);
    onTestFinished(() => session.destroy());
    const stream = session.request({
      ':method': 'POST',
      ':path': ROUTE,
      'content-type': 'application/grpc+proto',
      'grpc-timeout': timeout,
      te: 'trailers',
    });
    let headers: IncomingHttpHeaders = {};
    stream.on('response', (received) => {
      headers = { ...headers, ...received };
    });
    stream.on('trailers', (received) => {
      headers = { ...headers, ...received };
    });
    stream.resume();
    stream.write(body);
    await new Promise((resolve) => stream.once('close', resolve));
    expect(headers).toMatchObject({ ':status': 200, 'grpc-status': String(status) });
  });

  test('rejects a message with too many parts', async () => {
    const session = connect(rpcUrl);
    onTestFinished(() => session.destroy());
    const stream = session.request({ ':method': 'POST', ':path': ROUTE, 'content-type': 'application/grpc+proto' });
    stream.resume().end(framed(MANY));
    const [headers] = await once(stream, 'trailers');
    expect(headers).toMatchObject({ 'grpc-status': '8' });
  });

  test('prints nothing when a client disconnects in the middle of a large answer', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => printed.mockRestore());
    const session = connect(rpcUrl, { settings: { initialWindowSize: 1 } });
    const stream = session.request({ ':method': 'POST', ':path': ROUTE, 'content-type': 'application/grpc+proto' });
    stream.on('error', () => undefined).end(framed(new Uint8Array()));
    await once(stream, 'response');
    await wait(50);
    session.destroy();
    await wait(100);
    expect(printed).not.toHaveBeenCalled();
  });

  test('survives bytes that are not HTTP/2', async () => {
    await expect(fetch(rpcUrl, { signal: AbortSignal.timeout(PATIENCE) })).rejects.toThrow();
    const session = connect(rpcUrl);
    onTestFinished(() => session.destroy());
    await once(session, 'connect');
  });
});

test('gRPC-Web rejects garbage and an unknown method in its own form', async () => {
  const call = async (method: string, body: Uint8Array<ArrayBuffer>) => {
    const response = await fetch(`${httpUrl}/lending.v1.Lending/${method}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/grpc-web+proto' },
      body,
      signal: AbortSignal.timeout(PATIENCE),
    });
    return { status: response.status, grpc: response.headers.get('grpc-status'), text: await response.text() };
  };
  const framed = new Uint8Array([0, 0, 0, 0, GARBAGE.length, ...GARBAGE]);
  const garbage = await call('Transactions', framed);
  expect(garbage.grpc ?? garbage.text).toMatch(/3/);
  expect(await call('Nothing', framed)).toMatchObject({ status: 200, grpc: '12' });
});
