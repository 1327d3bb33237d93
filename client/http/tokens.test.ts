import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { describe, expect, test } from 'vitest';
import { type CallEvent, createClient, InputError, type TokenSource } from '../swap/index.ts';
import { scripted } from '../testing/server.ts';

const path = { path: { follow_id: '8d1f0f64-3f5c-4b52-9b3e-0e0a4ad4c1d2' } };

/** Issues `token-1`, `token-2` and so on, the next one after each rejection. */
function countingTokens() {
  const rejected: string[] = [];
  const source: TokenSource = {
    token: async () => `token-${rejected.length + 1}`,
    reject: (token) => rejected.push(token),
  };
  return { source, rejected };
}

const quick = { delay: 1, timeout: PATIENCE };

describe('a token', () => {
  test('is sent with the operations that take one, and with no other', async () => {
    const { baseUrl, requests } = await scripted({ body: {} });
    const client = createClient({ baseUrl, token: 'abc' });
    await client.GET('/pairs');
    await client.GET('/orders/{follow_id}', { params: path });
    expect(requests.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer abc']);
  });

  test('is renewed once when it is rejected, for calls of any method', async () => {
    const { baseUrl, requests } = await scripted({ status: 401 }, { body: {} });
    const { source, rejected } = countingTokens();
    const { response } = await createClient({ baseUrl, token: source }).POST('/actions', { body: { action: '3,a' } });
    expect(response.status).toBe(200);
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer token-1', 'Bearer token-2']);
    expect(rejected).toEqual(['token-1']);
  });

  test('that is rejected again is a refusal', async () => {
    const { baseUrl, requests } = await scripted({ status: 401, body: { msg: 'no' } });
    const { source } = countingTokens();
    const { error } = await createClient({ baseUrl, token: source }).GET('/orders/{follow_id}', { params: path });
    expect(error).toEqual({ msg: 'no' });
    expect(requests).toHaveLength(2);
  });

  test('that cannot be renewed is presented only once', async () => {
    const { baseUrl, requests } = await scripted({ status: 401 });
    await createClient({ baseUrl, token: 'abc' }).GET('/orders/{follow_id}', { params: path });
    expect(requests).toHaveLength(1);
  });

  test('that cannot be obtained fails the call with the reason', async () => {
    const { baseUrl, requests } = await scripted({});
    const token = { token: () => Promise.reject(new Error('the user said no')), reject: () => undefined };
    const call = createClient({ baseUrl, token }).GET('/orders/{follow_id}', { params: path });
    await expect(call).rejects.toThrow('the user said no');
    expect(requests).toEqual([]);
  });

  test('is awaited no longer than the signal allows', async () => {
    const { baseUrl } = await scripted({});
    const token = { token: () => new Promise<never>(() => undefined), reject: () => undefined };
    const call = createClient({ baseUrl, token }).GET('/orders/{follow_id}', {
      params: path,
      signal: AbortSignal.timeout(20),
    });
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});

test('a token that no header can carry is rejected, and not repeated', async () => {
  const { baseUrl, requests } = await scripted({ body: {} });
  const call = createClient({ baseUrl, token: 'sec\nret' }).GET('/orders/{follow_id}', { params: path });
  await expect(call).rejects.toThrow(InputError);
  await expect(call).rejects.not.toThrow(/sec/);
  expect(requests).toEqual([]);
});

test('attempts, waits and renewals are reported, without a credential', async () => {
  const { baseUrl } = await scripted({ status: 401 }, { status: 503 }, { body: {} });
  const { source } = countingTokens();
  const events: CallEvent[] = [];
  const onEvent = (event: CallEvent) => events.push(event);
  await createClient({ baseUrl, token: source, ...quick, onEvent }).GET('/orders/{follow_id}', { params: path });
  expect(events.map(({ kind, attempt }) => `${kind} ${attempt}`)).toEqual([
    'attempt 1',
    'renewal 1',
    'attempt 1',
    'wait 1',
    'attempt 2',
  ]);
  expect(JSON.stringify(events)).not.toContain('token-');
});
