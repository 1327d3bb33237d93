import type { PostedTurn, Turn } from '@wallet-services/contract/assistant';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { describe, expect, test } from 'vitest';
import { dataOf, servedAssistant } from '../../testing/assistant.ts';
import { STORY_VALIDATORS } from '../../testing/server.ts';

const refusal = (code: number) => ({ status: code, body: { code, msg: expect.stringMatching(/\w/) } });
const delay = (ms: number) => ({ middlewares: [{ name: 'delay', options: { ms } }] });

describe.each(STORY_VALIDATORS)('a blocking read, validated by %s', (validator) => {
  const served = (options = {}) => servedAssistant({ validator, ...options });

  /** Posts a turn that takes this many milliseconds to process. */
  async function slow(ms: number, options = {}) {
    const server = await served(options);
    const { id } = await server.one.converse();
    const body = { content: 'slow', bot_override: delay(ms) };
    const turn = dataOf<PostedTurn>(await server.one.post(`/conversations/${id}`, body));
    return { ...server, id, path: `/conversations/${id}/${turn.id}` };
  }

  test('answers only when the turn is processed', async () => {
    const { one, path } = await slow(PATIENCE);
    expect(dataOf<Turn>(await one.get(path)).response).toBe('');
    expect(dataOf<Turn>(await one.get(`${path}?block_until_response=false`)).response).toBe('');
    const other = await slow(300);
    const read = await other.one.get(`${other.path}?block_until_response=true`);
    expect(dataOf(read)).toMatchObject({ status: 2 });
  });

  test('by many clients at once is answered to each', async () => {
    const { one, path } = await slow(200);
    const reads = Array.from({ length: 30 }, () => one.get(`${path}?block_until_response=true&timeout=1h`));
    for (const answer of await Promise.all(reads)) expect(dataOf(answer)).toMatchObject({ status: 2 });
  });

  test('ends with 408 after its timeout', async () => {
    const { one, path } = await slow(PATIENCE);
    for (const timeout of ['0', '0s', '1ns', '50ms', '0.05', '.05s', '1ms500us']) {
      const answer = await one.get(`${path}?block_until_response=true&timeout=${timeout}`);
      expect(answer, timeout).toMatchObject(refusal(408));
    }
  });

  test('returns an answer that comes within its timeout', async () => {
    const { one, path } = await slow(60);
    const timeouts = ['300s', '10m', '600', '600.5', '1h30m', `${'9'.repeat(30)}h`];
    const read = (timeout: string) => one.get(`${path}?block_until_response=true&timeout=${timeout}`);
    for (const answer of await Promise.all(timeouts.map(read))) expect(answer.status).toBe(200);
  });

  test('with a malformed timeout is rejected', async () => {
    const { one, path } = await slow(500);
    for (const timeout of ['', 'soon', '-1s', '10 s', '1d', '1e3', '10S', '1h30']) {
      const answer = await one.get(`${path}?block_until_response=true&timeout=${timeout}`);
      expect(answer, timeout).toMatchObject(refusal(400));
    }
  });

  test('a timeout without blocking has no effect', async () => {
    const { one, path } = await slow(PATIENCE);
    for (const query of ['?timeout=0', '?timeout=1ns', '?block_until_response=false&timeout=1ms', '?timeout=soon']) {
      expect(await one.get(`${path}${query}`)).toMatchObject({ status: 200, body: { data: { response: '' } } });
    }
  });

  test('of a processed turn returns at once', async () => {
    const { one } = await served();
    const { id } = await one.converse();
    for (const turn of [
      await one.sendTurn(id, 'done'),
      await one.sendTurn(id, 'failed', { middlewares: [{ name: '?', options: {} }] }),
    ]) {
      const answer = await one.get(`/conversations/${id}/${turn.id}?block_until_response=true&timeout=0s`);
      expect(dataOf(answer)).toEqual(turn);
    }
  });

  test('without a timeout ends as well', async () => {
    const { one, path } = await slow(PATIENCE, { assistant: { block_limit_ms: 100 } });
    expect(await one.get(`${path}?block_until_response=true`)).toMatchObject(refusal(408));
  });

  test('ends when its client disconnects, and the server then stops at once', async () => {
    const { one, api, path, close } = await slow(1_000);
    const gone = new AbortController();
    const read = fetch(`${api}${path}?block_until_response=true`, { headers: one.headers, signal: gone.signal });
    await new Promise((resolve) => setTimeout(resolve, 50));
    gone.abort();
    await expect(read).rejects.toThrow();
    expect((await one.get(path)).status).toBe(200);
    await close();
  });

  test('is answered when the server stops before the turn is processed', async () => {
    const { one, path, close } = await slow(PATIENCE, { shutdownLimit: 600 });
    const read = one.get(`${path}?block_until_response=true`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await close();
    expect(await read).toMatchObject(refusal(408));
  });
});
