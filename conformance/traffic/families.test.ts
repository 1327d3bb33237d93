import { describe, expect, test } from 'vitest';
import { demanded, type SmallApi } from '../testing/api.ts';
import { byCursor, byOffset } from '../testing/list-server.ts';
import { brokenBy, type Passed } from '../testing/traffic.ts';

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

const times = <Item>(count: number, items: readonly Item[]) => Array.from({ length: count }, () => items).flat();

describe('pages by cursor', () => {
  const first = page('a b', 'b');
  const wholeTraversal = [first, page('c d', '', 'cursor=b'), first];

  test.each<[string, readonly Passed[], readonly string[]]>([
    ['follow each other', times(3, wholeTraversal), []],
    ['one holds an item twice', [page('a b a')], ['continues']],
    ['more is told, and no cursor', [page('a b', '', '', true)], ['continues']],
    ['the cursor is that of the page, and more is told', [page('a b', 'a', 'cursor=a')], ['continues']],
    ['the last one repeats its cursor', [page('a b', 'a', 'cursor=a', false)], []],
    [
      'the second begins with the end of the first, each time',
      times(3, [first, page('b c', '', 'cursor=b'), first]),
      ['continues'],
    ],
    [
      'once it does, as somebody came first',
      [first, page('b c', '', 'cursor=b'), first, ...times(2, wholeTraversal)],
      [],
    ],
    ['the first changed meanwhile', times(3, [first, page('b c', '', 'cursor=b'), page('z a', 'a')]), []],
    [
      'small ones pass over what a large one shows',
      times(2, [
        page('a b c d', '', 'limit=9'),
        page('a b', 'b', 'limit=2'),
        page('d', '', 'cursor=b&limit=2'),
        page('a b c d', '', 'limit=9'),
      ]),
      ['continues'],
    ],
    [
      'small ones say no more follows though a large one shows more',
      times(2, [
        page('a b c', '', 'limit=9'),
        page('a', 'x', '', false),
        page('b', 'y', 'cursor=x'),
        page('a b c', '', 'limit=9'),
      ]),
      [],
    ],
    ['more than the limit', [page('a b c', '', 'limit=2')], ['at-most']],
    ['empty ones that tell of more', times(2, [page('', 'b', '', true)]), ['filled']],
    ['an empty one, once', [page('', 'b', '', true), page('a b', 'b'), page('', 'b', '', true)], []],
  ])('%s', async (_, passed, broken) => expect(await brokenBy(byCursor(), passed)).toEqual(broken));

  test('of two callers are not combined', async () => {
    const mine = { authorization: 'Bearer one-token-of-mine' };
    const traverse = [{ ...first, headers: mine }, page('b c', '', 'cursor=b'), { ...first, headers: mine }];
    expect(await brokenBy(byCursor(), times(3, traverse))).toEqual([]);
  });
});

test('pages by offset overlap with certainty only if the first page does not change', async () => {
  const first = page('a b', '', 'limit=2');
  const overlap = page('b c', '', 'limit=2&offset=2');
  expect(await brokenBy(byOffset(), times(3, [first, overlap, first]))).toEqual(['continues']);
  expect(await brokenBy(byOffset(), times(3, [first, overlap, page('z a', '', 'limit=2')]))).toEqual([]);
});

test('a first page by offset is not empty if its total counts items', async () => {
  const empty = (total: number, query = 'limit=2') => ({
    request: `GET /books?${query}`,
    answer: { books: [], total },
  });
  expect(await brokenBy(byOffset(), times(2, [empty(4)]))).toEqual(['filled']);
  expect(await brokenBy(byOffset(), times(2, [empty(4), page('a b', '', 'limit=2')]))).toEqual(['filled']);
  expect(await brokenBy(byOffset(), [...times(2, [empty(0)]), ...times(2, [empty(4, 'offset=4')]), empty(1)])).toEqual(
    [],
  );
});

