import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { expect, test } from 'vitest';
import { eachInAWorld, started, world } from '../../testing/sandbox.ts';
import { call } from '../../testing/server.ts';

eachInAWorld();

async function watch(): Promise<IncomingMessage> {
  const requested = get(`${started.server.httpUrl}/sandbox/worlds/${world.id}/journal/events`, { agent: false });
  const [answer] = await once(requested, 'response', { signal: AbortSignal.timeout(PATIENCE) });
  return answer;
}

async function next(stream: IncomingMessage): Promise<string> {
  const [chunk] = await once(stream, 'data', { signal: AbortSignal.timeout(PATIENCE) });
  return String(chunk);
}

test('sends an event for new exchanges, and ends with its world', async () => {
  const stream = await watch();
  expect(stream.headers['content-type']).toBe('text/event-stream; charset=utf-8');
  expect(await next(stream)).toBe('event: journal\ndata: {"newest":0}\n\n');
  const reported = next(stream);
  await call(`${world.services.vault}/flips`);
  expect(await reported).toBe('event: journal\ndata: {"newest":1}\n\n');
  const ended = once(stream, 'end', { signal: AbortSignal.timeout(PATIENCE) });
  await world.remove();
  await ended;
});

test('fifty clients may watch, even slow ones; one that leaves makes room for another', async () => {
  const streams = await Promise.all(Array.from({ length: 50 }, watch));
  expect(streams.map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(200));
  expect((await watch()).statusCode).toBe(503);
  // None of the clients reads its stream.
  for (let requested = 0; requested < 20; requested += 1) await call(`${world.services.vault}/flips?limit=1`);
  expect(await world.exchanges()).toHaveLength(20);
  const [one, ...others] = streams;
  one?.destroy();
  await expect.poll(async () => (await watch()).statusCode).toBe(200);
  for (const stream of others) stream.destroy();
});
