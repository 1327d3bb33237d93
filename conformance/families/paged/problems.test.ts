import { describe, expect, test } from 'vitest';
import type { Page, PagedList } from '../../discovery/pages.ts';
import { type Sequence, sequenceOf } from '../../discovery/sequence.ts';
import type { Problem } from '../../discovery/settled.ts';
import { exchange, smallSuite } from '../../testing/api.ts';
import {
  beginsAlike,
  continuesProblems,
  endsEarly,
  firstLost,
  moreProblems,
  offsetProblems,
  plainProblems,
  repeated,
  standingOf,
} from './problems.ts';

const suite = smallSuite({ operations: { listBooks: { request: 'GET /books' } } });
const list: PagedList = {
  operation: 'listBooks',
  items: '/books',
  noun: 'books',
  key: 'id',
  by: 'cursor',
  cursor: 'cursor',
  limit: 'limit',
  maximum: null,
  next: '/next',
  link: null,
  more: '/more',
} as PagedList;

/** A page with items, the next cursor, and whether more follows. */
function page(ids: string, next = '', more: boolean | null = next !== ''): Page {
  const keys = ids === '' ? [] : ids.split(' ');
  const items = keys.map((id) => ({ id, title: `title of ${id}` }));
  return { exchange: exchange(suite, 'listBooks', [200, { books: items }]), items, keys, next, more };
}

const traversed = (...pages: readonly Page[]): Sequence => sequenceOf(list, { pages, refusal: null });
const refusedAfter = (status: number, ...pages: readonly Page[]): Sequence =>
  sequenceOf(list, { pages, refusal: exchange(suite, 'listBooks', [status, {}]) });

const whole = traversed(page('a b c d'));
const open = traversed(page('a b c d', 'x'));
const reported = (problems: readonly Problem[]) => problems.map(({ id, breach: { actual } }) => `${id}: ${actual}`);

describe('the pages of a cursor', () => {
  test.each<[string, Sequence, Sequence, readonly string[]]>([
    ['show all', traversed(page('a b', 'b'), page('c d')), whole, []],
    ['show an item twice', traversed(page('a b', 'b'), page('b c d')), whole, ['repeated b: b is repeated']],
    ['show an item twice on a page', traversed(page('a b b', 'b'), page('c d')), whole, ['repeated b: b is repeated']],
    ['pass over an item', traversed(page('a', 'a'), page('c d')), whole, ['left out b: b is missing']],
    ['end early', traversed(page('a b', 'b'), page('c')), whole, ['left out d: d is missing']],
    ['end where the list goes on', traversed(page('a b', 'b'), page('c', 'c', false)), whole, []],
    ['have another order', traversed(page('d c', 'c'), page('a')), whole, []],
    ['are not read to the end', traversed(page('a b', 'b')), whole, []],
    ['show nothing', traversed(page('')), whole, []],
    ['are rejected', refusedAfter(400, page('a b', 'b')), whole, ['refused: status 400']],
    ['are rejected at the beginning', refusedAfter(400), whole, []],
    ['are rejected for the caller', refusedAfter(401, page('a b', 'b')), whole, []],
    ['are rejected for the rate', refusedAfter(429, page('a b', 'b')), whole, []],
    ['are rejected by a sick server', refusedAfter(500, page('a b', 'b')), whole, []],
    [
      'have no cursor though more follows',
      traversed(page('a b', '', true)),
      whole,
      ['without cursor: none', 'left out c: c is missing'],
    ],
    ['have no cursor at the end', traversed(page('a b', 'b'), page('c d', '', true)), whole, []],
    [
      'show what the whole list does not',
      traversed(page('a b', 'b'), page('c d')),
      traversed(page('a c d')),
      ['left out of the whole b: b is missing, although smaller pages contain it'],
    ],
    ['show more than was read of the list', traversed(page('a b', 'b'), page('c d')), traversed(page('a b', 'b')), []],
    ['show other items', traversed(page('e f')), traversed(page('a b', 'b')), ['left out a: a is missing']],
  ])('that %s', (_, one, all, problems) => expect(reported(continuesProblems(list, one, all))).toEqual(problems));

  test('show an item as the whole list does', () => {
    const other = page('a b', 'b');
    const changed = {
      ...other,
      items: [
        { id: 'a', title: 'title of a' },
        { id: 'b', title: 'Figs' },
      ],
    };
    const [problem, ...others] = continuesProblems(list, traversed(changed), whole);
    expect(others).toEqual([]);
    expect(problem?.breach).toMatchObject({
      expected: '"title of b", as on a page of another size',
      actual: '"Figs"',
      pointer: '/books/1/title',
      against: 'listBooks',
      exchange: changed.exchange,
      other: whole.pages[0]?.exchange,
    });
    expect(offsetProblems(list, traversed(changed), whole)).toHaveLength(1);
  });

  test('that repeat an item are shown with the page that has it first', () => {
    const [first, second] = [page('a b', 'b'), page('c b')];
    const [problem] = repeated(list, { pages: [first, second] });
    expect(problem?.breach).toMatchObject({
      pointer: '/books/1',
      exchange: second.exchange,
      other: first.exchange,
    });
    expect(repeated(list, { pages: [page('a a')] })[0]?.breach).not.toHaveProperty('other');
  });
});

