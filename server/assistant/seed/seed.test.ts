import type {
  Conversation,
  ConversationResponse,
  PostedTurnResponse,
  SearchHit,
  SearchResponse,
  Turn,
  TurnResponse,
} from '@wallet-services/contract/assistant';
import { expect, test } from 'vitest';
import { exampleAnswer, readDocument } from '../../contract/index.ts';
import { dataOf, servedAssistant } from '../../testing/assistant.ts';

const ID = '0b8a7c6d-5e4f-4a3b-9c2d-1e0f9a8b7c6d';

test('the conversation of the examples can be read, as they show it, for a year', async () => {
  const now = Date.UTC(2031, 4, 6);
  const { one } = await servedAssistant({ clock: () => now });
  const document = await readDocument('assistant');
  const shown = exampleAnswer<ConversationResponse>(document, 'readConversation').data;
  // In the example it was not processed yet.
  await one.get(`/conversations/${ID}/403?block_until_response=true`);
  const { history, expired_at, ...read } = dataOf<Conversation>(await one.get(`/conversations/${ID}`));
  const { history: shownHistory, expired_at: _past, ...rest } = shown;
  expect(read).toEqual(rest);
  expect(Date.parse(expired_at)).toBe(now + 365 * 86_400_000);
  expect(history?.slice(0, 2)).toEqual(shownHistory?.slice(0, 2));
  expect(history?.[2]).toMatchObject({ id: 403, request: shownHistory?.[2]?.request, status: 2 });

  for (const name of ['answered', 'failed']) {
    const { data } = exampleAnswer<TurnResponse>(document, 'readTurn', name);
    expect(dataOf<Turn>(await one.get(`/conversations/${ID}/${data.id}`))).toEqual(data);
  }
  const next = await one.sendTurn(ID, 'Thank you');
  expect(next).toMatchObject({ id: 404, user_id: 88, status: 2 });
  const after = dataOf<Conversation>(await one.get(`/conversations/${ID}`));
  expect(after.expired_at).toBe(expired_at);
  // The second prompt contains the first turn, so it has more tokens than its own words.
  const posted = exampleAnswer<PostedTurnResponse>(document, 'createTurn', 'with-override').data;
  expect(next.total_tokens).toBeGreaterThan((posted.response ?? '').length / 6);
});

test('the conversation without a language exists as well', async () => {
  const { one } = await servedAssistant();
  const { data } = exampleAnswer<ConversationResponse>(
    await readDocument('assistant'),
    'createConversation',
    'without-language',
  );
  const { expired_at: _end, history: _history, ...shown } = data;
  expect(dataOf(await one.get(`/conversations/${data.id}`))).toMatchObject({ ...shown, history: [] });
});

test('the search of the examples finds their records first, and nothing where the example finds nothing', async () => {
  const { one } = await servedAssistant();
  const document = await readDocument('assistant');
  const shown = exampleAnswer<SearchResponse>(document, 'searchIndexes', 'found').data ?? [];
  const read = dataOf<SearchHit[]>(await one.get('/indexes/search?keywords=redeem%20receipt%20tokens&n=3'));
  const unscored = (hits: readonly SearchHit[]) => hits.map(({ score: _score, ...hit }) => hit);
  expect(unscored(read).slice(0, shown.length)).toEqual(unscored(shown));
  expect(await one.found('tax declaration')).toEqual([]);
});

test('there are a few hundred records, and equal seeds give equal records', async () => {
  const hits = async (seed: number) => {
    const { one } = await servedAssistant({ seed });
    return dataOf<SearchHit[]>(await one.get('/indexes/search?keywords=market%20asset%20deposit%20user%20BTC&n=128'));
  };
  const [first, again, other] = [await hits(5), await hits(5), await hits(6)];
  expect(first.length).toBe(128);
  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
  for (const { object_id, data, properties } of first) {
    expect(data).not.toMatch(/[{}]|\b(foo|bar|lorem)\b/);
    expect(object_id).not.toMatch(/[{}]/);
    expect(() => JSON.parse(properties || '{}')).not.toThrow();
  }
});
