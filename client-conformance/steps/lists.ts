/** Lists that are read page after page: by cursor, by row, by time. */
import {
  edited,
  type Fault,
  isMeant,
  isObject,
  type JsonObject,
  objectsOf,
  signToken,
  successOf,
  valueAt,
  withQuery,
} from '@wallet-services/conformance/testing/clients';
import { requestProblems } from '../judge/uninvited.ts';
import type { CommandInput, ListCommand } from '../protocol.ts';
import type { ClientSuite } from '../suite.ts';
import type { Watched } from '../watcher.ts';
import { requestCount, understood } from './expect.ts';
import { type Expectation, plainStep, type Step } from './step.ts';

const CURSORS = 'document 2, Endpoints, rule 1; document 3, Paging';

/** The payload, with or without an envelope. */
function payloadOf(json: unknown): JsonObject {
  if (!isObject(json)) return {};
  return isObject(json['data']) ? json['data'] : json;
}

/** Each page is requested with the values from the pages before it; the rest of the query stays the same. */
function requestedPages(
  { input }: ListCommand,
  expectedOf: (before: readonly Watched[], request: Watched) => CommandInput['query'],
): Expectation {
  return ({ requests }) =>
    requests.flatMap((request, index) => {
      const query = { ...input?.query, ...expectedOf(requests.slice(0, index), request) };
      return requestProblems({ ...input, query }, request);
    });
}

/** With the cursor of the previous page. */
function byCursor(command: ListCommand): Expectation {
  return requestedPages(command, (before) => {
    const cursor = valueAt(payloadOf(before.at(-1)?.answer?.json), '/pagination/next_cursor');
    return cursor === undefined ? undefined : { cursor: String(cursor) };
  });
}

/** After the rows that were already read; the first page may be requested with row 0. */
function byRow(command: ListCommand): Expectation {
  return requestedPages(command, (before, { request }) => {
    if (before.length === 0 && request.query.get('offset') === null) return undefined;
    const rows = before.flatMap(({ answer }) => objectsOf(payloadOf(answer?.json)['comments']));
    return { offset: rows.length };
  });
}

/** At the time of the last item of the previous page, to the nanosecond. */
function byTime(command: ListCommand): Expectation {
  return requestedPages(command, (before) => {
    const time = objectsOf(before.at(-1)?.answer?.json).at(-1)?.['created_at'];
    return time === undefined ? undefined : { offset: String(time) };
  });
}

/** Changes the payload of a list's pages, by the number of the page. */
function pagesChanged(path: RegExp, change: (page: JsonObject, number: number) => unknown): Fault {
  let number = 0;
  return async (request, next) => {
    const reply = await next(request);
    const json = successOf(reply);
    if (!isMeant(request, path) || reply.kind !== 'reply' || !isObject(json)) return reply;
    number += 1;
    const changed = change(payloadOf(json), number);
    return { ...reply, body: JSON.stringify(isObject(json['data']) ? { ...json, data: changed } : changed) };
  };
}

const SWAPS = /^GET \/swap\/transactions$/;

/** More digits than a floating-point number can hold. */
const LONG_CURSOR = '9007199254740993';

/** The first page names a long cursor; a request with it gets the second page. */
function longCursor(): Fault {
  let real = '';
  const renamed = pagesChanged(SWAPS, (page, number) => {
    if (number > 1) return page;
    real = String(valueAt(page, '/pagination/next_cursor'));
    return edited(page, '/pagination/next_cursor', () => LONG_CURSOR);
  });
  return (request, next) =>
    renamed(request.query.get('cursor') === LONG_CURSOR ? withQuery(request, { cursor: real }) : request, next);
}

async function swapsFrom({ direct }: ClientSuite, first: number, count: number): Promise<readonly JsonObject[]> {
  const answer = await direct(`/swap/transactions?limit=${first + count}`);
  return objectsOf(valueAt(answer, '/data/transactions')).slice(first);
}

