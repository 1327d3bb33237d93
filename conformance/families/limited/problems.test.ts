import { expect, test } from 'vitest';
import type { Page, PagedList } from '../../discovery/pages.ts';
import { sequenceOf } from '../../discovery/sequence.ts';
import type { Traversals } from '../../discovery/traversal.ts';
import { exchange, smallSuite } from '../../testing/api.ts';
import { answerProblems, emptyProblem, lessForMore, limitOf, pagesProblems } from './problems.ts';

const suite = smallSuite({ operations: { listBooks: { request: 'GET /books', query: ['limit'] } } });
const list = {
  operation: 'listBooks',
  items: '/books',
  noun: 'books',
  by: 'cursor',
  limit: 'limit',
  maximum: null,
} as PagedList;

function page(ids: string, limit?: number | string, more: boolean | null = null): Page {
  const keys = ids === '' ? [] : ids.split(' ');
  const query: Readonly<Record<string, string>> = limit === undefined ? {} : { limit: String(limit) };
  return { exchange: exchange(suite, 'listBooks', [200, {}], { query }), items: [], keys, next: '', more };
}

const sequence = (...pages: readonly Page[]) => sequenceOf(list, { pages, refusal: null });
const whole = sequence(page('a b c d'));

test.each([
  ['1', 1],
  ['1000000000000000', 1_000_000_000_000_000],
  ['10000000000000000', null],
  ['0', null],
  ['-1', null],
  ['1.5', null],
  ['many', null],
  [undefined, null],
])('the limit %s demands %s', (text, limit) => {
  expect(limitOf('limit', page('', text))).toBe(limit);
  expect([limitOf(null, page('', text)), limitOf(undefined, page('', text))]).toEqual([null, null]);
});

test.each<[string, readonly Page[], string | null]>([
  ['are full', [page('a b', 2), page('c d', 2)], null],
  ['are cut short', [page('a', 2), page('c d', 2)], '1 books: 2 books, or a next page with b'],
  ['are cut short at the end', [page('a b', 3), page('c', 3)], '1 books: 3 books, or a next page with d'],
  ['are short, and lose nothing', [page('a', 2), page('b c d', 3)], null],
  ['are full, and lose something', [page('a b', 2), page('d', 1)], null],
  ['have no limit', [page('a'), page('c d')], null],
  ['are empty', [page('a', 2), page('', 2)], 'no books: at least one of the books, since b is still missing'],
  ['are empty at the end', [page('a b c d', 4), page('', 4)], null],
])('pages that %s', (_, pages, expected) => {
  const [problem] = pagesProblems({ list }, sequence(...pages), whole);
  expect(problem === undefined ? null : `${problem.breach.actual}: ${problem.breach.expected}`).toBe(expected);
});

test('an empty page is wrong where more is reported', () => {
  const { aspect, breach } = emptyProblem(list, page('', 2));
  expect([aspect, breach]).toMatchObject(['filled', { actual: 'no books', pointer: '/books', about: 'filled' }]);
});

test.each<[string, readonly Page[], string | null]>([
  ['as many as its limit', [page('a b', 2), page('a b c', 3)], null],
  ['fewer for a larger limit', [page('a b', 2), page('a', 3)], 'at least 2 books, since limit=2 returns 2'],
  ['fewer for a larger limit, at the end of the list', [page('a b', 2), page('a', 3, false)], null],
  ['as few as without a limit', [page('a b', 2), page('a', 3), page('a')], null],
  ['as many for a larger limit', [page('a b', 2), page('a b', 3)], null],
  ['fewer for a smaller limit', [page('a b c', 3), page('a', 2)], 'at least 2 books, since limit=3 returns 3'],
  ['nothing at all', [], null],
])('a first page with %s', (_, pages, expected) => {
  const others = pages.map((one) => ({ traverse: {}, traversed: sequence(one, page('z')) }));
  expect(lessForMore({ list, others } as unknown as Traversals)?.expected ?? null).toBe(expected);
});

test.each<[string, Page, string | null]>([
  ['as many as the limit', page('a b', 2), null],
  ['all that there are', page('a b c', 9), null],
  ['fewer', page('a', 2), '2 books, since there are 3'],
  ['fewer than there are', page('a b', 9), '3 books, since there are 3'],
  ['fewer without a limit', page('a'), null],
])('an answer without pages with %s', (_, one, expected) => {
  const [problem] = answerProblems({ list }, sequence(one), sequence(page('a b c', 9)));
  expect(problem?.breach.expected ?? null).toBe(expected);
});

test('an answer can hold the items that were added, up to the documented maximum', () => {
  const populate = { names: new Set(['a', 'b']), count: 9 } as never;
  const expected = (most: number | null, longest: string) =>
    answerProblems(
      { list: { ...list, maximum: most }, populate },
      sequence(page('a', 8)),
      sequence(page(longest, 9)),
    )[0]?.breach.expected;
  expect(expected(5, 'a b')).toBe('5 books, since there are 5');
  expect(expected(20, 'a b')).toBe('8 books, since there are 9');
  expect(expected(null, 'a b')).toBe('2 books, since there are 2');
  expect(expected(5, 'a x')).toBe('2 books, since there are 2');
  expect(answerProblems({ list }, sequence(), whole)).toEqual([]);
});
