import { describe, expect, test } from 'vitest';
import type { CheckContext } from '../core/context.ts';
import type { ServiceTarget } from '../model/target.ts';
import { bodyOf, type Handler, jsonReply } from '../mutation/proxy/reply.ts';
import { atOnce, untilWith } from '../run/send/until.ts';
import { type SmallApi, type SmallOperation, smallSuite } from '../testing/api.ts';
import { books, byCursor, byOffset, listServer, offsetServer } from '../testing/list-server.ts';
import { sendingOf } from '../testing/small-server.ts';
import { type Subject, subjectOf, traversalsOf, traverseAgain, traverseByNumber } from './traversal.ts';

function opened(api: SmallApi, server: Handler, target: Partial<ServiceTarget> = {}) {
  const suite = smallSuite(api, target);
  const sent: string[] = [];
  const send = sendingOf(suite, (request) => {
    sent.push(`${request.method} ${request.path}`);
    return server(request);
  });
  const ctx: CheckContext = { suite, send, until: untilWith(atOnce, { settleMs: 20 }) };
  return { ctx, sent };
}

/** The traversals of a list, each with the number of its pages and of the items in them. */
async function traversed(api: SmallApi, server: Handler) {
  const found = await traversalsOf(opened(api, server).ctx, 'listBooks');
  if (!('others' in found)) throw new Error('there is a list');
  return found.others.map(({ traverse, traversed: { pages, keys } }) => {
    return `${traverse.name}: ${pages.length} with ${keys.length}`;
  });
}

describe('the page sizes of a list', () => {
  test.each([
    [0, ['without a limit: 1 with 0']],
    [1, ['without a limit: 1 with 1']],
    [2, ['without a limit: 1 with 2', 'limit 1: 2 with 2', 'limit 2: 1 with 2']],
    [
      4,
      ['without a limit: 1 with 4', 'limit 1: 3 with 3', 'limit 3: 2 with 4', 'limit 2: 2 with 4', 'limit 4: 1 with 4'],
    ],
    [
      5,
      ['without a limit: 1 with 5', 'limit 1: 3 with 3', 'limit 2: 3 with 5', 'limit 5: 1 with 5', 'limit 4: 2 with 5'],
    ],
    [
      6,
      [
        'without a limit: 2 with 6',
        'limit 1: 3 with 3',
        'limit 3: 2 with 6',
        'limit 60: 1 with 6',
        'limit 6: 1 with 6',
        'limit 5: 2 with 6',
      ],
    ],
    [
      12,
      [
        'without a limit: 3 with 12',
        'limit 1: 3 with 3',
        'limit 5: 3 with 12',
        'limit 6: 2 with 12',
        'limit 60: 1 with 12',
        'limit 12: 1 with 12',
        'limit 11: 2 with 12',
      ],
    ],
  ])('of %i items by cursor show all, just fill the last page, or do not', async (count, expected) => {
    expect(
      await traversed(
        byCursor(),
        listServer(() => books(count)),
      ),
    ).toEqual(expected);
  });

  test.each([
    [20, ['limit 7: 3 with 20', 'limit 10: 2 with 20']],
    [25, ['limit 9: 3 with 25', 'limit 5: 5 with 25']],
  ])('of %i items are at most the largest page', async (count, expected) => {
    const server = listServer(() => books(count), { maximum: 10 });
    expect(await traversed(byCursor(), server)).toEqual([
      'without a limit: 3 with 15',
      'limit 1: 3 with 3',
      ...expected,
      'limit 60: 1 with 10',
    ]);
  });

  test.each([
    [20, 2, 10],
    [27, 3, 9],
  ])('of %i items may be %i: then %i pages are full', async (count, size, pages) => {
    const server = listServer(() => books(count), { maximum: size });
    expect(await traversed(byCursor(), server)).toContain(`limit ${size}: ${pages} with ${count}`);
  });

  test('by offset begin small, and are without a limit only for the first page', async () => {
    const server = offsetServer(() => books(12));
    expect(await traversed(byOffset(), server)).toEqual([
      'without a limit: 1 with 5',
      'limit 1: 3 with 3',
      'limit 2: 3 with 6',
      'limit 5: 4 with 12',
      'limit 6: 3 with 12',
      'limit 60: 1 with 12',
      'limit 12: 1 with 12',
      'limit 11: 2 with 12',
    ]);
  });

  test('include a large one, where the whole list was read without', async () => {
    const server = listServer(() => books(4), { maximum: 40, beyond: 'refuse' });
    expect((await traversed(byCursor(), server))[1]).toBe('limit 500: 0 with 0');
  });

  test('are none, where the list takes no limit', async () => {
    const list = { family: 'list', items: '/books', noun: 'books', rules: [] };
    const api = { operations: { listBooks: { request: 'GET /books', behaviour: [list] } } };
    expect(await traversed(api, () => jsonReply(200, { books: books(9) }))).toEqual([]);
  });
});

