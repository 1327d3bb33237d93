import type { Conversation, PostedTurn, Turn } from '@wallet-services/contract/assistant';
import { describe, expect, test } from 'vitest';
import { dataOf, servedAssistant } from '../../testing/assistant.ts';
import { eventually, STORY_VALIDATORS } from '../../testing/server.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const MINUTE = 60_000;

const refusal = (code: number) => ({ status: code, body: { code, msg: expect.stringMatching(/\w/) } });
const delay = (ms: number) => ({ middlewares: [{ name: 'delay', options: { ms } }] });

describe.each(STORY_VALIDATORS)('conversations, validated by %s', (validator) => {
  const served = (options = {}) => servedAssistant({ validator, ...options });

  test('a new one has the requested values, and no history', async () => {
    const clock = () => Date.UTC(2026, 3, 1);
    const { one } = await served({ clock });
    const requested = { bot_id: 2, user_identity: 'Мира 🚀', lang: 'pt-BR', unknown: true };
    const { body } = await one.post('/conversations', requested);
    expect(body).toEqual({
      ts: clock(),
      data: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        bot: { id: 2, name: 'Harbor' },
        app: {
          id: 3,
          app_id: one.appId,
          created_at: '2021-03-02T09:15:00Z',
          updated_at: '2021-06-30T18:40:12.25+08:00',
        },
        user_identity: requested.user_identity,
        lang: requested.lang,
        history: [],
        expired_at: '2026-04-01T00:10:00.000Z',
      },
    });
    const { data } = body as { data: Conversation };
    expect(dataOf(await one.get(`/conversations/${data.id}`))).toEqual(data);
    expect(dataOf(await one.get(`/conversations/${data.id.toUpperCase()}`))).toEqual(data);
  });

  test('without a language it has the empty one; texts may be empty or strange', async () => {
    const { one } = await served();
    for (const user_identity of ['', ' ', '\u0000', '\ud800', '"\\', 'x'.repeat(5_000)]) {
      const data = dataOf<Conversation>(await one.post('/conversations', { bot_id: 1, user_identity }));
      expect(data).toMatchObject({ user_identity, lang: '' });
      expect(dataOf(await one.get(`/conversations/${data.id}`))).toEqual(data);
    }
  });

  test('none is started when a member is missing, or the bot does not exist', async () => {
    const { one } = await served();
    for (const body of [
      { bot_id: 1 },
      { user_identity: 'x' },
      { bot_id: '1', user_identity: 'x' },
      { bot_id: 1.5, user_identity: 'x' },
      { bot_id: 1, user_identity: 7 },
      { bot_id: 1, user_identity: 'x', lang: 7 },
    ]) {
      expect(await one.post('/conversations', body), JSON.stringify(body)).toMatchObject(refusal(400));
    }
    for (const bot_id of [0, 3, -1, 9_007_199_254_740_991]) {
      expect(await one.post('/conversations', { bot_id, user_identity: 'x' }), `${bot_id}`).toMatchObject(refusal(404));
    }
  });

  test('a posted turn is answered at once, and processed afterwards', async () => {
    const { one } = await served();
    const { id } = await one.converse();
    const posted = dataOf<PostedTurn>(
      await one.post(`/conversations/${id}`, { content: 'Hello', category: 'plain-text' }),
    );
    expect(posted).toMatchObject({
      conversation_id: id,
      bot_id: 1,
      app_id: 3,
      user_id: expect.any(Number),
      user_identity: 'jonas@shop.example.org',
      request: 'Hello',
      response: '',
      prompt_tokens: 0,
      completion_tokens: 0,
      total_tokens: 0,
      bot_override: {},
      middleware_results: [],
      error: {},
    });
    expect([0, 1]).toContain(posted.status);
    expect(posted.created_at).toBe(posted.updated_at);

    const path = `/conversations/${id}/${posted.id}`;
    const turn = dataOf<Turn>(await one.get(`${path}?block_until_response=true`));
    expect(turn).toMatchObject({
      id: posted.id,
      conversation_id: id,
      user_id: posted.user_id,
      request: 'Hello',
      response: 'You said: Hello',
      status: 2,
      middleware_results: [],
      error: {},
      created_at: posted.created_at,
    });
    expect(turn.total_tokens).toBeGreaterThan(5);
    expect(dataOf(await one.get(path))).toEqual(turn);
  });

  test('the history has every turn by id, without user_id and token counts', async () => {
    const { one } = await served();
    const { id } = await one.converse();
    const turns = [];
    for (const content of ['first', 'second', 'third']) turns.push(await one.sendTurn(id, content));
    const { history } = dataOf<Conversation>(await one.get(`/conversations/${id}`));
    expect(history).toEqual(turns.map(({ user_id: _user, total_tokens: _tokens, ...turn }) => turn));
    const ids = turns.map((turn) => turn.id);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect(new Set(ids).size).toBe(3);
  });

  test('one person has one number, others have others', async () => {
    const { one, other } = await served();
    const numberOf = async (caller: typeof one, user_identity: string) => {
      const { id } = dataOf<Conversation>(await caller.post('/conversations', { bot_id: 1, user_identity }));
      return dataOf<PostedTurn>(await caller.post(`/conversations/${id}`, { content: 'Hi' })).user_id;
    };
    expect(await numberOf(one, 'mira@shop.example.org')).toBe(88);
    const jonas = await numberOf(one, 'jonas');
    expect(await numberOf(one, 'jonas')).toBe(jonas);
    expect(await numberOf(other, 'jonas')).not.toBe(jonas);
  });

  test('unknown conversations and turns are not found, nor are those of another application', async () => {
    const { one, other } = await served();
    const { id } = await one.converse();
    const { id: second } = await one.converse();
    const turn = await one.sendTurn(id, 'Hello');
    for (const answer of [
      await one.get(`/conversations/${UNKNOWN}`),
      await one.post(`/conversations/${UNKNOWN}`, { content: 'x' }),
      await one.get(`/conversations/${UNKNOWN}/1`),
      await one.get(`/conversations/${UNKNOWN}/1?block_until_response=true`),
      await one.get(`/conversations/${id}/${turn.id + 1}`),
      await one.get(`/conversations/${id}/0?block_until_response=true`),
      await one.get(`/conversations/${id}/-1`),
      await one.get(`/conversations/${id}/9223372036854775807`),
      await one.get(`/conversations/${second}/${turn.id}`),
      await other.get(`/conversations/${id}`),
      await other.post(`/conversations/${id}`, { content: 'x' }),
      await other.get(`/conversations/${id}/${turn.id}`),
    ]) {
      expect(answer).toMatchObject(refusal(404));
    }
  });

  test('malformed requests are rejected', async () => {
    const { one } = await served();
    const requests: [string, unknown][] = [
      ['/conversations/nonsense', undefined],
      ['/conversations/nonsense/1', undefined],
      [`/conversations/${UNKNOWN}/one`, undefined],
      [`/conversations/${UNKNOWN}/1.5`, undefined],
      [`/conversations/${UNKNOWN}/1?block_until_response=yes`, undefined],
      [`/conversations/${UNKNOWN}`, {}],
      [`/conversations/${UNKNOWN}`, { content: 7 }],
      [`/conversations/${UNKNOWN}`, { content: 'x', category: 'html' }],
      [`/conversations/${UNKNOWN}`, { content: 'x', bot_override: 7 }],
      [`/conversations/${UNKNOWN}`, { content: 'x', bot_override: { temperature: 'warm' } }],
      [`/conversations/${UNKNOWN}`, { content: 'x', bot_override: { prompt: 7 } }],
      [`/conversations/${UNKNOWN}`, { content: 'x', bot_override: { middlewares: {} } }],
      [
        `/conversations/${UNKNOWN}`,
        { content: 'x', bot_override: { middlewares: Array(17).fill({ name: 'x', options: {} }) } },
      ],
    ];
    for (const [path, body] of requests) {
      const answer = body === undefined ? one.get(path) : one.post(path, body);
      expect(await answer, `${path} ${JSON.stringify(body)}`).toMatchObject(refusal(400));
    }
  });

  test('while a turn is not processed, no other is accepted', async () => {
    const { one } = await served();
    const { id } = await one.converse();
    const { id: turn } = dataOf<PostedTurn>(
      await one.post(`/conversations/${id}`, { content: 'slow', bot_override: delay(3_000) }),
    );
    const second = await one.post(`/conversations/${id}`, { content: 'too early' });
    expect(second).toMatchObject(refusal(429));
    expect(second.headers.get('retry-after')).toBe('1');
    await one.get(`/conversations/${id}/${turn}?block_until_response=true`);
    expect(await one.sendTurn(id, 'now')).toMatchObject({ status: 2 });
    const { history } = dataOf<Conversation>(await one.get(`/conversations/${id}`));
    expect(history?.map(({ request }) => request)).toEqual(['slow', 'now']);
  });

  test('of many turns posted at once, one is accepted', async () => {
    const { one } = await served();
    const { id } = await one.converse();
    const body = { content: 'me', bot_override: delay(4_000) };
    const answers = await Promise.all(Array.from({ length: 10 }, () => one.post(`/conversations/${id}`, body)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(429)]);
  });

  test('expires ten minutes after its last turn, and is really deleted', async () => {
    let now = Date.UTC(2026, 0, 1);
    const { one } = await served({ clock: () => now });
    const { id, expired_at } = await one.converse();
    expect(Date.parse(expired_at)).toBe(now + 10 * MINUTE);
    now += 9 * MINUTE;
    const turn = await one.sendTurn(id, 'Still here?');
    const moved = dataOf<Conversation>(await one.get(`/conversations/${id}`));
    expect(Date.parse(moved.expired_at)).toBe(now + 10 * MINUTE);
    // Reading a conversation does not extend it.
    now += 10 * MINUTE - 1;
    expect(dataOf(await one.get(`/conversations/${id}`))).toEqual(moved);
    now += 1;
    expect(await one.get(`/conversations/${id}`)).toMatchObject(refusal(404));
    expect(await one.post(`/conversations/${id}`, { content: 'x' })).toMatchObject(refusal(404));
    expect(await one.get(`/conversations/${id}/${turn.id}`)).toMatchObject(refusal(404));
    expect(await one.get(`/conversations/${id}/${turn.id}?block_until_response=true`)).toMatchObject(refusal(404));
  });

  test('the lifetime is configurable', async () => {
    const clock = () => Date.UTC(2026, 0, 1);
    const { one } = await served({ clock, assistant: { conversation_lifetime: 3 } });
    expect((await one.converse()).expired_at).toBe('2026-01-01T00:00:03.000Z');
  });
});

test('turns are processed side by side, as many as configured', async () => {
  const { one } = await servedAssistant({ assistant: { concurrency: 2 } });
  const started = performance.now();
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      const { id } = await one.converse();
      expect(await one.sendTurn(id, 'side by side', delay(100))).toMatchObject({ status: 2 });
    }),
  );
  const took = performance.now() - started;
  expect(took).toBeGreaterThan(290);
});

test('a turn that finishes after its conversation has expired does no harm', async () => {
  let now = Date.UTC(2026, 0, 1);
  const { one } = await servedAssistant({ clock: () => now });
  const { id } = await one.converse();
  await one.post(`/conversations/${id}`, { content: 'late', bot_override: delay(100) });
  now += 11 * MINUTE;
  expect((await one.get(`/conversations/${id}`)).status).toBe(404);
  const next = await one.converse();
  await eventually(async () => (await one.sendTurn(next.id, 'still fine')).status === 2);
});
