/** Rules on several exchanges: a write of another user in between must not count as a fault. */
import { describe, expect, test } from 'vitest';
import { demanded, type SmallApi } from '../testing/api.ts';
import { brokenBy, judgedTraffic, type Passed } from '../testing/traffic.ts';

const times = <Item>(count: number, items: readonly Item[]) => Array.from({ length: count }, () => items).flat();

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The headers with a user's token; several tokens may belong to one user. */
function as(uid: string, session = 'phone') {
  return { authorization: `Bearer ${part({ alg: 'none' })}.${part({ uid, session })}.c2lnbmVk` };
}

const paging = { by: 'cursor', cursor: 'cursor', limit: 'limit', next: '/next', more: '/more', rules: [] };
const books = { family: 'list', items: '/books', noun: 'books', rules: [] };

const library: SmallApi = {
  operations: {
    listShelves: {
      request: 'GET /shelves',
      behaviour: [{ family: 'counts', at: '/*/books', list: 'listBooks', by: 'shelf', rules: [demanded('exact')] }],
    },
    listBooks: {
      request: 'GET /books',
      query: ['cursor', 'limit', 'title'],
      behaviour: [
        books,
        { family: 'paged', ...paging },
        { family: 'limited', limit: 'limit', rules: [demanded('filled')] },
      ],
    },
    search: {
      request: 'GET /search',
      query: ['words', 'limit'],
      behaviour: [books, { family: 'limited', limit: 'limit', rules: [demanded('filled')] }],
    },
    listMine: { request: 'GET /mine', behaviour: [books, { family: 'owned', rules: [demanded('own')] }] },
    readBook: { request: 'GET /books/{book}' },
    starBook: {
      request: 'POST /books/{book}/star',
      behaviour: [
        { family: 'moves', by: 1, at: '/stars', read: 'readBook', pointer: '/stars', rules: [demanded('star')] },
      ],
    },
    unstarBook: {
      request: 'POST /books/{book}/unstar',
      behaviour: [{ family: 'moves', by: -1, read: 'readBook', pointer: '/stars', rules: [demanded('unstar')] }],
    },
    listPrices: {
      request: 'GET /prices',
      answer: { type: 'array', items: { type: 'object', properties: { id: {}, price: { type: 'string' } } } },
      behaviour: [
        { family: 'list', items: '', noun: 'prices', rules: [] },
        { family: 'same-as', other: 'listOldPrices', rules: [demanded('same')] },
      ],
    },
    listOldPrices: {
      request: 'GET /v1/prices',
      answer: { type: 'array', items: { type: 'object', properties: { id: {}, price: { type: 'string' } } } },
      behaviour: [{ family: 'list', items: '', noun: 'prices', rules: [] }],
    },
  },
};

const reported = (passed: readonly Passed[]) => brokenBy(library, passed);

const items = (ids: string) => ids.split(' ').map((id) => ({ id, shelf: id.slice(0, 1) }));

function page(ids: string, query = '', next = ''): Passed {
  return {
    request: `GET /books${query === '' ? '' : `?${query}`}`,
    answer: { books: ids === '' ? [] : items(ids), next, more: next !== '' },
  };
}

describe('numbers that count', () => {
  const shelves = (number: number) => ({ request: 'GET /shelves', answer: [{ id: 'a', books: number }] });
  const traverse = [page('a1 a2', 'limit=2', 'x'), page('b1', 'limit=2&cursor=x')];
  const [begun] = traverse;

  test.each<[string, readonly Passed[], readonly string[]]>([
    ['are right', times(4, [shelves(2), ...traverse]), []],
    ['are wrong between whole lists', times(4, [shelves(3), ...traverse]), ['exact']],
    ['changed while the list was read', times(4, [shelves(3), ...traverse, shelves(2)]), []],
    [
      'differ once, as somebody took one away and put one back',
      [...times(2, [shelves(3), ...traverse]), shelves(3)],
      [],
    ],
    ['stand beside a part of the list', times(5, [shelves(3), page('a1', 'title=pears')]), []],
    ['stand beside a walk that was not ended', times(5, [shelves(3), begun ?? page('')]), []],
  ])('%s', async (_, passed, broken) => expect(await reported(passed)).toEqual(broken));
});

describe('numbers that move', () => {
  const read = (stars: number) => ({ request: 'GET /books/1', answer: { stars } });
  const star = (user: string, stars?: number): Passed => ({
    request: 'POST /books/1/star',
    headers: as(user),
    answer: stars === undefined ? {} : { stars },
  });
  const unstar = (user: string, session = 'phone'): Passed => ({
    request: 'POST /books/1/unstar',
    headers: as(user, session),
    answer: {},
  });

  test.each<[string, readonly Passed[], readonly string[]]>([
    ['as they should', times(6, [unstar('ann'), read(0), star('ann', 1), read(1)]), []],
    ['by two', times(6, [unstar('ann'), read(0), star('ann', 2), read(2)]), ['star', 'unstar']],
    ['the wrong way', times(6, [star('ann', 1), read(1), unstar('ann'), read(2)]), ['star', 'unstar']],
    ['not, as it is repeated', times(6, [read(1), star('ann', 1), read(1)]), []],
    [
      'not, as another token of the user had done it',
      times(6, [star('ann', 1), unstar('ann', 'desk'), read(0), unstar('ann'), read(0)]),
      [],
    ],
    [
      'while somebody else moves them too',
      times(6, [unstar('ann'), read(0), star('ann', 1), star('bo', 2), unstar('bo'), read(1)]),
      [],
    ],
    ['a moment later', times(6, [unstar('ann'), read(0), star('ann', 0), read(0), read(1)]), []],
  ])('%s', async (_, passed, broken) => expect(await reported(passed)).toEqual(broken));
});