describe('the list to traverse', () => {
  const security = ['Card'];
  const listBooks = (limited: object = {}): SmallOperation => ({
    request: 'GET /books',
    query: ['cursor', 'limit'],
    security,
    behaviour: [
      { family: 'list', items: '/books', noun: 'books', rules: [] },
      { family: 'paged', by: 'cursor', cursor: 'cursor', limit: 'limit', next: '/next_cursor', rules: [] },
      { family: 'limited', limit: 'limit', rules: [], ...limited },
    ],
  });
  const users = { credentials: { Card: 'his' }, otherCredentials: { Card: 'hers' } };

  async function chosen(mine: number, hers: number, limited: object = {}) {
    const server = listServer(({ headers }) =>
      books(headers['authorization']?.endsWith('hers') === true ? hers : mine),
    );
    const { ctx, sent } = opened({ operations: { listBooks: listBooks(limited) } }, server, users);
    const { credentials, whole } = (await subjectOf(ctx, 'listBooks')) as Subject;
    return [credentials, whole.keys.length, sent.length];
  }

  test.each<[number, number, object, readonly unknown[]]>([
    [5, 9, {}, ['given', 5, 1]],
    [4, 9, {}, ['other', 9, 2]],
    [4, 4, {}, ['given', 4, 2]],
    [3, 4, {}, ['other', 4, 2]],
    [9, 12, { default: 8 }, ['given', 9, 1]],
    [8, 12, { default: 8 }, ['other', 12, 2]],
    [9, 12, { maximum: 8 }, ['given', 9, 2]],
    [8, 12, { maximum: 8 }, ['other', 12, 3]],
  ])('has enough items: with %i, and %i of another user, and a limit of %j', async (mine, hers, limited, expected) => {
    expect(await chosen(mine, hers, limited)).toEqual(expected);
  });

  const text = { type: 'string' };
  const named: Readonly<Record<string, SmallOperation>> = {
    addBook: {
      request: 'POST /books',
      body: { schema: { type: 'object', properties: { id: text } }, example: { id: 'a' } },
    },
    removeBook: { request: 'DELETE /books/{id}' },
  };

  async function filled(count: number, isShown: boolean, isPaged = true, limited: object = {}) {
    const stored = [...books(count)];
    const page = listServer(() => stored);
    const own = listBooks(limited);
    const whole = { ...own, behaviour: (own.behaviour ?? []).filter((one) => isPaged || !('by' in one)) };
    const api = { operations: { listBooks: whole, ...named } };
    const { ctx, sent } = opened(api, (request) => {
      if (request.method === 'GET') return page(request);
      const body = bodyOf(request);
      if (request.method === 'POST' && isShown) stored.push({ ...Object(body), place: stored.length + 1 });
      return jsonReply(201, {});
    });
    const subject = (await subjectOf(ctx, 'listBooks')) as Subject;
    const count_ = (method: string) => sent.filter((one) => one.startsWith(method)).length;
    return {
      keys: subject.whole.keys.length,
      isFilled: subject.populate !== undefined,
      added: count_('POST'),
      removed: count_('DELETE'),
    };
  }

  test('is filled, where it has too few items', async () => {
    expect(await filled(4, true)).toEqual({ keys: 9, isFilled: true, added: 5, removed: 0 });
    expect(await filled(0, true)).toEqual({ keys: 5, isFilled: true, added: 5, removed: 0 });
    expect(await filled(5, true)).toEqual({ keys: 5, isFilled: false, added: 0, removed: 0 });
  });

  test('is filled up to its default, where it is not paged', async () => {
    const limited = { default: 8 };
    expect(await filled(5, true, true, limited)).toEqual({ keys: 5, isFilled: false, added: 0, removed: 0 });
    expect(await filled(6, true, true, limited)).toEqual({ keys: 6, isFilled: false, added: 0, removed: 0 });
    expect(await filled(6, true, false, limited)).toEqual({ keys: 15, isFilled: true, added: 9, removed: 0 });
  });

  test('is emptied again, where the new items are not shown', async () => {
    expect(await filled(2, false)).toEqual({ keys: 2, isFilled: true, added: 5, removed: 0 });
    expect(await filled(0, false)).toEqual({ keys: 0, isFilled: false, added: 5, removed: 5 });
  });

  test('is read without a limit, where it shows nothing with one', async () => {
    const server: Handler = ({ query }) =>
      jsonReply(200, { books: query.has('limit') ? [] : books(3), next_cursor: '', has_next: false });
    const { ctx } = opened(byCursor(), server);
    expect(((await subjectOf(ctx, 'listBooks')) as Subject).whole.keys).toHaveLength(3);
    expect(await traversalsOf(ctx, 'listBooks')).toMatchObject({ whole: { keys: { length: 3 } } });
  });

  test('must be declared', async () => {
    const { ctx } = opened({ operations: { readInfo: { request: 'GET /info' } } }, () => jsonReply(200, {}));
    await expect(subjectOf(ctx, 'readInfo')).rejects.toThrow('readInfo is declared to be paged or limited');
  });

  test('may not be readable: then the refusal is known', async () => {
    const { ctx } = opened(byCursor(), () => jsonReply(403, {}));
    expect(await subjectOf(ctx, 'listBooks')).toMatchObject({ refusal: { outcome: { status: 403 } } });
    expect(await traversalsOf(ctx, 'listBooks')).toMatchObject({ refusal: { outcome: { status: 403 } } });
  });
});

