import { describe, expect, test } from 'vitest';
import type { CheckContext } from '../core/context.ts';
import { noInput } from '../model/input.ts';
import type { JsonObject } from '../model/values/json.ts';
import { type Handler, jsonReply } from '../mutation/proxy/reply.ts';
import { atOnce, untilWith } from '../run/send/until.ts';
import { demanded, exchange, type SmallApi, smallSuite } from '../testing/api.ts';
import { books, byCursor, byLink, byOffset, listServer, offsetServer } from '../testing/list-server.ts';
import { sendingOf } from '../testing/small-server.ts';
import {
  keyOf,
  largest,
  nextCursorIn,
  type PagedList,
  pagedListOf,
  pageOf,
  secondOf,
  traverseFirst,
  traversePages,
  traverseWhole,
} from './pages.ts';

const listIn = (api: SmallApi) => {
  const list = pagedListOf(smallSuite(api).api, 'listBooks');
  if (list === null) throw new Error('it is a list');
  return list;
};

/** A list of an API, a context that sends to a server, and the queries that are sent. */
function opened(api: SmallApi, server: Handler) {
  const suite = smallSuite(api);
  const queries: string[] = [];
  const send = sendingOf(suite, (request) => {
    queries.push(`${request.query}`);
    return server(request);
  });
  const ctx: CheckContext = { suite, send, until: untilWith(atOnce, suite.target) };
  return { ctx, list: listIn(api), queries };
}

const traverse = { name: 'pages', most: 60 };

/** The queries of a traversal, the number of items of each page, and the status of a refusal. */
async function traversed(api: SmallApi, server: Handler, options: object = {}) {
  const { ctx, list, queries } = opened(api, server);
  const { pages, refusal } = await traversePages(ctx, list, noInput, { ...traverse, ...options });
  const status = refusal?.outcome.kind === 'answer' ? refusal.outcome.status : refusal;
  return { queries, sizes: pages.map(({ items }) => items.length), refused: status };
}

describe('a list', () => {
  test('has its paging and its limits from its declarations', () => {
    expect(listIn(byCursor())).toMatchObject({
      by: 'cursor',
      cursor: 'cursor',
      limit: 'limit',
      maximum: null,
      next: '/next_cursor',
      link: null,
      more: '/has_next',
    });
    expect(listIn(byCursor(false)).more).toBeNull();
    expect(listIn(byLink('/links/next'))).toMatchObject({ next: '/links/next', link: '/links/next' });
    expect(listIn(byLink('Link'))).toMatchObject({ next: null, link: 'Link' });
    expect(listIn(byOffset('page'))).toMatchObject({ by: 'page', cursor: 'offset', next: null, more: null });
  });

  test('may be limited alone, or neither', () => {
    const list = { family: 'list', items: '/books', noun: 'books', rules: [] };
    const limited = { family: 'limited', limit: 'most', maximum: 7, rules: [demanded('maximum')] };
    const api = (...behaviour: readonly object[]) => ({
      operations: { listBooks: { request: 'GET /books', query: ['most'], behaviour } },
    });
    expect(listIn(api(list, limited))).toMatchObject({ by: null, cursor: '', limit: 'most', maximum: 7 });
    expect(listIn(api(list))).toMatchObject({ by: null, cursor: '', limit: null, maximum: null });
    expect(pagedListOf(smallSuite(api()).api, 'listBooks')).toBeNull();
  });

  test('identifies an item by its key, else by all of it', () => {
    const list = listIn(byCursor());
    expect([keyOf({ ...list, key: 'id' }, { id: 5 }), keyOf({ ...list, key: 'id' }, { a: 1 })]).toEqual([
      '5',
      '{"a":1}',
    ]);
    expect(keyOf({ ...list, key: '' }, { id: 5 })).toBe('{"id":5}');
  });
});

describe('the next cursor', () => {
  const list = { next: '/next', link: null, cursor: 'after' };
  test.each<
    [Pick<PagedList, 'next' | 'link' | 'cursor'>, unknown, Readonly<Record<string, string>> | undefined, string]
  >([
    [list, { next: 'a' }, undefined, 'a'],
    [list, { next: 5 }, undefined, '5'],
    [list, { next: null }, undefined, ''],
    [list, { next: true }, undefined, ''],
    [list, {}, undefined, ''],
    [{ ...list, link: '/next' }, { next: '/books?after=b&limit=2' }, undefined, 'b'],
    [{ ...list, link: '/next' }, { next: '/books' }, undefined, ''],
    [{ ...list, next: null, link: 'Next-Page' }, {}, { 'next-page': 'http://x/books?after=c' }, 'c'],
    [{ ...list, next: null, link: 'Link' }, {}, { link: '<http://x/books?after=d>; rel="next"' }, 'd'],
    [{ ...list, next: null, link: 'Link' }, {}, {}, ''],
    [{ ...list, next: null, link: 'Link' }, {}, undefined, ''],
  ])('of %j in %j with %j', (of, json, addresses, expected) => {
    expect(nextCursorIn(of, json, addresses)).toBe(expected);
  });
});

