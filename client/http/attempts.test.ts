import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { describe, expect, test } from 'vitest';
import { createClient as createAssistant } from '../assistant/index.ts';
import { createClient as createComment } from '../comment/index.ts';
import { createClient, unwrap } from '../swap/index.ts';
import { scripted } from '../testing/server.ts';

const PAIRS = { ts: 1, data: { pairs: [] } };

const quick = { delay: 1, timeout: PATIENCE };

describe('a call is repeated', () => {
  test.each([429, 502, 503, 504])('after %i', async (status) => {
    const { baseUrl, requests } = await scripted({ status }, { body: PAIRS });
    expect(await unwrap(createClient({ baseUrl, ...quick }).GET('/pairs'))).toEqual(PAIRS);
    expect(requests).toHaveLength(2);
  });

  test('after the connection was cut', async () => {
    const { baseUrl, requests } = await scripted({ cut: true }, { cut: true }, { body: PAIRS });
    expect(await unwrap(createClient({ baseUrl, ...quick }).GET('/pairs'))).toEqual(PAIRS);
    expect(requests).toHaveLength(3);
  });

  test('when its method allows it: PUT and DELETE do', async () => {
    const { baseUrl, requests } = await scripted({ status: 503 }, { body: {} });
    await createComment({ baseUrl, ...quick }).PUT('/comments/{comment_id}/fav', {
      params: { path: { comment_id: 1 } },
    });
    expect(requests.map(({ method }) => method)).toEqual(['PUT', 'PUT']);
    await createAssistant({ baseUrl, appId: 'a', ...quick }).DELETE('/indexes/{object_id}', {
      params: { path: { object_id: 'x' } },
    });
    expect(requests.at(-1)?.method).toBe('DELETE');
  });

  test('at most three times, then the answer is returned', async () => {
    const { baseUrl, requests } = await scripted({ status: 503 });
    const { response } = await createClient({ baseUrl, ...quick }).GET('/pairs');
    expect(response.status).toBe(503);
    expect(requests).toHaveLength(3);
  });

  test('after the delay that the service requests', async () => {
    const { baseUrl } = await scripted({ status: 429, headers: { 'Retry-After': '1' } }, { body: PAIRS });
    const started = performance.now();
    await createClient({ baseUrl, ...quick }).GET('/pairs');
    expect(performance.now() - started).toBeGreaterThan(990);
  });
});

describe('a call is not repeated', () => {
  test('when it creates something', async () => {
    const { baseUrl, requests } = await scripted({ status: 503 });
    await createClient({ baseUrl, ...quick }).POST('/actions', { body: { action: '3,a' } });
    expect(requests).toHaveLength(1);
  });

  test.each([400, 404, 408, 500])('after %i', async (status) => {
    const { baseUrl, requests } = await scripted({ status });
    await createClient({ baseUrl, ...quick }).GET('/pairs');
    expect(requests).toHaveLength(1);
  });

  test('when the service requests an excessive delay', async () => {
    const { baseUrl, requests } = await scripted({ status: 429, headers: { 'Retry-After': '3600' } });
    await createClient({ baseUrl, ...quick }).GET('/pairs');
    expect(requests).toHaveLength(1);
  });

  test('when an option forbids it', async () => {
    const { baseUrl, requests } = await scripted({ status: 503 });
    await createClient({ baseUrl }).GET('/pairs', { attempts: 1 });
    expect(requests).toHaveLength(1);
  });
});

test('a call ends with its total time limit, waits included', async () => {
  const { baseUrl } = await scripted({ status: 503, headers: { 'Retry-After': '20' } });
  const call = createClient({ baseUrl, totalTimeout: 100 }).GET('/pairs');
  await expect(call).rejects.toMatchObject({ reason: 'timeout', message: expect.stringContaining('100 ms in all') });
});
