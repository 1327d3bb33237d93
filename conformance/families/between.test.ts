/** Rules on several exchanges: a write of another user in between must not count as a fault. */
import { describe, expect, test } from 'vitest';
import { demanded, type SmallApi } from '../testing/api.ts';
import { judgedTraffic, type Passed, type Verdicts, verdictsOn } from '../testing/traffic.ts';

const times = <Item>(count: number, items: readonly Item[]) => Array.from({ length: count }, () => items).flat();

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The headers with a user's token; several tokens may belong to one user. */
function as(uid: string, session = 'phone', iss = 'here') {
  return { authorization: `Bearer ${part({ alg: 'none' })}.${part({ uid, session, iss })}.c2lnbmVk` };
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
    addStar: {
      request: 'POST /books/{book}/stars',
      body: { schema: { type: 'object' }, example: {} },
      behaviour: [{ family: 'moves', by: 1, read: 'readFilm', pointer: '/stars', rules: [demanded('add')] }],
    },
    readFilm: { request: 'GET /films/{book}' },
    listRooms: {
      request: 'GET /rooms',
      behaviour: [
        {
          family: 'counts',
          at: '/*/chairs',
          list: 'listChairs',
          rules: [{ ...demanded('exact'), id: 'small.chairs' }],
        },
      ],
    },
    listChairs: {
      request: 'GET /rooms/{room}/chairs',
      behaviour: [{ family: 'list', items: '', noun: 'chairs', rules: [] }],
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

const reported = (passed: readonly Passed[]) => verdictsOn(library, passed);

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

  test.each<[string, readonly Passed[], Verdicts]>([
    ['are right', times(4, [shelves(2), ...traverse]), { exact: 'pass', filled: 'pass' }],
    ['are wrong between whole lists', times(4, [shelves(3), ...traverse]), { exact: 'fail', filled: 'pass' }],
    ['changed while the list was read', times(4, [shelves(3), ...traverse, shelves(2)]), { filled: 'pass' }],
    [
      'differ once, as somebody took one away and put one back',
      [...times(2, [shelves(3), ...traverse]), shelves(3)],
      { filled: 'pass' },
    ],
    ['stand beside a part of the list', times(5, [shelves(3), page('a1', 'title=pears')]), {}],
    ['are wrong twice', [...times(2, [shelves(3), ...traverse]), shelves(3)], { filled: 'pass' }],
    [
      'are right for an empty shelf',
      times(5, [{ ...shelves(3), answer: [{ id: 'c', books: 0 }] }, ...traverse]),
      { exact: 'pass', filled: 'pass' },
    ],
    ['are for another caller', times(5, [{ ...shelves(3), headers: as('bo') }, ...traverse]), { filled: 'pass' }],
    ['stand beside a walk that was not ended', times(5, [shelves(3), begun ?? page('')]), { filled: 'pass' }],
  ])('%s', async (_, passed, verdicts) => expect(await reported(passed)).toEqual(verdicts));

  const rooms = (chairs: number) => ({ request: 'GET /rooms', answer: [{ id: 'Attic', chairs }] });
  const chairs = (room: string, ...ids: readonly string[]) => {
    return { request: `GET /rooms/${room}/chairs`, answer: ids.map((id) => ({ id })) };
  };
  test.each<[string, readonly Passed[], Verdicts]>([
    ['are right', times(4, [rooms(2), chairs('attic', 'a', 'b')]), { chairs: 'pass' }],
    ['are wrong', times(4, [rooms(3), chairs('attic', 'a', 'b')]), { chairs: 'fail' }],
    ['are those of another room', times(4, [rooms(3), chairs('cellar', 'a', 'b')]), { chairs: 'pass' }],
  ])('of a room of its own %s', async (_, passed, verdicts) => expect(await reported(passed)).toEqual(verdicts));
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

  test.each<[string, readonly Passed[], Verdicts]>([
    ['as they should', times(6, [unstar('ann'), read(0), star('ann', 1), read(1)]), { star: 'pass', unstar: 'pass' }],
    ['by two', times(6, [unstar('ann'), read(0), star('ann', 2), read(2)]), { star: 'fail', unstar: 'fail' }],
    ['the wrong way', times(6, [star('ann', 1), read(1), unstar('ann'), read(2)]), { star: 'fail', unstar: 'fail' }],
    ['not, as it is repeated', times(6, [read(1), star('ann', 1), read(1)]), {}],
    [
      'not, as another token of the user had done it',
      times(6, [star('ann', 1), unstar('ann', 'desk'), read(0), unstar('ann'), read(0)]),
      { star: 'pass' },
    ],
    [
      'while somebody else moves them too',
      times(6, [unstar('ann'), read(0), star('ann', 1), star('bo', 2), unstar('bo'), read(1)]),
      { star: 'pass', unstar: 'pass' },
    ],
    [
      'by two in what is answered, by one in what is read',
      times(6, [unstar('ann'), read(0), star('ann', 2), read(1)]),
      { star: 'pass', unstar: 'pass' },
    ],
    ['by two, five times', [...times(5, [unstar('ann'), read(0), star('ann')]), read(2)], {}],
    ['while it is read', times(6, [unstar('ann'), read(0), star('ann'), { ...read(1), took: 15 }]), { unstar: 'pass' }],
    ['not, as it is refused', times(6, [unstar('ann'), read(0), { ...star('ann'), status: 409 }, read(0)]), {}],
    ['not, as it may have failed', times(6, [unstar('ann'), read(0), { ...star('ann'), status: 503 }, read(0)]), {}],
    [
      'for the wrong item',
      times(6, [unstar('ann'), read(0), star('ann'), { ...read(5), request: 'GET /books/2' }]),
      {},
    ],
    [
      'a moment later',
      times(6, [unstar('ann'), read(0), star('ann', 0), read(0), read(1)]),
      { star: 'pass', unstar: 'pass' },
    ],
  ])('%s', async (_, passed, verdicts) => expect(await reported(passed)).toEqual(verdicts));

  const film = (stars: number) => ({ request: 'GET /films/1', answer: { stars } });
  const add: Passed = { request: 'POST /books/1/stars', headers: as('ann'), sent: {}, answer: {} };
  test.each<[string, readonly Passed[], Verdicts]>([
    ['as each adds one', [0, 1, 2, 3, 4, 5].flatMap((stars) => [film(stars), add]), { add: 'pass' }],
    ['by two as each adds one', [0, 2, 4, 6, 8, 10].flatMap((stars) => [film(stars), add]), { add: 'fail' }],
  ])('%s', async (_, passed, verdicts) => expect(await reported(passed)).toEqual(verdicts));
});

