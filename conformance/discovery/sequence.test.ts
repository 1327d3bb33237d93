import { describe, expect, test } from 'vitest';
import type { Exchange } from '../model/exchange.ts';
import { exchange, smallSuite } from '../testing/api.ts';
import { byCursor } from '../testing/list-server.ts';
import { type Page, type PagedList, pagedListOf } from './pages.ts';
import { isAsLong, isSame, sequenceOf, sequenceWith } from './sequence.ts';
import { type Problem, settled } from './settled.ts';

const suite = smallSuite(byCursor());
const cursorList = pagedListOf(suite.api, 'listBooks');
if (cursorList === null) throw new Error('it is a list');
const offsetList: PagedList = { ...cursorList, by: 'offset' };
const wholeList: PagedList = { ...cursorList, by: null };

const answered = (status: number, limit?: string): Exchange => {
  const made = exchange(suite, 'listBooks', [status, {}]);
  return limit === undefined ? made : { ...made, url: `${made.url}?limit=${limit}` };
};

/** A page of these keys, which are one letter each. */
const page = (keys: string, changes: Partial<Page> & { limit?: string } = {}): Page => {
  const { limit, ...more } = changes;
  return { exchange: answered(200, limit), items: [], keys: [...keys], next: '', more: null, ...more };
};

const keysOf = (list: PagedList, ...pages: readonly Page[]) =>
  sequenceOf(list, { pages, refusal: null }).pages.map(({ keys }) => keys.join(''));

describe('a sequence', () => {
  test('has each key once, with its place', () => {
    const { keys, places } = sequenceOf(cursorList, { pages: [page('ab', { next: 'b' }), page('bc')], refusal: null });
    expect([keys, [...places]]).toEqual([
      ['a', 'b', 'c'],
      [
        ['a', 0],
        ['b', 1],
        ['c', 2],
      ],
    ]);
  });

  test('is without a last page that repeats the one before', () => {
    expect(keysOf(cursorList, page('ab'), page('ab'))).toEqual(['ab']);
    expect(keysOf(cursorList, page('ab'), page('b'))).toEqual(['ab']);
    expect(keysOf(cursorList, page('ab'), page('bc'))).toEqual(['ab', 'bc']);
    expect(keysOf(cursorList, page('ab'), page(''))).toEqual(['ab', '']);
    expect(keysOf(cursorList, page('ab', { next: 'x' }), page('ab'))).toEqual(['ab', 'ab']);
    expect(keysOf(cursorList, page('ab', { more: true }), page('ab'))).toEqual(['ab', 'ab']);
    expect(keysOf(cursorList, page('ab'))).toEqual(['ab']);
  });

  test.each<[string, PagedList, readonly Page[], Exchange | null, boolean]>([
    ['without pages', cursorList, [], null, false],
    ['with a next cursor', cursorList, [page('a', { next: 'a' })], null, false],
    ['without a next cursor', cursorList, [page('a')], null, true],
    ['with a next cursor, but no more', cursorList, [page('a', { next: 'a', more: false })], null, true],
    ['with an empty page', cursorList, [page('a', { next: 'a' }), page('', { next: 'b' })], null, true],
    ['that repeats its end', cursorList, [page('a', { next: 'a' }), page('a', { next: 'a' })], null, true],
    ['by offset, whose last page shows something', offsetList, [page('a')], null, false],
    ['by offset, whose last page is empty', offsetList, [page('a'), page('')], null, true],
    ['that is not paged', wholeList, [page('abc')], null, true],
    ['that is not paged and as long as its limit', wholeList, [page('abc', { limit: '3' })], null, false],
    ['that is not paged and shorter than its limit', wholeList, [page('abc', { limit: '4' })], null, true],
    ['that is not paged and as long as it may be', { ...wholeList, maximum: 3 }, [page('abc')], null, false],
    ['that is not paged and shorter than it may be', { ...wholeList, maximum: 4 }, [page('abc')], null, true],
    ['that takes no limit', { ...wholeList, limit: null }, [page('abc', { limit: '3' })], null, true],
    ['by cursor, with a rejected page', cursorList, [page('ab', { next: 'b' }), page('c')], answered(404), false],
    ['by offset, rejected after a short page', offsetList, [page('ab'), page('c')], answered(404), true],
    ['by offset, rejected after a full page', offsetList, [page('ab'), page('cd')], answered(404), false],
    ['by offset, forbidden after a short page', offsetList, [page('ab'), page('c')], answered(403), false],
    ['by offset, rejected after the only page', offsetList, [page('ab', { limit: '3' })], answered(416), true],
    ['by offset, rejected after the only full page', offsetList, [page('ab', { limit: '2' })], answered(416), false],
    ['by offset, rejected after the only page of any size', offsetList, [page('ab')], answered(422), false],
    [
      'by offset, of which the first page is empty and the next is rejected',
      ...([offsetList, [page(''), page('')], answered(404), false] as const),
    ],
    ['by offset, rejected at once', offsetList, [], answered(400), false],
    [
      'by offset, not answered after a short page',
      offsetList,
      [page('ab'), page('c')],
      { ...answered(400), outcome: { kind: 'failure', reason: 'timeout', message: '' } },
      false,
    ],
  ])('%s has ended: see the last value', (_what, list, pages, refusal, expected) => {
    expect(sequenceOf(list, { pages, refusal })).toMatchObject({ ended: expected, refusal });
  });

  test('may be one page after those before it', () => {
    const json = { books: [{ id: 'c' }], next_cursor: '', has_next: false };
    const before = [page('ab', { next: 'b', more: true })];
    const shown = exchange(suite, 'listBooks', [200, json]);
    expect(sequenceWith({ ...cursorList, key: 'id' }, shown, before)).toMatchObject({
      keys: ['a', 'b', 'c'],
      ended: true,
      refusal: null,
    });
    const refused = answered(404);
    expect(sequenceWith(cursorList, refused, before)).toMatchObject({ keys: ['a', 'b'], refusal: refused });
    expect(sequenceWith(cursorList, refused)).toMatchObject({ keys: [], ended: false, refusal: refused });
  });

  test.each([
    ['ab', 'ab', true, true],
    ['ab', 'ba', true, false],
    ['ab', 'abc', false, false],
    ['abc', 'ab', false, false],
    ['', '', true, true],
  ])('of %j is compared with one of %j', (left, right, isLong, isEqual) => {
    const [one, other] = [left, right].map((keys) => sequenceOf(cursorList, { pages: [page(keys)], refusal: null }));
    if (one === undefined || other === undefined) throw new Error('there are two');
    expect([isAsLong(one, other), isSame(one, other)]).toEqual([isLong, isEqual]);
  });
});