describe('an item that a user owns', () => {
  const mine = (user: string, ids: string, session?: string): Passed => ({
    request: 'GET /mine',
    headers: as(user, session),
    answer: { books: items(ids) },
  });
  test.each<[string, readonly Passed[], readonly string[]]>([
    ['is his alone', times(4, [mine('ann', 'a1'), mine('bo', 'b1')]), []],
    ['is shown to another, to and fro', times(2, [mine('ann', 'a1'), mine('bo', 'a1 b1')]), ['own']],
    ['changes hands', [mine('ann', 'a1'), mine('bo', 'a1'), mine('bo', 'a1'), mine('ann', 'a1')], []],
    ['is read with two tokens of his', times(4, [mine('ann', 'a1', 'phone'), mine('ann', 'a1', 'desk')]), []],
  ])('%s', async (_, passed, broken) => expect(await reported(passed)).toEqual(broken));
});

describe('pages and their limit', () => {
  const large = page('a b c d');
  const search = (ids: string, limit: number): Passed => ({
    request: `GET /search?words=ripe&limit=${limit}`,
    answer: { books: ids === '' ? [] : items(ids) },
  });
  test.each<[string, readonly Passed[], readonly string[]]>([
    ['are full', times(4, [large, page('a b', 'limit=2', 'x'), page('c d', 'limit=2&cursor=x')]), []],
    ['are cut short', times(4, [large, page('a', 'limit=2', 'x'), page('c d', 'limit=2&cursor=x')]), ['filled']],
    ['are short but complete', times(4, [large, page('a', 'limit=2', 'x'), page('b c d', 'limit=3&cursor=x')]), []],
    ['are cut short while the list changes', times(4, [large, page('a', 'limit=2'), page('a z')]), []],
    ['hold as many as there are', times(4, [search('a b c', 9), search('a b', 2)]), []],
    ['hold fewer than there are', times(4, [search('a b c', 9), search('a', 2)]), ['filled']],
    ['held fewer once', [search('a b c', 9), search('a', 2), ...times(3, [search('a b c', 9), search('a b', 2)])], []],
  ])('%s', async (_, passed, broken) => expect(await reported(passed)).toEqual(broken));
});

describe('two operations for the same data', () => {
  const prices = (path: string, price: string): Passed => ({ request: `GET ${path}`, answer: [{ id: '1', price }] });
  const [now, old] = [(price: string) => prices('/prices', price), (price: string) => prices('/v1/prices', price)];
  test.each<[string, readonly Passed[], readonly string[]]>([
    ['agree', times(4, [now('1.5'), old('1.50')]), []],
    ['differ, each time', times(4, [now('1.5'), old('1.6')]), ['same']],
    ['differ as prices move', [now('1'), old('2'), now('2'), old('3'), now('3'), old('4'), now('4')], []],
    ['differ as one of them chooses', times(4, [now('1.5'), prices('/v1/prices?at=yesterday', '1.6')]), []],
  ])('%s', async (_, passed, broken) => expect(await reported(passed)).toEqual(broken));
});

describe('a service that only reads', () => {
  const shelf: SmallApi = {
    operations: {
      listNotes: { request: 'GET /notes', behaviour: [{ family: 'list', items: '', noun: 'notes', rules: [] }] },
      readNote: {
        request: 'GET /notes/{note}',
        behaviour: [{ family: 'one-of', list: 'listNotes', parameter: 'note', at: '', rules: [] }],
      },
    },
    behaviour: [{ family: 'read-only', rules: [demanded('unchanged')] }],
  };
  const read = (id: number, status = 200): Passed => ({ request: `GET /notes/${id}`, status, answer: {} });
  const write = (method: string, more: Partial<Passed> = {}): Passed => ({
    request: `${method} /notes/secret-note`,
    sent: {},
    answer: {},
    ...more,
  });
  test.each<[string, readonly Passed[], readonly string[]]>([
    ['takes a write', [write('DELETE')], ['unchanged']],
    ['refuses it', [write('DELETE', { status: 405 })], []],
    ['is read by POST', [write('POST', { headers: { 'x-http-method-override': 'GET' } })], []],
    ['is asked for something else', [{ request: 'POST /metrics', sent: {}, answer: {} }], []],
    ['loses all that was read', [1, 2, 3, 4, 5].flatMap((id) => [read(id), read(id, 404)]), ['unchanged']],
    ['loses some of it', [1, 2, 3, 4, 5, 6].flatMap((id) => [read(id), read(id, id % 2 === 0 ? 404 : 200)]), []],
  ])('%s', async (_, passed, broken) => expect(await brokenBy(shelf, passed)).toEqual(broken));

  test('is reported without the id of the write', async () => {
    const { reported, report } = await judgedTraffic(shelf, [write('PUT')]);
    expect(reported[0]?.finding.curl).toContain('/notes/$NOTE');
    expect(JSON.stringify([reported, report])).not.toContain('secret-note');
  });
});
