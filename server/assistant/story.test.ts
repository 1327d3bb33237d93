/** Uses the whole service as a help desk does. */
import type { Conversation, SearchHit, Turn } from '@wallet-services/contract/assistant';
import { describe, expect, test } from 'vitest';
import { dataOf, servedAssistant } from '../testing/assistant.ts';
import { STORY_VALIDATORS } from '../testing/server.ts';

describe.each(STORY_VALIDATORS)('a help desk, validated by %s', (validator) => {
  test('indexes its records, answers its users, and removes its records', async () => {
    const { one } = await servedAssistant({ validator });

    // The help desk starts with an empty index, and adds its records.
    await one.post('/indexes/reset');
    const items = [
      { object_id: 'hours', category: 'plain-text', data: 'The counter is open from nine to five.' },
      {
        object_id: 'refunds/2026',
        category: 'plain-text',
        data: 'A refund takes three days. Keep the ticket.',
        properties: '{"url":"https://help.example.org/refunds"}',
      },
    ];
    expect((await one.post('/indexes', { items })).body).toMatchObject({ data: {} });
    const [hit] = dataOf<SearchHit[]>(await one.get('/indexes/search?keywords=refund+ticket&n=5'));
    expect(hit).toMatchObject(items[1] ?? {});

    // A user sends a question, and the bot answers it.
    const started = await one.post('/conversations', { bot_id: 2, user_identity: 'aiko@shop.example.org', lang: 'en' });
    const conversation = dataOf<Conversation>(started);
    expect(conversation.history).toEqual([]);
    const first = await one.sendTurn(conversation.id, 'How long does a refund take?');
    expect(first).toMatchObject({ status: 2, middleware_results: [{ name: 'search', opts: { limit: 3 } }] });
    expect(first.response).toContain('A refund takes three days.');

    // With a longer processing time, the first read is too early, the blocking read gets the answer.
    const override = { temperature: 0, boundary_prompt: '', middlewares: [{ name: 'delay', options: { ms: 3_000 } }] };
    const posted = await one.post(`/conversations/${conversation.id}`, {
      content: 'Are you sure?',
      bot_override: override,
    });
    const { id } = dataOf<Turn>(posted);
    const path = `/conversations/${conversation.id}/${id}`;
    expect(await one.get(`${path}?block_until_response=true&timeout=20ms`)).toMatchObject({ status: 408 });
    expect((await one.post(`/conversations/${conversation.id}`, { content: 'Well?' })).status).toBe(429);
    expect(dataOf(await one.get(`${path}?block_until_response=true&timeout=1m`))).toMatchObject({
      status: 2,
      response: 'You said: Are you sure?',
      bot_override: override,
    });

    // A turn with a mistyped middleware fails; other turns do not.
    const mistyped = await one.sendTurn(conversation.id, 'Hello?', { middlewares: [{ name: 'serach', options: {} }] });
    expect(mistyped).toMatchObject({ status: 3, error: { code: 2 }, middleware_results: [{ code: 1 }] });
    expect((await one.sendTurn(conversation.id, 'Never mind')).status).toBe(2);

    // The history contains the whole conversation.
    const { history, expired_at } = dataOf<Conversation>(await one.get(`/conversations/${conversation.id}`));
    expect(history?.map(({ status }) => status)).toEqual([2, 2, 3, 2]);
    expect(Date.parse(expired_at)).toBeGreaterThan(Date.parse(conversation.expired_at));

    // The record is withdrawn: neither a search nor the bot finds it.
    expect((await one.delete('/indexes/refunds%2F2026')).status).toBe(200);
    expect(await one.found('refund')).toEqual([]);
    const last = await one.sendTurn(conversation.id, 'refund');
    expect(last.response).toBe('You said: refund');
  });
});