test('a list that is served with a limit and rejected without one each time is reported', async () => {
  const api = byCursor();
  const served = page('a b', 'b', 'limit=2');
  const refused: Passed = { request: 'GET /books', status: 400, answer: { code: 1, msg: 'how many?' } };
  expect(await brokenBy(api, [served, ...times(3, [refused, served])])).toEqual(['first']);
  expect(await brokenBy(api, [served, ...times(2, [refused, served]), page('a b', 'b'), refused, served])).toEqual([]);
  const busy = { ...refused, status: 429 };
  expect(await brokenBy(api, [served, ...times(3, [busy, served])])).toEqual([]);
});

const card = { authorization: 'Bearer somebodys-card' };
const shelf: SmallApi = {
  operations: {
    listBooks: {
      request: 'GET /books',
      behaviour: [
        { family: 'list', items: '', noun: 'books', rules: [] },
        { family: 'refers-to', at: '/*/author', read: 'readAuthor', parameter: 'author', rules: [demanded('author')] },
      ],
    },
    readBook: {
      request: 'GET /books/{book}',
      behaviour: [
        {
          family: 'one-of',
          list: 'listBooks',
          parameter: 'book',
          at: '',
          apart: ['loans'],
          rules: [demanded('named'), demanded('listed')],
        },
      ],
    },
    readAuthor: { request: 'GET /authors/{author}' },
    addNote: {
      request: 'POST /notes',
      security: ['Card'],
      body: { schema: { type: 'object' }, example: {} },
      behaviour: [
        { family: 'access', need: 'credential', schemes: ['Card'], rules: [demanded('refused')] },
        { family: 'echoes', members: { text: '/text' }, rules: [demanded('text')] },
        { family: 'read-back', read: 'readNote', parameter: 'id', id: '/id', rules: [demanded('readable')] },
        { family: 'required-when', member: 'page', when: { kind: ['quote'] }, rules: [demanded('page')] },
      ],
    },
    readNote: { request: 'GET /notes/{id}' },
    changeNote: { request: 'PUT /notes/{id}' },
    listEntries: {
      request: 'GET /entries',
      query: ['shelf'],
      headers: ['x-shelf'],
      behaviour: [
        { family: 'list', items: '', noun: 'entries', rules: [] },
        {
          family: 'chosen-by',
          headers: ['x-shelf'],
          query: ['shelf'],
          subject: 'shelf',
          shown: ['/*/shelf'],
          rules: ['required', 'in-header', 'in-query', 'header-wins'].map((one) => demanded(one)),
        },
      ],
    },
  },
  behaviour: [{ family: 'lifetime', scheme: 'Card', minutes: 10, rules: [demanded('ends')] }],
};

const reported = (passed: readonly Passed[], isStripped = false) => brokenBy(shelf, passed, isStripped);

describe('a list and an item that is read separately', () => {
  const book = { id: '1', title: 'Pears', loans: 3, author: 'ann' };
  const list = { request: 'GET /books', answer: [book] };
  const read = (changes: object) => ({ request: 'GET /books/1', answer: { ...book, ...changes } });
  const gone = { request: 'GET /books/1', status: 404, answer: {} };

  test.each<[string, readonly Passed[], readonly string[]]>([
    ['agree', times(4, [list, read({})]), []],
    ['differ, each time, and the list stays', [list, ...times(3, [read({ title: 'Figs' }), list])], ['listed']],
    [
      'differ, as somebody changed it and back, now and then',
      [list, ...times(3, [read({ title: 'Figs' }), list, read({}), list])],
      [],
    ],
    ['differ in what may differ', [list, ...times(4, [read({ loans: 9 }), list])], []],
    ['differ after it changed', [list, read({ title: 'Figs' }), { ...list, answer: [{ ...book, title: 'Figs' }] }], []],
    ['the list tells of what cannot be read', [list, ...times(3, [gone, list])], ['named']],
    ['it is deleted', [list, ...times(3, [gone])], []],
  ])('%s', async (_, passed, broken) => expect(await reported(passed)).toEqual(broken));

  test('an id in a list that is unknown before and after the list is reported', async () => {
    const nobody = { request: 'GET /authors/ann', status: 404, answer: {} };
    expect(await reported([list, ...times(3, [nobody, list])])).toEqual(['author']);
    expect(await reported([list, ...times(3, [{ ...nobody, status: 200 }, list])])).toEqual([]);
  });
});