test('by offset, neither rejections nor cursors matter', () => {
  expect(offsetProblems(list, refusedAfter(400, page('a b')), whole)).toEqual([]);
  expect(offsetProblems(list, traversed(page('a b', 'b')), open)).toEqual([]);
  expect(reported(offsetProblems(list, traversed(page('a b', 'b'), page('b c d')), open))).toEqual([
    'repeated b: b is repeated',
  ]);
  expect(reported(offsetProblems(list, traversed(page('a', 'b'), page('c d', 'd')), open))).toEqual([
    'left out b: b is missing',
  ]);
});

describe('without cursor and limit, the list', () => {
  test.each<[string, Sequence, readonly string[]]>([
    ['begins at its beginning', traversed(page('a b', 'b')), []],
    ['begins late', traversed(page('b c', 'c')), ['first without a: a is missing']],
    ['begins with nothing', traversed(page('')), ['first without a: no books']],
    ['is rejected', refusedAfter(400), ['first refused: status 400']],
    ['is rejected for the caller', refusedAfter(403), []],
    ['is rejected on the second page', refusedAfter(400, page('a', 'a')), ['refused: status 400']],
    ['passes over an item later', traversed(page('a', 'a'), page('c d')), ['left out b: b is missing']],
  ])('%s', (_, one, problems) => expect(reported(plainProblems(list, one, whole))).toEqual(problems));

  test('of nothing has nothing to begin with', () => {
    expect(plainProblems(list, traversed(page('')), traversed(page('')))).toEqual([]);
    expect(plainProblems(list, refusedAfter(400), refusedAfter(400))).toEqual([]);
  });
});

test('the page that should have shown an item is that with a later one', () => {
  const [first, second] = [page('a', 'a'), page('c d')];
  expect(firstLost(traversed(first, second), whole)).toEqual({ key: 'b', page: second });
  expect(firstLost(traversed(page('a b', 'b'), page('c')), whole)).toMatchObject({ key: 'd', page: { keys: ['c'] } });
  expect(firstLost(traversed(), whole)).toBeNull();
});

test.each<[string, Page, Sequence, 'middle' | 'end' | null]>([
  ['the first page', page('a b'), whole, 'middle'],
  ['the last page', page('c d'), whole, 'end'],
  ['the last page that was read', page('c d'), open, null],
  ['an unknown page', page('e'), whole, null],
  ['an empty page of a list', page(''), whole, null],
  ['the page of an empty list', page(''), traversed(page('')), 'end'],
  ['the page of an empty list with a cursor', page('', 'x'), traversed(page('')), null],
])('the place of %s in the list', (_, one, all, standing) => expect(standingOf(one, all)).toBe(standing));

test.each<[string, Page, Sequence, readonly string[]]>([
  ['more in the middle', page('a b', 'b', true), whole, []],
  ['no more in the middle', page('a b', 'b', false), whole, ['true, since more comes after this page b: false']],
  ['no more in the middle, and no cursor', page('a b', '', false), whole, []],
  ['no more at the end', page('c d', '', false), whole, []],
  ['more at the end', page('c d', 'd', true), whole, ['false, since nothing comes after this page d: true']],
  ['nothing', page('c d', 'd', null), whole, []],
  ['more at an unknown place', page('c d', 'd', true), open, []],
])('a page that reports %s', (_, one, all, problems) => {
  expect(reported(moreProblems(list, traversed(one), all))).toEqual(problems);
  expect(moreProblems({ ...list, more: null }, traversed(one), all)).toEqual([]);
});

test.each<[string, Sequence, readonly string[]]>([
  ['the same', traversed(page('a b'), page('a')), []],
  ['another item', traversed(page('a b'), page('b')), ['begins otherwise with b: b']],
  ['nothing', traversed(page('a b'), page('')), ['begins otherwise with no books: no books']],
  ['another item, as a cursor counts pages', traversed(page('a'), page('b c'), page('d')), []],
  ['a rejection', refusedAfter(400, page('a b'), page('b')), []],
  ['anything, after an empty page', traversed(page(''), page('b')), []],
])('a page without a limit begins with %s', (_, one, problems) => {
  expect(reported(beginsAlike(list, one))).toEqual(problems);
});

test('a page ends early if it has no cursor and more comes after it', () => {
  expect(reported(endsEarly(list, traversed(page('a b')), whole))).toEqual(['left out c: c is missing']);
  expect(endsEarly(list, traversed(page('a b', 'b')), whole)).toEqual([]);
  expect(endsEarly(list, traversed(page('c d')), whole)).toEqual([]);
  expect(endsEarly(list, traversed(page('e')), whole)).toEqual([]);
});
