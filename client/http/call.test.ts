import { describe, expect, test, vi } from 'vitest';
import { keptToken } from '../sign-in/kept-token.ts';
import { TIMEOUT } from '../values/limits.ts';
import { createServiceClient, type ServiceParts } from './client.ts';
import { type Presented, presenter } from './credentials.ts';
import { ServiceError } from './errors.ts';
import type { CallEvent, CallOptions, ClientOptions } from './options.ts';

type Init = { readonly headers: Readonly<Record<string, string>>; readonly signal: AbortSignal } & Record<
  string,
  unknown
>;
type Outcome = Response | Error | ((init: Init) => Promise<never>);
type Caller = Readonly<
  Record<
    'GET' | 'POST',
    (path: string, init?: object) => Promise<{ data?: unknown; error?: unknown; response: Response }>
  >
>;

const json = (body: unknown, status = 200, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });

/** A client whose attempts end like this, in turn; and what it sends and reports. */
function clientWith(
  outcomes: readonly Outcome[],
  options: Partial<ClientOptions> = {},
  parts: Partial<ServiceParts> = {},
) {
  const sent: [path: string, init: Init][] = [];
  const events: CallEvent[] = [];
  const rest = [...outcomes];
  const fetch = async (url: string, init: RequestInit) => {
    sent.push([url, init as Init]);
    const outcome = rest.length > 1 ? rest.shift() : rest[0];
    if (typeof outcome === 'function') return outcome(init as Init);
    if (!(outcome instanceof Response)) throw outcome;
    const { status, type } = outcome;
    return Object.defineProperties(outcome.clone(), { status: { value: status }, type: { value: type } });
  };
  const client = createServiceClient<object>(
    { baseUrl: 'http://x/a', delay: 0, onEvent: (event) => void events.push(event), fetch, ...options },
    {
      present: async () => [],
      open: [],
      lists: {},
      ...parts,
    },
  ) as unknown as Caller;
  return { client, sent, events };
}

const credential = (reject?: () => void): Presented => ({
  name: 'Authorization',
  value: 'Bearer sesame',
  secret: 'sesame',
  reject,
});
const coded = (code: unknown, cause?: unknown) => Object.assign(new Error('reset', { cause }), { code });
const untilAborted = ({ signal }: Init) =>
  new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describe('the request of a call', () => {
  test.each<[baseUrl: string, path: string, params: object, url: string]>([
    ['http://x/a', '/b', {}, 'http://x/a/b'],
    ['http://x/a//', '/b', {}, 'http://x/a/b'],
    ['http://x', '/b/{id}/{c}', { path: { id: 'a/b?', c: 5 } }, 'http://x/b/a%2Fb%3F/5'],
    ['http://x', '/b', { query: { a: '+ &', b: [1, 2], c: undefined, d: null } }, 'http://x/b?a=%2B%20%26&b=1&b=2'],
  ])('to %s with %s and %j goes to %s', async (baseUrl, path, params, url) => {
    const { client, sent } = clientWith([json({})], { baseUrl });
    await client.GET(path, { params });
    expect(sent.map(([to]) => to)).toEqual([url]);
  });

  test('has its method and its body as JSON, and follows no redirect', async () => {
    const { client, sent } = clientWith([json({})]);
    await client.GET('/b');
    await client.POST('/b', { body: null, headers: { 'content-type': 'application/problem+json' } });
    await client.POST('/b', { body: { a: [1] } });
    expect(
      sent.map(([, { method, body, redirect, headers }]) => [method, body, redirect, headers['content-type']]),
    ).toEqual([
      ['GET', undefined, 'manual', undefined],
      ['POST', 'null', 'manual', 'application/problem+json'],
      ['POST', '{"a":[1]}', 'manual', 'application/json'],
    ]);
  });
});

describe('the headers of a call', () => {
  test('are those of the credential, of the service, of the client and of the call', async () => {
    const headers = vi.fn(() => ({ 'X-One': 'service', 'X-Two': 'service', Authorization: 'service' }));
    const present = vi.fn(async () => [credential()]);
    const options = { headers: { 'X-Two': 'client', 'X-Three': 'client' } };
    const { client, sent } = clientWith([json({})], options, { headers, present });
    const header = { 'x-four': 4, 'X-Five': undefined, 'X-Six': null };
    const init = { headers: { 'x-three': 'call' }, params: { header } };
    await client.GET('/b', init);
    expect(sent[0]?.[1].headers).toEqual({
      'user-agent': expect.any(String),
      'x-one': 'service',
      'x-two': 'client',
      'x-three': 'call',
      'x-four': '4',
      authorization: 'service',
    });
    expect(headers.mock.calls).toEqual([['GET /b', init]]);
    expect(present.mock.calls).toEqual([['GET /b', undefined]]);
  });

  test('are checked before anything is sent', async () => {
    const { client, sent } = clientWith([json({})], {}, { present: async () => [{ ...credential(), secret: 'a\tb' }] });
    await expect(client.GET('/b')).rejects.toThrow('the value of Authorization cannot be sent');
    for (const init of [{ headers: { 'X-A': 'a\n' } }, { params: { header: { 'X-A': '\u20ac' } } }])
      await expect(clientWith([json({})]).client.GET('/b', init)).rejects.toThrow('the value of X-A cannot');
    expect(sent).toEqual([]);
  });
});

