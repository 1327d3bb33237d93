import { describe, expect, test } from 'vitest';
import * as comment from '../comment/index.ts';
import * as lending from '../lending/index.ts';
import * as swap from '../swap/index.ts';
import { serverThat } from '../testing/server.ts';
import { MOST_WITHOUT_NEW } from '../values/limits.ts';

/** A server that answers the query with the result of a function. */
function answering(answer: (query: URLSearchParams) => unknown): Promise<string> {
  return serverThat((request, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(answer(new URL(request.url ?? '', 'http://x').searchParams)));
  });
}

async function idsOf(items: AsyncIterable<{ readonly id: unknown }>): Promise<unknown[]> {
  const ids: unknown[] = [];
  for await (const { id } of items) {
    if (ids.push(id) > 10_000) throw new Error('it never ends');
  }
  return ids;
}

const numbers = (count: number) => Array.from({ length: count }, (_, place) => place);

describe('by cursor', () => {
  const page = (ids: readonly number[] | null, next_cursor: string, has_next: boolean) => ({
    ts: 1,
    data: { transactions: ids?.map((id) => ({ id: String(id) })) ?? null, pagination: { next_cursor, has_next } },
  });
  const read = async (answer: (query: URLSearchParams) => unknown) =>
    idsOf(swap.paginate(swap.createClient({ baseUrl: await answering(answer) }), '/transactions'));

  test('a cursor is sent as received, however many digits it has', async () => {
    const cursors: (string | null)[] = [];
    const long = '90071992547409931234';
    await read((query) => {
      cursors.push(query.get('cursor'));
      return cursors.length === 1 ? page([1], long, true) : page([2], '', false);
    });
    expect(cursors).toEqual([null, long]);
  });

  test('a page may be empty, and a list null, before the last', async () => {
    const pages = [page([1], '1', true), page([], '2', true), page(null, '3', true), page([4], '', false)];
    expect(await read(() => pages.shift())).toEqual(['1', '4']);
  });

  test('has_next decides, regardless of the cursor', async () => {
    expect(await read(() => page([1], '1', false))).toEqual(['1']);
  });

  test.each(['1', ''])('the repeated cursor %j ends with an error instead of an endless loop', async (cursor) => {
    await expect(read(() => page([1], cursor, true))).rejects.toBeInstanceOf(swap.PagingError);
  });

  test('a rejected page is thrown, after the items before it', async () => {
    let requested = 0;
    const baseUrl = await serverThat((_request, response) => {
      requested += 1;
      response.writeHead(requested === 1 ? 200 : 400, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(requested === 1 ? page([1], '1', true) : { msg: 'no such cursor' }));
    });
    const items = swap.paginate(swap.createClient({ baseUrl }), '/transactions');
    expect((await items.next()).value).toMatchObject({ id: '1' });
    await expect(items.next()).rejects.toMatchObject({ name: 'ServiceError', status: 400 });
  });

  test('no page is requested beyond the end of the loop', async () => {
    let requested = 0;
    const baseUrl = await answering(() => {
      requested += 1;
      return page([requested, 0], String(requested), true);
    });
    for await (const item of swap.paginate(swap.createClient({ baseUrl }), '/transactions')) {
      if (item.id === '2') break;
    }
    expect(requested).toBe(2);
  });
});

describe('by row', () => {
  const read = async (rows: () => readonly number[], query = {}, most = 3) => {
    const baseUrl = await answering((requested) => {
      const offset = Number(requested.get('offset'));
      const all = rows();
      return { ts: 1, data: { comments: all.slice(offset, offset + most).map((id) => ({ id })), total: all.length } };
    });
    return idsOf(comment.paginate(comment.createClient({ baseUrl }), '/comments', { params: { query } }));
  };

  test('all rows are read', async () => {
    expect(await read(() => numbers(10))).toEqual(numbers(10));
    expect(await read(() => [])).toEqual([]);
  });

  test('from the row of the call', async () => {
    expect(await read(() => numbers(10), { offset: 4 })).toEqual([4, 5, 6, 7, 8, 9]);
  });

  test('a row that moves to the next page is returned once', async () => {
    // At each request for a page, a new row is inserted at the front.
    const rows = numbers(7);
    let newest = 100;
    const given = await read(() => {
      const now = [...rows];
      rows.unshift(newest);
      newest += 1;
      return now;
    });
    expect(given).toEqual(numbers(7));
  });

  test('a wrong total does not prevent the end', async () => {
    const baseUrl = await answering((query) => ({
      ts: 1,
      data: { comments: query.get('offset') === '0' ? [{ id: 1 }] : null, total: 1_000_000 },
    }));
    expect(await idsOf(comment.paginate(comment.createClient({ baseUrl }), '/comments'))).toEqual([1]);
  });
});