async function myVaults({ direct, keystore }: ClientSuite): Promise<readonly JsonObject[]> {
  const authorization = `Bearer ${signToken(keystore)}`;
  const answer = await direct('/vault/me/vats?limit=500', { headers: { authorization } });
  return objectsOf(valueAt(answer, '/data/vaults'));
}

const listSwaps: ListCommand = {
  do: 'list',
  service: 'swap',
  operation: 'listTransactions',
  input: { query: { limit: 3 } },
};

const listMine: ListCommand = {
  do: 'list',
  service: 'vault',
  operation: 'listMyVaults',
  input: { query: { limit: 10 } },
};

const listRows: ListCommand = {
  do: 'list',
  service: 'comment',
  operation: 'listComments',
  input: { query: { site_id: 21, limit: 10 } },
};

const listTimes: ListCommand = {
  do: 'list',
  service: 'lending',
  operation: 'listTransactions',
  input: { query: { limit: '40' } },
  most: 100,
};

const upTo = (most: number): ListCommand => ({ ...listSwaps, most });

export const listSteps: readonly Step[] = [
  {
    id: 'lists.cursor',
    title: 'Reads a list by cursor until there is no next page',
    source: CURSORS,
    async prepare(suite) {
      const items = await myVaults(suite);
      return {
        command: listMine,
        expect: [requestCount(Math.ceil(items.length / 10)), byCursor(listMine), understood(items)],
      };
    },
  },
  {
    id: 'lists.cursor-digits',
    title: 'Returns a cursor with all of its digits',
    source: CURSORS,
    prepare: async (suite) => ({
      command: upTo(6),
      fault: longCursor(),
      expect: [requestCount(2, 3), byCursor(listSwaps), understood(await swapsFrom(suite, 0, 6))],
    }),
  },
  {
    id: 'lists.last-page',
    title: 'Stops when has_next is false, even if there is a cursor',
    source: CURSORS,
    prepare: async (suite) => ({
      command: listSwaps,
      fault: pagesChanged(SWAPS, (page, number) =>
        number < 2 ? page : edited(page, '/pagination/has_next', () => false),
      ),
      expect: [requestCount(2), understood(await swapsFrom(suite, 0, 6))],
    }),
  },
  {
    id: 'lists.empty-page',
    title: 'Continues after an empty page when has_next is true',
    source: CURSORS,
    prepare: async (suite) => ({
      command: upTo(3),
      fault: pagesChanged(SWAPS, (page, number) => (number === 1 ? { ...page, transactions: [] } : page)),
      expect: [requestCount(2, 3), byCursor(listSwaps), understood(await swapsFrom(suite, 3, 3))],
    }),
  },
  plainStep('lists.null-page', 'Reads null as a page without items', {
    command: listSwaps,
    fault: () => pagesChanged(SWAPS, () => ({ transactions: null, pagination: { next_cursor: '', has_next: false } })),
    expect: [requestCount(1), understood([])],
  }),
  {
    id: 'lists.most',
    title: 'Requests no more pages than its caller reads',
    source: null,
    prepare: async (suite) => ({
      command: upTo(3),
      // Reading one page ahead is allowed.
      expect: [requestCount(1, 2), understood(await swapsFrom(suite, 0, 3))],
    }),
  },
  {
    id: 'lists.rows',
    title: 'Reads a list by row to its end',
    source: 'document 2, Endpoints, Comment service',
    async prepare({ direct }) {
      const items = objectsOf(valueAt(await direct('/comment/comments?site_id=21&limit=100'), '/data/comments'));
      const pages = Math.ceil(items.length / 10);
      return { command: listRows, expect: [requestCount(pages, pages + 1), byRow(listRows), understood(items)] };
    },
  },
  {
    id: 'lists.times',
    title: 'Reads a list by time and returns each item once',
    source: 'document 1, Endpoints',
    async prepare({ direct }) {
      const items = objectsOf(await direct('/lending/api/v1/transactions?limit=100'));
      return { command: listTimes, expect: [requestCount(3, 5), byTime(listTimes), understood(items)] };
    },
  },
];