describe('a success', () => {
  const parts = { open: ['GET /open'], lists: { 'GET /list': ['a'] } };
  test.each([
    ['/open', 5, 5],
    ['/list', { a: null }, { a: [] }],
    ['/other', { a: null }, { a: null }],
  ])('of %s with %j is %j', async (path, body, data) => {
    expect((await clientWith([json(body)], {}, parts).client.GET(path)).data).toEqual(data);
  });
});

describe('a rejection', () => {
  test('without a body has an error nevertheless', async () => {
    const { data, error } = await clientWith([new Response(null, { status: 400 })]).client.GET('/b');
    expect([data, error]).toEqual([undefined, {}]);
  });

  test('that repeats a credential in a malformed answer is reported without it', async () => {
    const { client } = clientWith(
      [new Response('{"a":{"sesame":9007199254740993}}')],
      {},
      { present: async () => [credential()] },
    );
    await expect(client.GET('/b')).rejects.toThrow('would round, in ***');
  });

  test('hides the credentials of its call', async () => {
    const present = async () => [credential()];
    const { response } = await clientWith([json({}, 400)], {}, { present }).client.GET('/b');
    expect(new ServiceError({ msg: 'no sesame' }, response).message).toContain('no ***');
  });
});

describe('a call without an answer', () => {
  test.each<[string, Error, object]>([
    ['no response to GET http://x/a/b: reset', coded('ECONNRESET'), { reason: 'network', cause: coded('ECONNRESET') }],
    ['no response to GET http://x/a/b: reset', new TypeError('f', { cause: coded('E') }), { cause: coded('E') }],
    ['no response to GET http://x/a/b: reset', coded(5, coded('E')), { cause: coded('E') }],
    ['no response to GET http://x/a/b: reset', coded('UND_ERR_INVALID_ARG', coded('E')), { cause: coded('E') }],
    ['no response to GET http://x/a/b', coded('UND_ERR_INVALID_ARG'), { reason: 'network' }],
    ['no response to GET http://x/a/b', new Error('secret', { cause: 'text' }), { reason: 'network' }],
    ['no response to GET http://x/a/b', new DOMException('secret', 'AbortError'), { reason: 'network' }],
  ])('%s', async (message, error, expected) => {
    const { client } = clientWith([error], { attempts: 1 });
    const failure = await client.GET('/b').catch((reason: unknown) => reason);
    expect(failure).toMatchObject({ name: 'CallError', message, ...expected });
    expect('cause' in Object(failure)).toBe('cause' in expected);
  });

  test('since it was redirected is not repeated', async () => {
    const redirect = Object.defineProperty(new Response(null, { status: 302 }), 'type', { value: 'opaqueredirect' });
    const { client, sent } = clientWith([redirect]);
    await expect(client.GET('/b')).rejects.toMatchObject({
      reason: 'malformed',
      message: 'GET http://x/a/b was redirected',
    });
    expect(sent).toHaveLength(1);
  });

  test('since its answer is malformed is not repeated', async () => {
    const { client, sent } = clientWith([json([1])]);
    await expect(client.GET('/b')).rejects.toThrow('the response to GET http://x/a/b is no object');
    expect(sent).toHaveLength(1);
  });

  test.each<[ClientOptions['timeout'], CallOptions, number]>([
    [undefined, {}, TIMEOUT],
    [7, {}, 7],
    [7, { timeout: 5 }, 5],
  ])('with the limit %j and %j ends after %i ms', async (timeout, init, expected) => {
    vi.useFakeTimers();
    try {
      const { client } = clientWith([untilAborted], { timeout, attempts: 1 });
      const call = client.GET('/b', init).catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(expected - 1);
      expect(vi.getTimerCount()).toBe(1);
      await vi.advanceTimersByTimeAsync(1);
      expect(await call).toMatchObject({
        reason: 'timeout',
        message: `GET http://x/a/b took longer than ${expected} ms`,
      });
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test.each<[Partial<ClientOptions>, CallOptions]>([
    [{ totalTimeout: 5 }, {}],
    [{ totalTimeout: 60_000 }, { totalTimeout: 5 }],
    [{ totalTimeout: 5, signal: new AbortController().signal }, {}],
  ])('with the total limits %j and %j ends', async (options, init) => {
    const call = clientWith([untilAborted], options).client.GET('/b', init);
    await expect(call).rejects.toThrow('GET http://x/a/b took longer than 5 ms in all');
  });

  test('fails for its own reason within a total limit', async () => {
    const { client } = clientWith([coded('E')], { totalTimeout: 60_000, attempts: 1 });
    await expect(client.GET('/b')).rejects.toThrow('no response to GET http://x/a/b: reset');
  });

  test('ends with the signal of the client or of the call', async () => {
    const stop = new Error('enough');
    const none = new AbortController().signal;
    const aborted = AbortSignal.abort(stop);
    for (const [client, call] of [
      [aborted, undefined],
      [undefined, aborted],
      [aborted, none],
      [none, aborted],
    ]) {
      const { client: made, sent } = clientWith([json({})], { signal: client });
      await expect(made.GET('/b', { signal: call })).rejects.toBe(stop);
      await expect(made.GET('/b', { signal: call, totalTimeout: 60_000 })).rejects.toBe(stop);
      expect(sent).toEqual([]);
    }
  });

  test('ends with a signal during its attempt', async () => {
    const controller = new AbortController();
    const { client } = clientWith([untilAborted], { signal: controller.signal });
    const call = client.GET('/b');
    setTimeout(() => controller.abort(new Error('enough')), 1);
    await expect(call).rejects.toThrow('enough');
  });
});

describe('the events of a call', () => {
  const milliseconds = expect.toSatisfy((value: number) => value >= 0 && value < 60_000);
  const call = 'GET /b';

  test('are its attempts and waits', async () => {
    const { client, events } = clientWith([coded('E'), json({}, 503, { 'Retry-After': '0' }), json({})]);
    await client.GET('/b');
    expect(events).toEqual([
      { kind: 'attempt', call, attempt: 1, milliseconds, reason: 'network' },
      { kind: 'wait', call, attempt: 1, milliseconds: 0 },
      { kind: 'attempt', call, attempt: 2, milliseconds, status: 503 },
      { kind: 'wait', call, attempt: 2, milliseconds: 0 },
      { kind: 'attempt', call, attempt: 3, milliseconds, status: 200 },
    ]);
  });

  test('are its renewals: one, when some credential can be renewed', async () => {
    const rejected: number[] = [];
    const present = async () => [credential(() => rejected.push(1)), credential(), credential(() => rejected.push(2))];
    const { client, events } = clientWith([json({}, 401)], {}, { present });
    expect((await client.GET('/b')).response.status).toBe(401);
    expect(rejected).toEqual([1, 2]);
    expect(events).toEqual([
      { kind: 'attempt', call, attempt: 1, milliseconds, status: 401 },
      { kind: 'renewal', call, attempt: 1 },
      { kind: 'attempt', call, attempt: 1, milliseconds, status: 401 },
    ]);
    const fixed = clientWith([json({}, 401)], {}, { present: async () => [credential()] });
    await fixed.client.GET('/b');
    expect(fixed.sent).toHaveLength(1);
  });

  test.each<[ClientOptions['attempts'], CallOptions, number]>([
    [undefined, {}, 3],
    [2, {}, 2],
    [2, { attempts: 4 }, 4],
  ])('are as many attempts as %j and %j allow: %i', async (attempts, init, count) => {
    const seen: CallEvent[] = [];
    const { client, sent, events } = clientWith([coded('E')], { attempts });
    await expect(client.GET('/b', { ...init, onEvent: (event: CallEvent) => seen.push(event) })).rejects.toThrow();
    expect([sent.length, events.length, seen.filter(({ kind }) => kind === 'attempt').length]).toEqual([
      count,
      0,
      count,
    ]);
  });
});

test('forty calls with a rejected token renew it once', async () => {
  const made: string[] = [];
  const source = keptToken(async () => {
    made.push(`token-${made.length + 1}`);
    return made.at(-1) ?? '';
  });
  const arrived = Promise.withResolvers<void>();
  let waiting = 0;
  const fetch = async (_url: string, { headers }: RequestInit) => {
    if (new Headers(headers).get('Authorization') !== 'Bearer token-1') return json({});
    waiting += 1;
    if (waiting === 40) arrived.resolve();
    await arrived.promise;
    return json({}, 401);
  };
  const present = presenter({ Token: { type: 'bearer' } }, { Token: ['GET /b'] }, { Token: source });
  const { client } = clientWith([], { fetch }, { present });
  const answers = await Promise.all(Array.from({ length: 40 }, () => client.GET('/b')));
  expect([made.length, answers.every(({ response }) => response.ok)]).toEqual([2, true]);
});

test.each([[{ id: '..' }], [{ id: '' }]])('the path %j is not sent', async (path) => {
  const { client, sent } = clientWith([json({})]);
  await expect(client.POST('/b/{id}', { params: { path } })).rejects.toThrow('id cannot be');
  expect(sent).toEqual([]);
});
