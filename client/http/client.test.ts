import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createClient as createAssistant } from '../assistant/index.ts';
import { createClient as createLending } from '../lending/index.ts';
import { type CallError, createClient, InputError, ServiceError, unwrap } from '../swap/index.ts';
import { scripted } from '../testing/server.ts';

const PAIRS = { ts: 1, data: { pairs: [] } };
const path = { path: { follow_id: '8d1f0f64-3f5c-4b52-9b3e-0e0a4ad4c1d2' } };

describe('an answer', () => {
  test('that is a success is data', async () => {
    const { baseUrl } = await scripted({ body: PAIRS });
    const { data, error, response } = await createClient({ baseUrl }).GET('/pairs');
    expect({ data, error, status: response.status }).toEqual({ data: PAIRS, error: undefined, status: 200 });
  });

  test('that is a refusal is an error, and is not thrown', async () => {
    const { baseUrl } = await scripted({ status: 404, body: { code: 404, msg: 'there is no such order' } });
    const { data, error } = await createClient({ baseUrl }).GET('/orders/{follow_id}', { params: path });
    expect({ data, error }).toEqual({ data: undefined, error: { code: 404, msg: 'there is no such order' } });
  });

  test.each(['', '<html>bad gateway</html>'])(
    'that is a refusal with the body %j is an error nevertheless',
    async (body) => {
      const { baseUrl } = await scripted({ status: 500, body });
      const { data, error } = await createClient({ baseUrl }).GET('/pairs');
      expect(data).toBeUndefined();
      expect(Boolean(error)).toBe(true);
    },
  );

  test('is thrown by unwrap when it is a refusal, with status, body and reason', async () => {
    const { baseUrl } = await scripted({ status: 400, body: { code: 400, msg: 'limit is not a number', hint: 'x' } });
    const call = unwrap(createClient({ baseUrl }).GET('/pairs'));
    await expect(call).rejects.toThrow(`${baseUrl}/pairs answered 400: limit is not a number`);
    const error = await call.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ status: 400, body: { hint: 'x' } });
  });

  test('that is a refusal is logged without secrets', async () => {
    const { baseUrl } = await scripted({ status: 400, body: { code: 400, msg: `a\nb\u001b${'😀'.repeat(400)}` } });
    const call = unwrap(createClient({ baseUrl }).GET('/pairs'));
    await expect(call).rejects.toThrow(new RegExp(`answered 400: a b ${'😀'.repeat(296)}$`, 'u'));
  });

  test('that is a refusal of excessive length is cut', async () => {
    const pieces = { 'Transfer-Encoding': 'chunked' };
    const { baseUrl } = await scripted({ status: 400, body: 'x'.repeat(3 << 20), headers: pieces });
    const { error, response } = await createClient({ baseUrl }).GET('/pairs');
    expect([response.status, response.url, String(error).length]).toEqual([400, `${baseUrl}/pairs`, 1 << 20]);
  });

  test('that is too long is malformed, even when it is compressed', async () => {
    const body = gzipSync(Buffer.alloc(65 << 20, ' '));
    const { baseUrl, requests } = await scripted({ body, headers: { 'Content-Encoding': 'gzip' } });
    const call = createClient({ baseUrl }).GET('/pairs');
    await expect(call).rejects.toMatchObject({
      reason: 'malformed',
      message: expect.stringContaining('is too long'),
    });
    expect(requests).toHaveLength(1);
  });

  test('has empty lists where the service sends null for one, at any depth', async () => {
    const transactions = '/api/v1/transactions';
    const { baseUrl } = await scripted(
      { body: { ...PAIRS, data: { ...PAIRS.data, pairs: null } } },
      { body: { data: { history: [{ id: 1, middleware_results: null, error: null }] } } },
      { body: 'null' },
      { body: '' },
    );
    expect((await unwrap(createClient({ baseUrl }).GET('/pairs'))).data.pairs).toEqual([]);
    const conversation = { params: { path: { conversation_id: 'c' } } };
    const read = unwrap(createAssistant({ baseUrl, appId: 'a' }).GET('/conversations/{conversation_id}', conversation));
    expect(await read).toEqual({ data: { history: [{ id: 1, middleware_results: [], error: null }] } });
    expect(await unwrap(createLending({ baseUrl }).GET(transactions))).toEqual([]);
    await expect(createLending({ baseUrl }).GET(transactions)).rejects.toThrow('is empty');
  });

  test('is any JSON where the documents specify no form', async () => {
    for (const body of [{ ts: 1, data: {} }, [1], 'null']) {
      const { baseUrl } = await scripted({ body });
      const { data } = await createClient({ baseUrl }).POST('/oauth', { body: {} });
      expect(data ?? null).toEqual(body === 'null' ? null : body);
    }
  });

  test('is returned by unwrap when it is a success', async () => {
    const { baseUrl } = await scripted({ body: PAIRS });
    expect(await unwrap(createClient({ baseUrl }).GET('/pairs'))).toEqual(PAIRS);
  });
});

