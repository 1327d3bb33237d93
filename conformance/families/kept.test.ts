import { expect, test } from 'vitest';
import type { Breach } from '../core/judgement.ts';
import { exchange, smallSuite } from '../testing/api.ts';
import { Between, Doubts, isBetween, kept, type Span } from './kept.ts';

const span = (began: number, at: number): Span => ({ began, at });

test.each<[string, Span, Span, Span, boolean]>([
  ['one after the other', span(0, 1), span(1, 2), span(2, 3), true],
  ['the second began before the first was over', span(0, 2), span(1, 3), span(4, 5), false],
  ['the third began before the second was over', span(0, 1), span(2, 4), span(3, 5), false],
  ['within a minute', span(0, 1), span(2, 3), span(60_001, 60_002), true],
  ['within more than a minute', span(0, 1), span(2, 3), span(60_002, 60_003), false],
])('exchanges %s', (_, before, inner, after, is) => {
  expect(isBetween(before, inner, after)).toBe(is);
});

test('what lies between two readings is given back once, the last of it', () => {
  const between = new Between<string, number>(2, 2);
  between.add('list', 0, span(0, 1));
  expect(between.close('list', 'before', span(2, 3))).toEqual([]);
  for (const one of [1, 2, 3]) between.add('list', one, span(3 + one, 3 + one));
  between.add('other list', 4, span(7, 7));
  expect([between.keys(), between.get('list'), between.get('other list')]).toEqual([['list'], 'before', undefined]);
  expect(between.close('list', 'after', span(8, 9))).toEqual([2, 3]);
  expect(between.close('list', 'at last', span(10, 11))).toEqual([]);
  expect(between.get('list')).toBe('at last');
});

test('only as many lists are remembered as there may be', () => {
  const between = new Between<null, null>(2, 2);
  for (const key of ['a', 'b', 'c']) between.close(key, null, span(0, 1));
  expect(between.keys()).toEqual(['b', 'c']);
});

const breach = (actual: string): Breach => ({ expected: 'a', actual });
const verdicts = (doubts: Doubts, ...actual: readonly string[]) =>
  doubts.settle(new Map(actual.map((one) => [one, breach(one)]))).map(({ verdict }) => verdict);

test('a suspicion is reported when it was met often enough in a row', () => {
  const doubts = new Doubts(2);
  expect(verdicts(doubts)).toEqual(['pass']);
  expect(verdicts(doubts, 'b')).toEqual([]);
  expect(verdicts(doubts, 'b', 'c')).toEqual(['broken']);
  expect(verdicts(doubts, 'b', 'c')).toEqual(['broken', 'broken']);
  expect(verdicts(doubts, 'c')).toEqual(['broken']);
  expect(verdicts(doubts, 'b')).toEqual([]);
  expect(verdicts(doubts)).toEqual(['pass']);
  expect(verdicts(doubts, 'b')).toEqual([]);
});

test('an exchange is kept with the beginning of its bodies', () => {
  const suite = smallSuite({ operations: { listBooks: { request: 'GET /books' } } });
  const whole = exchange(suite, 'listBooks', [200, 'b'.repeat(1_998)]);
  const text = `"${'b'.repeat(1_998)}"`;
  expect(kept({ ...whole, requestBody: 'c'.repeat(2_001) })).toMatchObject({
    requestBody: 'c'.repeat(2_000),
    outcome: { status: 200, body: { text, json: { ok: false } } },
  });
  const long = exchange(suite, 'listBooks', [200, 'b'.repeat(1_999)]);
  expect(kept(long)).toMatchObject({ requestBody: null, outcome: { body: { text: text.replace(/"$/, 'b') } } });
  const outcome = { kind: 'failure', reason: 'timeout', message: 'late' } as const;
  expect(kept({ ...whole, outcome })).toMatchObject({ requestBody: null, outcome });
});