describe('a problem of a list', () => {
  const of = (keys: string) => sequenceOf(cursorList, { pages: [page(keys)], refusal: null });
  /** The keys of the whole list that a traversal lacks. */
  const lacking = (traversed: { keys: readonly string[] }, whole: { keys: readonly string[] }): readonly Problem[] =>
    whole.keys
      .filter((key) => !traversed.keys.includes(key))
      .map((key) => ({ aspect: `lacks ${key}`, id: key, breach: {} as Problem['breach'] }));

  /** What is settled, with these further readings of the whole list and of the traversal; the last ones are repeated. */
  async function judged(traversals: readonly string[], wholes: readonly string[]) {
    const next = (all: readonly string[]) => {
      let place = 0;
      return async () => {
        place += 1;
        return of(all[Math.min(place, all.length - 1)] ?? '');
      };
    };
    const counted = { again: 0, whole: 0 };
    const [again, wholeAgain] = [next(traversals), next(wholes)];
    const { problems, doubtful } = await settled({
      traversed: of(traversals[0] ?? ''),
      whole: of(wholes[0] ?? ''),
      problemsOf: lacking,
      again: () => {
        counted.again += 1;
        return again();
      },
      wholeAgain: () => {
        counted.whole += 1;
        return wholeAgain();
      },
    });
    return { problems: problems.map(({ id }) => id), doubtful, ...counted };
  }

  test('is none where nothing is wrong', async () => {
    expect(await judged(['ab'], ['ab'])).toEqual({ problems: [], doubtful: [], again: 0, whole: 0 });
  });

  test('is certain when it is met three times between equal readings', async () => {
    expect(await judged(['a'], ['ab'])).toEqual({ problems: ['b'], doubtful: [], again: 2, whole: 1 + 2 + 3 });
  });

  test('is none when it is not met again', async () => {
    expect(await judged(['a', 'ab'], ['ab'])).toMatchObject({ problems: [], doubtful: [], again: 1 });
  });

  test('is none beside the later reading', async () => {
    expect(await judged(['a'], ['ab', 'a'])).toEqual({ problems: [], doubtful: [], again: 0, whole: 1 });
  });

  test('is only doubtful while the list keeps changing', async () => {
    const wholes = ['ab', 'abc', 'abd', 'abe', 'abf', 'abg', 'abh'];
    expect(await judged(['a'], wholes)).toEqual({ problems: [], doubtful: ['lacks b'], again: 5, whole: 6 });
  });

  test('that is certain is reported alone', async () => {
    expect(await judged(['a', 'a', 'a'], ['ab', 'ab', 'ab', 'ab', 'abc'])).toMatchObject({ doubtful: [] });
  });
});
