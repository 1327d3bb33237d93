import { expect, test } from 'vitest';
import { dataOf, servedAssistant } from '../../testing/assistant.ts';

const content = (bytes: number) => 'w '.repeat(bytes / 2 - 1);

test('a turn, its override, a person and a record may be large, within a limit', async () => {
  const { one } = await servedAssistant();
  const { id } = await one.converse();
  const answer = await one.sendTurn(id, content(256 * 1_024));
  expect(answer).toMatchObject({ status: 2 });
  const record = (bytes: number) => ({ items: [{ object_id: '1', category: 'plain-text', data: content(bytes) }] });
  expect((await one.post('/indexes', record(60_000))).status).toBe(200);
  for (const [path, body] of [
    [`/conversations/${id}`, { content: content(256 * 1_024 + 2) }],
    [`/conversations/${id}`, { content: '\u0000'.repeat(50_000) }],
    [`/conversations/${id}`, { content: 'x', bot_override: { prompt: content(65_536) } }],
    ['/conversations', { bot_id: 1, user_identity: content(10_000) }],
    ['/conversations', { bot_id: 1, user_identity: 'x', lang: content(1_000) }],
    ['/indexes', record(66_000)],
  ] as const) {
    expect(await one.post(path, body)).toMatchObject({ status: 413, body: { code: 413, hint: expect.any(String) } });
  }
});

test('a conversation is full before its history is more than the server can answer', async () => {
  const { one } = await servedAssistant();
  const { id } = await one.converse();
  let turns = 0;
  let status = 200;
  for (; turns < 50 && status === 200; turns += 1) {
    const posted = await one.post(`/conversations/${id}`, { content: content(200_000) });
    status = posted.status;
    if (status !== 200) break;
    const turn = dataOf<{ id: number }>(posted).id;
    await one.get(`/conversations/${id}/${turn}?block_until_response=true`);
  }
  expect({ status, turns }).toEqual({ status: 413, turns: 5 });
  const { history } = dataOf<{ history: object[] }>(await one.get(`/conversations/${id}`));
  expect(history).toHaveLength(turns);
  expect(JSON.stringify(history).length).toBeLessThan(3_000_000);
});

test('a turn quotes the best records that fit', async () => {
  const { one } = await servedAssistant();
  const items = Array.from({ length: 14 }, (_, object) => ({
    object_id: String(object),
    category: 'plain-text',
    data: `zebra ${content(60_000)}`,
  }));
  await one.post('/indexes', { items });
  const { id } = await one.converse();
  const override = { middlewares: [{ name: 'search', options: { limit: 128 } }] };
  const turn = await one.sendTurn(id, 'zebra', override);
  expect(turn.status).toBe(2);
  expect(turn.response?.match(/^- zebra/gm)).toHaveLength(8);
});

test('a turn has a time limit as a whole, whatever the limits of its middlewares', async () => {
  const { one } = await servedAssistant({ assistant: { turn_timeout_ms: 2_500 } });
  const { id } = await one.converse();
  const delay = { name: 'delay', options: { ms: 1_500 } };
  expect(await one.sendTurn(id, 'x', { middlewares: Array(16).fill(delay) })).toMatchObject({
    status: 3,
    error: { code: 2 },
    middleware_results: [{ name: 'delay' }, { name: 'delay', code: 4, err: 'delay timed out' }],
  });
});

test('the slow turns of one application leave room for those of another', async () => {
  const { one, other } = await servedAssistant();
  const slow = { middlewares: Array(16).fill({ name: 'delay', options: { ms: 9_900 } }) };
  for (let turn = 0; turn < 16; turn += 1) {
    const { id } = await one.converse();
    await one.post(`/conversations/${id}`, { content: 'x', bot_override: slow });
  }
  const { id } = await other.converse();
  expect(await other.sendTurn(id, 'and me?')).toMatchObject({ status: 2 });
});

test('the quotas of conversations and of people hold, and ended conversations free theirs', async () => {
  let now = Date.now();
  const { one, other } = await servedAssistant({
    assistant: { most_conversations: 3, most_people: 4, conversation_lifetime: 1 },
    clock: () => now,
  });
  const start = (user_identity: string, caller = one) => caller.post('/conversations', { bot_id: 1, user_identity });
  const before = (await Promise.all(['a', 'b', 'c', 'd'].map((name) => start(name)))).map(({ status }) => status);
  expect(before).toContain(429);
  const refused = await start('a');
  expect(refused).toMatchObject({ status: 429, body: { code: 429, hint: 'the maximum at a time is 3' } });
  expect(refused.headers.get('retry-after')).toBe('60');
  expect((await start('a', other)).status).toBe(200);
  // The conversations of the examples expire too.
  now += 2 * 365 * 86_400_000;
  expect((await start('a')).status).toBe(200);
  const others = await Promise.all(['e', 'f', 'g', 'h', 'i'].map((name) => start(name)));
  expect(others.map(({ body }) => body)).toContainEqual(
    expect.objectContaining({ hint: 'the maximum at a time is 4' }),
  );
});

test('a search returns the hits that fit, best first', async () => {
  const { one } = await servedAssistant();
  for (let part = 0; part < 4; part += 1) {
    const items = Array.from({ length: 12 }, (_, object) => ({
      object_id: `${part}-${object}`,
      category: 'plain-text',
      data: `zebra ${content(60_000)}`,
    }));
    expect((await one.post('/indexes', { items })).status).toBe(200);
  }
  const found = await one.found('zebra', 128);
  expect(found.length).toBeGreaterThan(30);
  expect(found.length).toBeLessThan(36);
});