describe('a page', () => {
  const suite = smallSuite(byCursor());
  const list = listIn(byCursor());
  const page = (json: unknown, status = 200) => pageOf(list, exchange(suite, 'listBooks', [status, json]));

  test('has the items, their keys, the next cursor and whether more follows', () => {
    const json = { books: [{ id: 'a' }, { id: 'b' }], next_cursor: 'b', has_next: true };
    expect(page(json)).toMatchObject({ items: json.books, keys: ['a', 'b'], next: 'b', more: true });
    expect(page({ books: [], next_cursor: '', has_next: false })).toMatchObject({ items: [], next: '', more: false });
    expect(page({ books: [], has_next: 'yes' })).toMatchObject({ more: null });
    expect(pageOf({ ...list, more: null }, exchange(suite, 'listBooks', [200, json]))?.more).toBeNull();
  });

  test('is in a success with a list alone', () => {
    expect([page({ books: [] }, 404), page({ books: 1 }), page([]), pageOf(list, undefined)]).toEqual(
      Array(4).fill(null),
    );
  });
});

test.each([
  ['page', null, 3, '2'],
  ['offset', null, 3, '3'],
  ['cursor', { next: 'c' }, 3, 'c'],
  ['cursor', null, 3, ''],
] as const)('the second page by %s after %j with a limit of %i is at %j', (by, first, limit, expected) => {
  expect(secondOf({ ...listIn(byCursor()), by }, first as Parameters<typeof secondOf>[1], limit)).toBe(expected);
});

test.each([
  [null, 500],
  [7, 7],
  [500, 500],
  [501, 500],
])('with a maximum of %s the largest limit is %i', (maximum, expected) => {
  expect(largest({ ...listIn(byCursor()), maximum })).toBe(expected);
});

describe('a traversal', () => {
  test('follows the cursor until no page follows', async () => {
    const server = listServer(() => books(7), { standard: 3 });
    expect(await traversed(byCursor(), server)).toEqual({
      queries: ['', 'cursor=3', 'cursor=6'],
      sizes: [3, 3, 1],
      refused: null,
    });
    expect(await traversed(byCursor(), server, { limit: 4 })).toEqual({
      queries: ['limit=4', 'cursor=4&limit=4'],
      sizes: [4, 3],
      refused: null,
    });
    expect((await traversed(byCursor(), server, { most: 2 })).sizes).toEqual([3, 3]);
  });

  test('ends with the last cursor, where nothing says that more follows', async () => {
    const server = listServer(() => books(6), { standard: 3, silent: true });
    expect((await traversed(byCursor(false), server)).queries).toEqual(['', 'cursor=3']);
    const repeating = listServer(() => books(6), { standard: 3, silent: true, last: 'repeated', cursor: 'count' });
    expect((await traversed(byCursor(false), repeating)).sizes).toEqual([3, 3, 3]);
  });

  test('counts the items by offset, and ends with a page that shows nothing new', async () => {
    const server = offsetServer(() => books(7), { standard: 3 });
    expect(await traversed(byOffset(), server)).toEqual({
      queries: ['', 'offset=3', 'offset=6', 'offset=7'],
      sizes: [3, 3, 1, 0],
      refused: null,
    });
    const strict = offsetServer(() => books(6), { standard: 3, strict: true });
    expect(await traversed(byOffset(), strict)).toEqual({
      queries: ['', 'offset=3', 'offset=6'],
      sizes: [3, 3],
      refused: 400,
    });
  });

  test.each([0, 1] as const)('counts the pages from %i', async (base) => {
    const server = offsetServer(() => books(5), { unit: 'pages', standard: 2, base });
    const { queries, sizes } = await traversed(byOffset('page'), server);
    expect(sizes).toEqual([2, 2, 1, 0]);
    expect(queries).toEqual(['', 'offset=1', 'offset=2', 'offset=3', ...(base === 1 ? ['offset=4'] : [])]);
  });

  test('of a list that is not paged has one page', async () => {
    const list = { family: 'list', items: '/books', noun: 'books', rules: [] };
    const api = { operations: { listBooks: { request: 'GET /books', behaviour: [list] } } };
    expect(
      (
        await traversed(
          api,
          listServer(() => books(9)),
        )
      ).queries,
    ).toEqual(['']);
  });

  test('ends with a refusal', async () => {
    const server: Handler = () => jsonReply(403, {});
    expect(await traversed(byCursor(), server)).toEqual({ queries: [''], sizes: [], refused: 403 });
  });

  /** Pages by cursor, each with the ids that it shows. */
  const showing = (...pages: readonly (readonly string[])[]): Handler => {
    return ({ query }) => {
      const place = Number(query.get('cursor') ?? 0);
      const items = (pages[Math.min(place, pages.length - 1)] ?? []).map((id): JsonObject => ({ id }));
      return jsonReply(200, { books: items, next_cursor: String(place + 1), has_next: true });
    };
  };

  test('passes three empty pages in a row, and no page without new items', async () => {
    expect((await traversed(byCursor(), showing(['a'], []))).sizes).toEqual([1, 0, 0, 0]);
    expect((await traversed(byCursor(), showing(['a'], [], [], ['b'], []))).sizes).toEqual([1, 0, 0, 1, 0, 0, 0]);
    expect((await traversed(byCursor(), showing(['a'], ['b'], ['a']))).sizes).toEqual([1, 1, 1]);
    const stuck: Handler = () => jsonReply(200, { books: [], next_cursor: '1', has_next: true });
    expect((await traversed(byCursor(), stuck)).sizes).toEqual([0, 0]);
  });

  test('by offset passes eight pages without new items, which others moved there', async () => {
    const server: Handler = ({ query }) => {
      const moved = Number(query.get('offset') ?? 0) <= 8;
      return jsonReply(200, { books: [{ id: moved ? 'a' : 'b' }], total: 99 });
    };
    const { queries, sizes } = await traversed(byOffset(), server);
    expect(queries.slice(0, 10)).toEqual(['', ...Array.from({ length: 9 }, (_, index) => `offset=${index + 1}`)]);
    expect(sizes).toHaveLength(19);
    const same: Handler = () => jsonReply(200, { books: [{ id: 'a' }], total: 99 });
    expect((await traversed(byOffset(), same)).sizes).toHaveLength(10);
  });
});