describe('a created item', () => {
  const make = (id: string, more: object = {}, headers: Passed['headers'] = card): Passed => ({
    request: 'POST /notes',
    headers: headers ?? {},
    sent: { text: 'ripe', ...more },
    answer: { id, text: 'ripe' },
  });
  const read = (id: string, text: string) => ({ request: `GET /notes/${id}`, headers: card, answer: { id, text } });
  const three = ['1', '2', '3'];

  test.each<[string, readonly Passed[], readonly string[]]>([
    ['is read as it was made', three.flatMap((id) => [make(id), read(id, 'ripe')]), []],
    ['is read otherwise, three in a row', three.flatMap((id) => [make(id), read(id, 'raw')]), ['readable']],
    [
      'is changed by its maker',
      three.flatMap((id) => [make(id), { request: `PUT /notes/${id}`, headers: card, answer: {} }, read(id, 'raw')]),
      [],
    ],
    ['is echoed otherwise', [{ ...make('1'), answer: { id: '1', text: 'raw' } }], ['text']],
    ['is incomplete', [make('1', { kind: 'quote' })], ['page']],
    ['is complete', [make('1', { kind: 'quote', page: 3 })], []],
    ['comes without a credential', [make('1', {}, {})], ['refused']],
    ['comes without one and is refused', [{ ...make('1', {}, {}), status: 401 }], []],
  ])('%s', async (_, passed, broken) => expect(await reported(passed)).toEqual(broken));

  test('is read at another path than the one where it was created', async () => {
    const chat: SmallApi = {
      operations: {
        report: {
          request: 'POST /chats/{chat}',
          behaviour: [
            { family: 'read-back', read: 'hear', parameter: 'turn', id: '/id', rules: [demanded('readable')] },
          ],
        },
        hear: { request: 'GET /chats/{chat}/{turn}' },
      },
    };
    const inChat = (name: string) => (id: number) => [
      { request: 'POST /chats/a', answer: { id } },
      { request: `GET /chats/${name}/${id}`, status: 404, answer: {} },
    ];
    const late = (passed: readonly Passed[]) => brokenBy({ ...chat }, passed, false, 6000);
    expect(await late([1, 2, 3, 4].flatMap(inChat('b')))).toEqual([]);
    expect(await late([1, 2, 3, 4].flatMap(inChat('a')))).toEqual(['readable']);
  });

  test('a recording without credentials does not show the caller', async () => {
    expect(await reported([make('1', {}, {})], true)).toEqual([]);
  });

  test('a token that expired long ago is reported', async () => {
    const token = (minutes: number) => {
      const claims = { iat: 1_763_690_400 - minutes * 60 };
      const [head, body] = [{ alg: 'none' }, claims].map((part) =>
        Buffer.from(JSON.stringify(part)).toString('base64url'),
      );
      return { authorization: `Bearer ${head}.${body}.c2lnbmVk` };
    };
    expect(await reported([make('1', {}, token(14))])).toEqual(['ends']);
    expect(await reported([make('1', {}, token(9)), { ...make('1', {}, token(60)), status: 401 }])).toEqual([]);
  });
});

describe('the choice of a request', () => {
  const entries = (path: string, shelf: string, header?: string): Passed => ({
    request: `GET /entries${path}`,
    headers: header === undefined ? {} : { 'x-shelf': header },
    answer: [{ id: '1', shelf }],
  });
  test.each<[string, Passed, readonly string[]]>([
    ['by query', entries('?shelf=a', 'a'), []],
    ['by query, and gets another', entries('?shelf=a', 'b'), ['in-query']],
    ['by header, and gets another', entries('', 'b', 'a'), ['in-header']],
    ['by both, and gets that of the query', entries('?shelf=b', 'b', 'a'), ['header-wins']],
    ['not at all, and gets something', entries('', 'b'), ['required']],
  ])('%s', async (_, passed, broken) => expect(await reported([passed])).toEqual(broken));
});
