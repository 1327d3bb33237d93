import { describe, expect, test } from 'vitest';
import { byCursor, byOffset } from '../testing/list-server.ts';
import { type Passed, times, type Verdicts, verdictsOn } from '../testing/traffic.ts';

/** `page('a b', 'b', 'limit=2')`: the items, the cursor of the next page, the query. */
function page(ids: string, next = '', query = '', more = next !== ''): Passed {
  const items = ids
    .split(' ')
    .filter((id) => id !== '')
    .map((id) => ({ id }));
  return {
    request: `GET /books${query === '' ? '' : `?${query}`}`,
    answer: { books: items, next_cursor: next, has_next: more },
  };
}

const [cursorList, offsetList] = [byCursor(), byOffset()];

describe('pages by cursor', () => {
  const first = page('a b', 'b');
  const wholeTraversal = [first, page('c d', '', 'cursor=b'), first];

  test.each<[string, readonly Passed[], Verdicts]>([
    ['follow each other', times(3, wholeTraversal), { first: 'pass', continues: 'pass', more: 'pass', filled: 'pass' }],
    ['one holds an item twice', [page('a b a')], { first: 'pass', continues: 'fail' }],
    [
      'more is announced, and no cursor',
      [page('a b', '', '', true)],
      { first: 'pass', continues: 'fail', filled: 'pass' },
    ],
    [
      'the cursor is that of the page, and more is announced',
      [page('a b', 'a', 'cursor=a')],
      { continues: 'fail', filled: 'pass' },
    ],
    ['the last one repeats its cursor', [page('a b', 'a', 'cursor=a', false)], {}],
    [
      'the second begins with the end of the first, each time',
      times(3, [first, page('b c', '', 'cursor=b'), first]),
      { first: 'pass', continues: 'fail', more: 'pass', filled: 'pass' },
    ],
    [
      'once it does, as somebody came first',
      [first, page('b c', '', 'cursor=b'), first, ...times(2, wholeTraversal)],
      { first: 'pass', continues: 'pass', more: 'pass', filled: 'pass' },
    ],
    [
      'the first changed meanwhile',
      times(3, [first, page('b c', '', 'cursor=b'), page('z a', 'a')]),
      { first: 'pass', filled: 'pass' },
    ],
    [
      'small ones pass over what a large one shows',
      times(2, [
        page('a b c d', '', 'limit=9'),
        page('a b', 'b', 'limit=2'),
        page('d', '', 'cursor=b&limit=2'),
        page('a b c d', '', 'limit=9'),
      ]),
      { first: 'pass', continues: 'fail', more: 'pass', 'at-most': 'pass', filled: 'pass' },
    ],
    [
      'small ones say no more follows though a large one shows more',
      times(2, [
        page('a b c', '', 'limit=9'),
        page('a', 'x', '', false),
        page('b', 'y', 'cursor=x'),
        page('a b c', '', 'limit=9'),
      ]),
      { first: 'pass', filled: 'pass' },
    ],
    ['more than the limit', [page('a b c', '', 'limit=2')], { 'at-most': 'fail' }],
    ['empty ones that tell of more', times(2, [page('', 'b', '', true)]), { first: 'pass', filled: 'fail' }],
    [
      'an empty one, once',
      [page('', 'b', '', true), page('a b', 'b'), page('', 'b', '', true)],
      { first: 'pass', filled: 'pass' },
    ],
  ])('%s', async (_, passed, verdicts) => expect(await verdictsOn(cursorList, passed)).toEqual(verdicts));

  test('of two callers are not combined', async () => {
    const mine = { authorization: 'Bearer one-token-of-mine' };
    const traverse = [{ ...first, headers: mine }, page('b c', '', 'cursor=b'), { ...first, headers: mine }];
    expect(await verdictsOn(cursorList, times(3, traverse))).toEqual({ first: 'pass', filled: 'pass' });
  });
});

test('pages by offset overlap with certainty only if the first page does not change', async () => {
  const first = page('a b', '', 'limit=2');
  const overlap = page('b c', '', 'limit=2&offset=2');
  expect(await verdictsOn(offsetList, times(3, [first, overlap, first]))).toMatchObject({ continues: 'fail' });
  expect(await verdictsOn(offsetList, times(3, [first, overlap, page('z a', '', 'limit=2')]))).not.toHaveProperty(
    'continues',
  );
});

describe('a page by offset that is empty', () => {
  const empty = (total: number, query = 'limit=2') => ({
    request: `GET /books?${query}`,
    answer: { books: [], total },
  });
  test.each<[string, readonly Passed[], Verdicts]>([
    ['is wrong if its total counts items', times(2, [empty(4)]), { filled: 'fail' }],
    ['is wrong if its total counts one', times(2, [empty(1, 'offset=0')]), { filled: 'fail' }],
    ['may be a coincidence once', [empty(4)], {}],
    ['is right if there are none', times(2, [empty(0)]), { filled: 'pass' }],
    ['is right beyond the first', times(2, [empty(4, 'offset=4')]), {}],
    ['is not judged where the limit is no number', times(2, [empty(4, 'limit=many')]), {}],
  ])('%s', async (_, passed, verdicts) => expect(await verdictsOn(offsetList, passed)).toEqual(verdicts));
});

describe('a list that is served with a limit, and without one', () => {
  const served = page('a b', 'b', 'limit=2');
  const refused: Passed = { request: 'GET /books', status: 400, answer: { code: 1, msg: 'how many?' } };
  const rest: Verdicts = { 'at-most': 'pass', filled: 'pass' };
  test.each<[string, readonly Passed[], Verdicts]>([
    ['is rejected each time', [served, ...times(3, [refused, served])], { ...rest, first: 'fail' }],
    ['is rejected twice', [served, ...times(2, [refused, served])], rest],
    [
      'is rejected twice, and served then',
      [served, ...times(2, [refused, served]), page('a b', 'b'), refused, served],
      { ...rest, first: 'pass' },
    ],
    ['is rejected at a busy time', [served, ...times(3, [{ ...refused, status: 429 }, served])], rest],
  ])('%s', async (_, passed, verdicts) => expect(await verdictsOn(cursorList, passed)).toEqual(verdicts));
});