describe('an item that a user owns', () => {
  const mine = (user: string, ids: string, session?: string): Passed => ({
    request: 'GET /mine',
    headers: as(user, session),
    answer: { books: items(ids) },
  });
  test.each<[string, readonly Passed[], Verdicts]>([
    ['is his alone', times(4, [mine('ann', 'a1'), mine('bo', 'b1')]), { own: 'pass' }],
    ['is shown to another, to and fro', times(2, [mine('ann', 'a1'), mine('bo', 'a1 b1')]), { own: 'fail' }],
    ['changes hands', [mine('ann', 'a1'), mine('bo', 'a1'), mine('bo', 'a1'), mine('ann', 'a1')], { own: 'pass' }],
    ['is shown to another once', [mine('ann', 'a1'), mine('bo', 'a1')], { own: 'pass' }],
    ['is shown to and fro, twice', [mine('ann', 'a1'), mine('bo', 'a1'), mine('ann', 'a1')], { own: 'pass' }],
    ['is shown three times', times(2, [mine('ann', 'a1'), mine('bo', 'a1')]), { own: 'fail' }],
    ['is not there', times(4, [{ ...mine('ann', ''), answer: { books: [] } }]), {}],
    ['is shown to somebody unknown', times(4, [{ ...mine('ann', 'a1'), headers: {} }]), {}],
    [
      'is shown to another of another issuer',
      times(4, [mine('ann', 'a1'), { ...mine('bo', 'a1'), headers: as('bo', 'phone', 'elsewhere') }]),
      { own: 'pass' },
    ],
    [
      'is read with two tokens of his',
      times(4, [mine('ann', 'a1', 'phone'), mine('ann', 'a1', 'desk')]),
      { own: 'pass' },
    ],
  ])('%s', async (_, passed, verdicts) => expect(await reported(passed)).toEqual(verdicts));
});

describe('pages and their limit', () => {
  const large = page('a b c d');
  const search = (ids: string, limit: number): Passed => ({
    request: `GET /search?words=ripe&limit=${limit}`,
    answer: { books: ids === '' ? [] : items(ids) },
  });
  test.each<[string, readonly Passed[], Verdicts]>([
    ['are full', times(4, [large, page('a b', 'limit=2', 'x'), page('c d', 'limit=2&cursor=x')]), { filled: 'pass' }],
    [
      'are cut short',
      times(4, [large, page('a', 'limit=2', 'x'), page('c d', 'limit=2&cursor=x')]),
      { filled: 'fail' },
    ],
    [
      'are cut short twice',
      times(2, [large, page('a', 'limit=2', 'x'), page('c d', 'limit=2&cursor=x')]),
      { filled: 'pass' },
    ],
    ['are empty', times(4, [large, page('', 'limit=2', 'x')]), { filled: 'fail' }],
    ['have no limit', times(4, [large, page('a', '', 'x')]), { filled: 'pass' }],
    ['have a limit that is none', times(4, [large, page('a', 'limit=0', 'x'), page('c d', 'limit=0&cursor=x')]), {}],
    [
      'are short but complete',
      times(4, [large, page('a', 'limit=2', 'x'), page('b c d', 'limit=3&cursor=x')]),
      { filled: 'pass' },
    ],
    ['are cut short while the list changes', times(4, [large, page('a', 'limit=2'), page('a z')]), {}],
    ['hold as many as there are', times(4, [search('a b c', 9), search('a b', 2)]), { filled: 'pass' }],
    ['hold fewer than there are', times(4, [search('a b c', 9), search('a', 2)]), { filled: 'fail' }],
    [
      'hold fewer than there are, for another',
      times(4, [search('a b c', 9), { ...search('a', 2), headers: as('bo') }]),
      {},
    ],
    ['hold fewer than there are, twice', [search('a b c', 9), ...times(2, [search('a', 2), search('a b c', 9)])], {}],
    ['hold nothing', times(4, [search('a b c', 9), search('', 2)]), { filled: 'fail' }],
    [
      'held fewer once',
      [search('a b c', 9), search('a', 2), ...times(3, [search('a b c', 9), search('a b', 2)])],
      { filled: 'pass' },
    ],
  ])('%s', async (_, passed, verdicts) => expect(await reported(passed)).toEqual(verdicts));
});

