import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { NodeSent } from './request.ts';

/** A request that has received these headers and pieces, with its parts. */
function sentWith(rawHeaders: readonly string[] = [], pieces: readonly string[] = [], more: object = {}) {
  const request = Object.assign(new IncomingMessage(new Socket()), { method: 'PUT', url: '/a', ...more });
  request.rawHeaders = [...rawHeaders];
  for (let place = rawHeaders.length - 2; place >= 0; place -= 2)
    request.headers[rawHeaders[place]?.toLowerCase() ?? ''] = rawHeaders[place + 1];
  for (const piece of pieces) request.push(piece);
  const response = new ServerResponse(request);
  return { request, response, sent: new NodeSent(request, response, '/b') };
}

it('has the method, the address and the headers of its request', () => {
  const { request, sent } = sentWith(['X-A', 'b']);
  expect([sent.method, sent.url, sent.request]).toEqual(['PUT', '/b', request]);
  expect([sent.header('x-a'), sent.header('x-b'), sent.headers()]).toEqual(['b', undefined, { 'x-a': 'b' }]);
});

it.each([
  [['Content-Type', 'a', 'CONTENT-TYPE', 'b'], 'content-type', 'a, b'],
  [['Authorization', 'a', 'X-A', 'c', 'authorization', 'b'], 'authorization', 'a, b'],
  [['X-A', 'a', 'X-A', 'b'], 'x-a', 'a'],
])('of %j the header %s is %j', (rawHeaders, name, value) => {
  expect(sentWith(rawHeaders).sent.header(name)).toBe(value);
});

it.each<[readonly string[], readonly string[], string | undefined]>([
  [['Content-Length', '3'], ['[1]'], '[1]'],
  [['Content-Length', '3'], ['[1', ']'], '[1]'],
  [['Content-Length', '6'], ['\ufeff[1]'], '[1]'],
  [['Content-Length', '4'], ['[1]'], undefined],
  [['Content-Length', '3', 'Transfer-Encoding', 'chunked'], ['[1]'], undefined],
  [['Transfer-Encoding', 'chunked'], ['[1]'], undefined],
])('with %j and %j, what has arrived is %j', (rawHeaders, pieces, text) => {
  expect(sentWith(rawHeaders, pieces).sent.here()).toBe(text);
});

it('knows what a middleware has read', () => {
  expect(sentWith([], [], { body: 5 }).sent.parsed()).toBe(5);
  const { request, sent } = sentWith([], ['a']);
  expect([sent.parsed(), sent.isConsumed()]).toEqual([undefined, false]);
  request.read();
  expect(sent.isConsumed()).toBe(true);
});

it.each([
  [{ ip: '::2' }, '::2'],
  [{ ip: undefined }, '::1'],
  [{}, '::1'],
])('with %j the address is %s', (more, address) => {
  const { request, sent } = sentWith([], [], more);
  Object.defineProperty(request.socket, 'remoteAddress', { value: '::1' });
  expect(sent.address()).toBe(address);
});

describe('a client', () => {
  const finished = { value: true };

  it('leaves when its connection closes before the answer', () => {
    const { response, sent } = sentWith();
    const signal = sent.signal();
    expect([sent.hasLeft(), signal.aborted, sent.signal()]).toEqual([false, false, signal]);
    response.emit('close');
    expect(signal.aborted).toBe(true);
  });

  it('does not leave with its answer', () => {
    const { request, response, sent } = sentWith();
    const signal = sent.signal();
    Object.defineProperty(response, 'writableFinished', finished);
    response.emit('close');
    request.socket.destroy();
    expect([signal.aborted, sent.hasLeft()]).toEqual([false, false]);
  });

  it.each<[string, (parts: ReturnType<typeof sentWith>) => void]>([
    ['its connection', ({ request }) => void request.socket.destroy()],
    ['the response', ({ response }) => void response.destroy()],
    ['the stream', ({ response }) => void Object.defineProperty(response, 'closed', { value: true })],
  ])('has left when %s is closed', (_what, close) => {
    const parts = sentWith();
    close(parts);
    expect([parts.sent.hasLeft(), parts.sent.signal().aborted]).toEqual([true, true]);
  });
});

describe('the bytes of a body', () => {
  const LIMITS = { size: 4, time: 1_000 };
  const receiving =
    (...pieces: readonly (string | null)[]) =>
    (request: IncomingMessage) => {
      for (const piece of pieces) request.push(piece);
    };
  const outcome = (reading: Promise<Uint8Array>) =>
    reading.then(
      (bytes) => Buffer.from(bytes).toString(),
      (error: { status?: number; message: string }) => [error.status, error.message],
    );

  it.each<[string, (request: IncomingMessage) => void, unknown]>([
    ['arrive in pieces', receiving('ab', 'cd', null), 'abcd'],
    ['are too many', receiving('abc', 'de'), [413, 'the body is too large']],
    ['break off', (request) => void request.destroy(new Error('reset')), [400, 'the body ended early']],
    ['end with the connection', (request) => void request.emit('close'), [400, 'the body ended early']],
  ])('%s', async (_what, arrive, expected) => {
    const { request, sent } = sentWith();
    const reading = outcome(sent.bytes(LIMITS));
    arrive(request);
    expect(await reading).toEqual(expected);
  });

  it('are gone when the connection is closed', async () => {
    const { request, sent } = sentWith();
    request.destroy();
    expect(await outcome(sent.bytes(LIMITS))).toEqual([400, 'the body ended early']);
  });

  it('do not arrive in time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { sent } = sentWith();
      const reading = outcome(sent.bytes(LIMITS));
      vi.advanceTimersByTime(1_000);
      expect(await reading).toEqual([408, 'the body did not arrive in time']);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});
