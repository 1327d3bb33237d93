import { expect, test } from 'vitest';
import { type Scripted, scripted } from '../testing/server.ts';
import { LONGEST_BLOCK } from '../values/limits.ts';
import { createClient, ServiceError, waitForTurn } from './index.ts';

const turn = { id: 3, conversation_id: 'c/1', status: 3 };
const late: Scripted = { status: 408, body: { code: 408, msg: 'not yet' } };

/** Waits for a turn of a service that gives these answers, and the requests that were sent. */
async function waited(answers: readonly Scripted[], options = {}) {
  const { baseUrl, requests } = await scripted(...answers);
  const client = createClient({ baseUrl, appId: 'app', appSecret: 'secret' });
  const waiting = waitForTurn(client, { conversationId: 'c/1', turnId: 3, ...options });
  const result = await waiting.catch((error: unknown) => error);
  return { result, urls: requests.map(({ url }) => url) };
}

test('a turn that is processed is returned', async () => {
  const { result, urls } = await waited([{ body: { ts: 1, data: turn } }]);
  expect(result).toEqual(turn);
  expect(urls).toEqual([`/conversations/c%2F1/3?block_until_response=true&timeout=${LONGEST_BLOCK}ms`]);
});

test('a turn that is late is waited for again, for the rest of the limit', async () => {
  const { result, urls } = await waited([late, late, { body: { ts: 1, data: turn } }], { limit: 5_000 });
  expect(result).toEqual(turn);
  const rounds = urls.map((url) => Number(/timeout=(\d+)ms/.exec(url ?? '')?.[1]));
  expect(rounds[0]).toBeLessThanOrEqual(5_000);
  expect(rounds[1]).toBeLessThan(rounds[0] ?? 0);
  expect(rounds[2]).toBeLessThan(rounds[1] ?? 0);
});

test('a turn that is not processed within the limit is an error', async () => {
  const { result, urls } = await waited([late], { limit: 0 });
  expect(result).toBeInstanceOf(ServiceError);
  expect(result).toMatchObject({ status: 408, body: late.body });
  expect(urls).toEqual(['/conversations/c%2F1/3?block_until_response=true&timeout=1ms']);
});

test('any other rejection ends the wait', async () => {
  const { result, urls } = await waited([{ status: 404, body: { code: 404, msg: 'there is none' } }]);
  expect(result).toMatchObject({ name: 'ServiceError', status: 404 });
  expect(urls).toHaveLength(1);
});

test('the wait between two requests can be aborted', async () => {
  const leaving = new AbortController();
  const { baseUrl, requests } = await scripted(late);
  const client = createClient({ baseUrl, appId: 'app', appSecret: 'secret' });
  const waiting = waitForTurn(client, { conversationId: 'c', turnId: 1, signal: leaving.signal });
  await expect.poll(() => requests.length).toBe(1);
  leaving.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
});