describe('a list is traversed', () => {
  async function subject(server: Handler, api: SmallApi = byOffset()) {
    const { ctx, sent } = opened(api, server);
    const found = (await subjectOf(ctx, 'listBooks')) as Subject;
    sent.length = 0;
    return { ctx, found, sent };
  }

  test.each([
    [5, 3, [3, 2, 0], ['0', '1', '2']],
    [6, 3, [3, 3, 0], ['0', '1', '2']],
    [7, 4, [4, 3, 0], ['0', '1', '2']],
  ])('of %i items by pages of %i', async (count, limit, sizes, offsets) => {
    const queries: URLSearchParams[] = [];
    const server = offsetServer(() => books(count), { unit: 'pages', standard: 9 });
    const { ctx, found } = await subject((request) => {
      queries.push(request.query);
      return server(request);
    });
    const { pages, refusal } = await traverseByNumber(ctx, found, limit);
    expect([pages.map(({ keys }) => keys.length), refusal]).toEqual([sizes, null]);
    const own = queries.slice(-offsets.length);
    expect(own.map((query) => query.get('offset'))).toEqual(offsets);
    expect(own.map((query) => query.get('limit'))).toEqual(offsets.map(() => String(limit)));
  });

  test('by pages until one is rejected, and no longer than it may be', async () => {
    const rejecting = (from: number) => (request: Parameters<Handler>[0]) =>
      Number(request.query.get('offset')) >= from
        ? jsonReply(404, {})
        : jsonReply(200, { books: books(request.query.has('offset') ? 2 : 9), total: 9 });
    const { ctx, found } = await subject(rejecting(9));
    // Six are read, of which the last repeats the one before it.
    expect((await traverseByNumber(ctx, found, 2)).pages).toHaveLength(5);
    const short = await subject(rejecting(1));
    const { pages, refusal } = await traverseByNumber(short.ctx, short.found, 2);
    expect([pages.length, refusal?.outcome]).toMatchObject([1, { status: 404 }]);
  });

  test('with a request for the first page beside each', async () => {
    const { ctx, found, sent } = await subject(
      listServer(() => books(5)),
      byCursor(),
    );
    const { keys } = await traverseAgain(ctx, found, { name: 'again', limit: 2, most: 9 });
    expect([keys.length, sent.length]).toEqual([5, 6]);
  });
});