describe('the whole list', () => {
  /** The queries with which it is read, and the number of its items. */
  async function whole(api: SmallApi, server: Handler, list: Partial<PagedList> = {}) {
    const { ctx, list: own, queries } = opened(api, server);
    const { pages } = await traverseWhole(ctx, { ...own, ...list }, noInput);
    return { queries, count: pages.flatMap(({ items }) => items).length };
  }

  test('is read in the largest pages', async () => {
    expect(
      await whole(
        byCursor(),
        listServer(() => books(7)),
      ),
    ).toEqual({ queries: ['limit=500'], count: 7 });
    const cut = await whole(
      byCursor(),
      listServer(() => books(7), { maximum: 4 }),
    );
    expect(cut).toEqual({ queries: ['limit=500', 'cursor=4&limit=500'], count: 7 });
    expect(
      (
        await whole(
          byCursor(),
          listServer(() => books(7)),
          { maximum: 60 },
        )
      ).queries,
    ).toEqual(['limit=60']);
    expect(
      (
        await whole(
          byCursor(),
          listServer(() => books(7)),
          { limit: null },
        )
      ).queries,
    ).toEqual(['', 'cursor=5']);
  });

  test('is read in smaller ones where these are rejected, at last as the server likes', async () => {
    const least = (maximum: number) => listServer(() => books(7), { maximum, beyond: 'refuse' });
    expect((await whole(byCursor(), least(100))).queries).toEqual(['limit=500', 'limit=100']);
    expect((await whole(byCursor(), least(60))).queries).toEqual(['limit=500', 'limit=100', 'limit=50']);
    expect(await whole(byCursor(), least(40))).toEqual({
      queries: ['limit=500', 'limit=100', 'limit=50', '', 'cursor=5'],
      count: 7,
    });
    const smaller = await whole(byCursor(), least(40), { maximum: 60 });
    expect(smaller.queries.slice(0, 2)).toEqual(['limit=60', 'limit=50']);
  });

  test.each([401, 403, 404, 408, 429, 500, 302])('is not tried with smaller ones after %i', async (status) => {
    const server: Handler = ({ query }) =>
      query.has('limit') ? jsonReply(status, {}) : jsonReply(200, { books: [], next_cursor: '', has_next: false });
    expect((await whole(byCursor(), server)).queries).toEqual(['limit=500', '']);
  });

  test.each([400, 413, 422])('is tried with smaller ones after %i', async (status) => {
    const server: Handler = ({ query }) =>
      query.get('limit') === '50'
        ? jsonReply(200, { books: [{ id: 'a' }], next_cursor: '', has_next: false })
        : jsonReply(status, {});
    expect((await whole(byCursor(), server)).queries).toEqual(['limit=500', 'limit=100', 'limit=50']);
  });

  test('is read as the server likes where a large page shows nothing', async () => {
    const server: Handler = ({ query }) =>
      jsonReply(200, { books: query.has('limit') ? [] : [{ id: 'a' }], next_cursor: '', has_next: false });
    expect(await whole(byCursor(), server)).toEqual({ queries: ['limit=500', ''], count: 1 });
  });

  test('is read once at first, for each input and each caller', async () => {
    const { ctx, list, queries } = opened(
      byCursor(),
      listServer(() => books(7)),
    );
    const other = { ...noInput, query: { shelf: 'north' } };
    const traverse = { most: 60, credentials: 'given', intent: 'open' } as const;
    const first = await traverseFirst(ctx, list, noInput, traverse);
    expect(await traverseFirst(ctx, list, noInput, traverse)).toBe(first);
    expect(queries).toEqual(['limit=500']);
    await traverseFirst(ctx, list, other, traverse);
    await traverseFirst(ctx, list, noInput, { ...traverse, credentials: 'other' });
    expect(queries).toEqual(['limit=500', 'shelf=north&limit=500', 'limit=500']);
  });
});