describe('two operations for the same data', () => {
  const prices = (path: string, price: string): Passed => ({ request: `GET ${path}`, answer: [{ id: '1', price }] });
  const [now, old] = [(price: string) => prices('/prices', price), (price: string) => prices('/v1/prices', price)];
  test.each<[string, readonly Passed[], Verdicts]>([
    ['agree', times(4, [now('1.5'), old('1.50')]), { same: 'pass' }],
    ['differ, each time', times(4, [now('1.5'), old('1.6')]), { same: 'fail' }],
    ['differ as prices move', [now('1'), old('2'), now('2'), old('3'), now('3'), old('4'), now('4')], { same: 'pass' }],
    ['differ twice', times(3, [now('1.5'), old('1.6')]), {}],
    ['differ for another', times(4, [now('1.5'), { ...old('1.6'), headers: as('bo') }]), {}],
    ['have different items', times(4, [now('1.5'), { ...old('1.5'), answer: [] }]), { same: 'fail' }],
    ['differ as one of them chooses', times(4, [now('1.5'), prices('/v1/prices?at=yesterday', '1.6')]), {}],
  ])('%s', async (_, passed, verdicts) => expect(await reported(passed)).toEqual(verdicts));
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
  test.each<[string, readonly Passed[], Verdicts]>([
    ['takes a write', [write('DELETE')], { unchanged: 'fail' }],
    ['refuses it', [write('DELETE', { status: 405 })], {}],
    ['is read by POST', [write('POST', { headers: { 'x-http-method-override': 'GET' } })], {}],
    ['takes a PATCH', [write('PATCH')], { unchanged: 'fail' }],
    ['takes a PUT', [write('PUT')], { unchanged: 'fail' }],
    ['takes a POST', [write('POST')], { unchanged: 'fail' }],
    ['answers OPTIONS', [write('OPTIONS')], {}],
    ['loses four items', [1, 2, 3, 4].flatMap((id) => [read(id), read(id, 404)]), {}],
    ['loses an item that was lost', [read(1), ...times(9, [read(1, 404)])], {}],
    ['refuses its reader', [1, 2, 3, 4, 5].flatMap((id) => [read(id), read(id, 403)]), {}],
    [
      'loses what another reads',
      [1, 2, 3, 4, 5].flatMap((id) => [read(id), { ...read(id, 404), headers: as('bo') }]),
      {},
    ],
    ['loses what is being read', [1, 2, 3, 4, 5].flatMap((id) => [read(id), { ...read(id, 404), took: 30 }]), {}],
    ['is asked for something else', [{ request: 'POST /metrics', sent: {}, answer: {} }], {}],
    ['loses all that was read', [1, 2, 3, 4, 5].flatMap((id) => [read(id), read(id, 404)]), { unchanged: 'fail' }],
    [
      'loses some of it',
      [1, 2, 3, 4, 5, 6].flatMap((id) => [read(id), read(id, id % 2 === 0 ? 404 : 200)]),
      { unchanged: 'pass' },
    ],
  ])('%s', async (_, passed, verdicts) => expect(await verdictsOn(shelf, passed)).toEqual(verdicts));

  test.each([
    [60_000, { unchanged: 'fail' }],
    [60_001, {}],
  ])('loses what was read %d ms ago', async (apart, verdicts) => {
    const passed = [1, 2, 3, 4, 5].flatMap((id) => [read(id), { ...read(id, 404), took: 0 }]);
    expect(await verdictsOn(shelf, passed, false, apart)).toEqual(verdicts);
  });

  test('is reported without the id of the write', async () => {
    const { reported, report } = await judgedTraffic(shelf, [write('PUT')]);
    expect(reported[0]?.finding.curl).toContain('/notes/$NOTE');
    expect(JSON.stringify([reported, report])).not.toContain('secret-note');
  });
});