describe('a call without an answer', () => {
  const failure = (reason: string, message: RegExp) =>
    expect.objectContaining({ name: 'CallError', reason, message: expect.stringMatching(message) });

  test('ends after its time limit', async () => {
    const { baseUrl, requests } = await scripted({ silent: true });
    const client = createClient({ baseUrl, timeout: 150, attempts: 2, delay: 1 });
    await expect(client.GET('/pairs')).rejects.toEqual(
      failure('timeout', /^GET http:.*\/pairs took longer than 150 ms$/),
    );
    expect(requests).toHaveLength(2);
  });

  test('because of a closed port reports it', async () => {
    const client = createClient({ baseUrl: 'http://127.0.0.1:1', attempts: 1 });
    await expect(client.GET('/pairs')).rejects.toEqual(failure('network', /no response to /));
  });

  test('with an answer that is not JSON reports it at once', async () => {
    const { baseUrl, requests } = await scripted({ body: '<html>' });
    await expect(createClient({ baseUrl }).GET('/pairs')).rejects.toEqual(failure('malformed', /is not JSON/));
    expect(requests).toHaveLength(1);
  });

  test('but with a redirect carries no credential to another host', async () => {
    const elsewhere = await scripted({ body: {} });
    const { baseUrl } = await scripted({ status: 302, headers: { Location: elsewhere.baseUrl } });
    const client = createAssistant({ baseUrl, appId: 'app', appSecret: 'secret', attempts: 1 });
    expect((await client.POST('/indexes/reset')).response.status).toBe(302);
    expect(elsewhere.requests).toEqual([]);
  });

  test('ends with the reason of the signal of the call, or of the client', async () => {
    const { baseUrl } = await scripted({ silent: true });
    const stop = new Error('enough');
    const ofCall = createClient({ baseUrl }).GET('/pairs', { signal: AbortSignal.abort(stop) });
    await expect(ofCall).rejects.toBe(stop);
    const controller = new AbortController();
    const ofClient = createClient({ baseUrl, signal: controller.signal }).GET('/pairs');
    setTimeout(() => controller.abort(stop), 20);
    await expect(ofClient).rejects.toBe(stop);
  });

  test('ends with the signal even while it waits for the next attempt', async () => {
    const { baseUrl } = await scripted({ status: 503, headers: { 'Retry-After': '20' } });
    const controller = new AbortController();
    const call = createClient({ baseUrl, signal: controller.signal }).GET('/pairs');
    setTimeout(() => controller.abort(new Error('enough')), 50);
    await expect(call).rejects.toThrow('enough');
  });
});

test('a secret is sent with the three operations that need it, and with no other', async () => {
  const { baseUrl, requests } = await scripted({ body: {} });
  const client = createAssistant({ baseUrl, appId: 'the-app', appSecret: 'the-secret' });
  await client.GET('/indexes/search', { params: { query: { keywords: 'plum' } } });
  await client.POST('/indexes', { body: { items: [] } });
  expect(requests.map(({ headers }) => [headers['x-assistant-appid'], headers['x-assistant-secret']])).toEqual([
    ['the-app', undefined],
    ['the-app', 'the-secret'],
  ]);
});

test('headers of the call override those of the client, and its credentials', async () => {
  const { baseUrl, requests } = await scripted({ body: {} });
  const client = createClient({ baseUrl, token: 'abc', headers: { 'X-One': '1', 'X-Two': '1' } });
  await client.GET('/orders/{follow_id}', { params: path, headers: { 'x-two': '2', authorization: 'Bearer own' } });
  expect(requests[0]?.headers).toMatchObject({ 'x-one': '1', 'x-two': '2', authorization: 'Bearer own' });
});

test('no message and no log contains a credential', async () => {
  const logged = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) =>
    vi.spyOn(console, name).mockReturnValue(undefined),
  );
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  const { baseUrl } = await scripted({ status: 401, body: { msg: 'no' } });
  const call = { params: path };
  const refused = await unwrap(createClient({ baseUrl, token: 'sesame' }).GET('/orders/{follow_id}', call)).catch(
    String,
  );
  const dead = createClient({ baseUrl: 'http://127.0.0.1:1', token: 'sesame', attempts: 1 });
  const unanswered = await dead
    .GET('/orders/{follow_id}', call)
    .catch((error: CallError) => [error, error.cause].join());
  expect(`${refused}${unanswered}`).not.toContain('sesame');
  for (const spy of logged) expect(spy).not.toHaveBeenCalled();
});

test.each([
  '',
  'api.example.org',
  '/swap',
  'ftp://example.org',
  'http:///swap',
  'http://example.org/swap?key=secret',
  'http://example.org/swap#secret',
  'http://user:secret@example.org/swap',
  'http://example.org/swap\nsecret',
])('%j is not a base URL, and is not repeated', (baseUrl) => {
  expect(() => createClient({ baseUrl })).toThrow(InputError);
  expect(() => createClient({ baseUrl })).not.toThrow(/secret/);
});

test.each(['', '.', '..'])('%j is not sent as a value in a path', async (object_id) => {
  const { baseUrl, requests } = await scripted({ body: {} });
  const call = createAssistant({ baseUrl, appId: 'a' }).DELETE('/indexes/{object_id}', {
    params: { path: { object_id } },
  });
  await expect(call).rejects.toThrow(`object_id cannot be "${object_id}" in a path`);
  expect(requests).toEqual([]);
});

test('an integer that would be rounded is malformed, with its member', async () => {
  const { baseUrl } = await scripted({ body: '{"ts":9007199254740993,"data":{"pairs":[]}}' });
  await expect(createClient({ baseUrl }).GET('/pairs')).rejects.toThrow(/would round, in ts$/);
});