describe('by time', () => {
  interface Row {
    readonly id: number;
    readonly created_at: string;
  }
  const at = (second: number) => new Date(Date.UTC(2021, 7, 17) + second * 1000).toISOString();

  /** @param begins whether a row belongs to the page that begins at a time */
  async function read(rows: readonly Row[], begins: (row: Row, offset: string) => boolean, most = 500, limit?: string) {
    const baseUrl = await answering((query) => {
      const offset = query.get('offset');
      const from = offset === null ? rows : rows.filter((row) => begins(row, offset));
      return from.slice(0, Math.min(most, Number(query.get('limit') ?? 500)));
    });
    const init = limit === undefined ? {} : { params: { query: { limit } } };
    return idsOf(lending.paginate(lending.createClient({ baseUrl }), '/api/v1/transactions', init));
  }

  const rows = numbers(20).map((id) => ({ id, created_at: at(Math.floor(id / 3)) }));
  const from = (row: Row, offset: string) => row.created_at >= offset;

  test('all items are read when items with that time belong to the page', async () => {
    expect(await read(rows, from, 500, '4')).toEqual(numbers(20));
  });

  test('all items are read when they do not, as long as times differ', async () => {
    const apart = numbers(20).map((id) => ({ id, created_at: at(id) }));
    expect(await read(apart, (row, offset) => row.created_at > offset, 500, '4')).toEqual(numbers(20));
  });

  test('all items are read when the newest come first', async () => {
    const back = rows.toReversed();
    expect(await read(back, (row, offset) => row.created_at <= offset, 500, '4')).toEqual(numbers(20).toReversed());
  });

  test('all items are read when pages are shorter than requested', async () => {
    expect(await read(rows, from, 5, '100')).toEqual(numbers(20));
  });

  test('more than a page of items with one time is read with a longer page', async () => {
    const same = numbers(30).map((id) => ({ id, created_at: at(id < 25 ? 0 : 1) }));
    expect(await read(same, from, 500, '4')).toEqual(numbers(30));
  });

  test('more items with one time than fit on any page are an error instead of a gap', async () => {
    const same = numbers(600).map((id) => ({ id, created_at: at(0) }));
    await expect(read(same, from)).rejects.toBeInstanceOf(lending.PagingError);
  });

  test('from the moment of the call, and no further', async () => {
    const baseUrl = await answering((query) => rows.filter((row) => from(row, query.get('offset') ?? '')).slice(0, 4));
    const init = { params: { query: { offset: at(5) } } };
    const read = lending.paginate(lending.createClient({ baseUrl }), '/api/v1/transactions', init);
    expect(await idsOf(read)).toEqual([15, 16, 17, 18, 19]);
  });

  test('moments that go back are an error', async () => {
    const pages = [[{ id: 1, created_at: at(3) }], [{ id: 1, created_at: at(2) }]];
    const baseUrl = await answering(() => pages.shift());
    const read = idsOf(lending.paginate(lending.createClient({ baseUrl }), '/api/v1/transactions'));
    await expect(read).rejects.toThrow(`after ${at(3)} comes ${at(2)} again`);
  });

  test('new items at a moment that never advances are an error', async () => {
    let requested = 0;
    const baseUrl = await answering(() => {
      requested += 1;
      return [{ id: requested, created_at: at(0) }];
    });
    const read = idsOf(lending.paginate(lending.createClient({ baseUrl }), '/api/v1/transactions'));
    await expect(read).rejects.toThrow('pages in a row bring nothing new');
    expect(requested).toBe(1 + MOST_WITHOUT_NEW);
  });

  test('an item without a time is malformed, and named by its place', async () => {
    const baseUrl = await answering(() => [{ id: 1, created_at: at(0) }, { id: 2 }]);
    const read = idsOf(lending.paginate(lending.createClient({ baseUrl }), '/api/v1/transactions'));
    await expect(read).rejects.toMatchObject({ reason: 'malformed', message: expect.stringContaining('1.created_at') });
  });
});

describe('a list is read', () => {
  const read = async (answer: (query: URLSearchParams) => unknown, maxPages?: number) => {
    const client = swap.createClient({ baseUrl: await answering(answer) });
    return idsOf(swap.paginate(client, '/transactions', maxPages === undefined ? {} : { maxPages }));
  };
  const page = (transactions: unknown, pagination: unknown = { next_cursor: '', has_next: false }) => ({
    ts: 1,
    data: { transactions, pagination },
  });
  /** The next one of pages that never end, or end at some page. */
  const pagesUpTo = (last = Number.POSITIVE_INFINITY) => {
    let place = 0;
    return () => {
      place += 1;
      return page([{ id: `t${place}` }], { next_cursor: String(place), has_next: place < last });
    };
  };

  test('up to the number of pages that the caller allows', async () => {
    expect(await read(pagesUpTo(3), 3)).toEqual(['t1', 't2', 't3']);
    await expect(read(pagesUpTo(), 3)).rejects.toThrow('it has more than 3 pages (maxPages)');
    expect(await read(() => page([]), 1)).toEqual([]);
    await expect(read(pagesUpTo(), 0.5)).rejects.toThrow('maxPages is a number of pages from 1 on');
  });

  test('as long as pages bring something new', async () => {
    let place = 0;
    const same = () => {
      place += 1;
      return page([{ id: 'same' }], { next_cursor: String(place), has_next: true });
    };
    await expect(read(same)).rejects.toThrow(`${MOST_WITHOUT_NEW} pages in a row bring nothing new`);
    expect(place).toBe(1 + MOST_WITHOUT_NEW);
  });

  test.each<[string, unknown]>([
    ['data.transactions is not a list', page('none')],
    ['data.transactions is not a list', page(undefined)],
    ['data is not a list', { ts: 1 }],
    ['data.transactions.1 is not an object with an id', page([{ id: 'a' }, {}])],
    ['data.transactions.0 is not an object with an id', page([null])],
    ['data.transactions.0 is not an object with an id', page([{ id: 1.5 }])],
    ['data.pagination is not true or false', page([], null)],
    ['data.pagination.has_next is not true or false', page([], { next_cursor: '', has_next: 1 })],
    ['data.pagination.next_cursor is not a text', page([], { next_cursor: 1, has_next: true })],
  ])('and %s is reported', async (message, answer) => {
    await expect(read(() => answer)).rejects.toMatchObject({
      reason: 'malformed',
      message: `the response to GET /transactions: ${message}`,
    });
  });
});
