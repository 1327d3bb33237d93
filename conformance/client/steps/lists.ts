/** Lists that are read page after page: by cursor, by row, by time. */
import { type Fault, isMeant, successOf } from '../../fault/proxy/reply.ts';
import { isObject, type JsonObject, objectsOf } from '../../model/values/json.ts';
import { signToken } from '../../sign-in/token.ts';
import { askedProblems } from '../judge/asked.ts';
import type { Problem } from '../judge/problem.ts';
import type { ListAsk } from '../protocol.ts';
import type { Scene } from '../scene.ts';
import type { Watched } from '../watcher.ts';
import { requestCount, understood } from './expect.ts';
import type { Outcome, Step } from './step.ts';

const CURSORS = 'document 2, Endpoints, rule 1; document 3, Paging';

function objectAt(value: unknown, name: string): JsonObject {
  const inner = isObject(value) ? value[name] : undefined;
  return isObject(inner) ? inner : {};
}

/** The payload, whether it stands in an envelope or not. */
function payloadOf({ answer }: Watched): JsonObject {
  const json = answer?.json;
  if (!isObject(json)) return {};
  return isObject(json['data']) ? json['data'] : json;
}

/** Every page but the first is asked for with the cursor of the page before; the rest of the query stays. */
function cursorProblems({ requests }: Outcome, { input }: ListAsk): readonly Problem[] {
  return requests.flatMap((request, index) => {
    const before = requests[index - 1];
    const cursor = before === undefined ? undefined : objectAt(payloadOf(before), 'pagination')['next_cursor'];
    const query = { ...input?.query, ...(cursor === undefined ? {} : { cursor: String(cursor) }) };
    return askedProblems({ ...input, query }, request);
  });
}

/** Changes the pages of a list: their payload, by the number of the page. */
function pagesChanged(path: RegExp, change: (page: JsonObject, number: number) => JsonObject): Fault {
  let number = 0;
  return async (request, next) => {
    const reply = await next(request);
    const json = successOf(reply);
    if (!isMeant(request, path) || reply.kind !== 'reply' || !isObject(json)) return reply;
    number += 1;
    const enveloped = isObject(json['data']);
    const changed = change(enveloped ? objectAt(json, 'data') : json, number);
    return { ...reply, body: JSON.stringify(enveloped ? { ...json, data: changed } : changed) };
  };
}

const SWAPS = /^GET \/swap\/transactions$/;

/** More digits than a floating-point number holds. */
const LONG_CURSOR = '9007199254740993';

/** The first page names a long cursor; who comes with it gets the second page. */
function longCursor(): Fault {
  let real = '';
  const renamed = pagesChanged(SWAPS, (page, number) => {
    if (number > 1) return page;
    const pagination = objectAt(page, 'pagination');
    real = String(pagination['next_cursor']);
    return { ...page, pagination: { ...pagination, next_cursor: LONG_CURSOR } };
  });
  return (request, next) => {
    if (request.query.get('cursor') !== LONG_CURSOR) return renamed(request, next);
    const query = new URLSearchParams(request.query);
    query.set('cursor', real);
    return renamed({ ...request, query }, next);
  };
}

async function swapsFrom(scene: Scene, first: number, count: number): Promise<readonly JsonObject[]> {
  const answer = await scene.direct(`/swap/transactions?limit=${first + count}`);
  return objectsOf(objectAt(answer, 'data')['transactions']).slice(first);
}

async function myVaults({ direct, keystore }: Scene): Promise<readonly JsonObject[]> {
  const authorization = `Bearer ${signToken(keystore)}`;
  const answer = await direct('/vault/me/vats?limit=500', { headers: { authorization } });
  return objectsOf(objectAt(answer, 'data')['vaults']);
}

const listSwaps: ListAsk = {
  do: 'list',
  service: 'swap',
  operation: 'listTransactions',
  input: { query: { limit: 3 } },
};

/** Each page begins behind the rows that were read before. */
function rowProblems({ requests }: Outcome, { input }: ListAsk): readonly Problem[] {
  let rows = 0;
  return requests.flatMap((request, index) => {
    const sent = request.request.query.get('offset');
    // The first page may say that it begins at row 0.
    const query = index === 0 && sent === null ? input?.query : { ...input?.query, offset: rows };
    rows += objectsOf(payloadOf(request)['comments']).length;
    return askedProblems({ ...input, query }, request);
  });
}

/** Each page begins at the moment of an item of the page before, to the nanosecond. */
function timeProblems({ requests }: Outcome, { input }: ListAsk): readonly Problem[] {
  return requests.flatMap((request, index) => {
    const before = objectsOf(requests[index - 1]?.answer?.json).at(-1)?.['created_at'];
    const query = { ...input?.query, ...(before === undefined ? {} : { offset: String(before) }) };
    return askedProblems({ ...input, query }, request);
  });
}

export const listSteps: readonly Step[] = [
  {
    id: 'lists.cursor',
    title: 'Reads a list by cursor until there is no next page',
    source: CURSORS,
    async prepare(scene) {
      const ask: ListAsk = { do: 'list', service: 'vault', operation: 'listMyVaults', input: { query: { limit: 10 } } };
      const items = await myVaults(scene);
      return {
        ask,
        judge: (outcome) => [
          ...requestCount(outcome, Math.ceil(items.length / 10)),
          ...cursorProblems(outcome, ask),
          ...understood(outcome, items),
        ],
      };
    },
  },
  {
    id: 'lists.cursor-digits',
    title: 'Returns a cursor with all of its digits',
    source: CURSORS,
    async prepare(scene) {
      const ask = { ...listSwaps, most: 6 };
      const items = await swapsFrom(scene, 0, 6);
      return {
        ask,
        fault: longCursor(),
        judge: (outcome) => [
          ...requestCount(outcome, 2, 3),
          ...cursorProblems(outcome, ask),
          ...understood(outcome, items),
        ],
      };
    },
  },
  {
    id: 'lists.last-page',
    title: 'Stops when has_next is false, even if there is a cursor',
    source: CURSORS,
    async prepare(scene) {
      const items = await swapsFrom(scene, 0, 6);
      return {
        ask: listSwaps,
        fault: pagesChanged(SWAPS, (page, number) =>
          number < 2 ? page : { ...page, pagination: { ...objectAt(page, 'pagination'), has_next: false } },
        ),
        judge: (outcome) => [...requestCount(outcome, 2), ...understood(outcome, items)],
      };
    },
  },
  {
    id: 'lists.empty-page',
    title: 'Continues after an empty page when has_next is true',
    source: CURSORS,
    async prepare(scene) {
      const items = await swapsFrom(scene, 3, 3);
      const ask = { ...listSwaps, most: 3 };
      return {
        ask,
        fault: pagesChanged(SWAPS, (page, number) => (number === 1 ? { ...page, transactions: [] } : page)),
        judge: (outcome) => [
          ...requestCount(outcome, 2, 3),
          ...cursorProblems(outcome, ask),
          ...understood(outcome, items),
        ],
      };
    },
  },
  {
    id: 'lists.null-page',
    title: 'Reads null as a page without items',
    source: null,
    prepare: async () => ({
      ask: listSwaps,
      fault: pagesChanged(SWAPS, () => ({ transactions: null, pagination: { next_cursor: '', has_next: false } })),
      judge: (outcome) => [...requestCount(outcome, 1), ...understood(outcome, [])],
    }),
  },
  {
    id: 'lists.most',
    title: 'Requests no more pages than its caller reads',
    source: null,
    async prepare(scene) {
      const items = await swapsFrom(scene, 0, 3);
      // One page ahead is still reasonable.
      return {
        ask: { ...listSwaps, most: 3 },
        judge: (outcome) => [...requestCount(outcome, 1, 2), ...understood(outcome, items)],
      };
    },
  },
  {
    id: 'lists.rows',
    title: 'Reads a list by row to its end',
    source: 'document 2, Endpoints, Comment service',
    async prepare(scene) {
      const ask: ListAsk = {
        do: 'list',
        service: 'comment',
        operation: 'listComments',
        input: { query: { site_id: 21, limit: 10 } },
      };
      const answer = await scene.direct('/comment/comments?site_id=21&limit=100');
      const items = objectsOf(objectAt(answer, 'data')['comments']);
      const pages = Math.ceil(items.length / 10);
      return {
        ask,
        judge: (outcome) => [
          ...requestCount(outcome, pages, pages + 1),
          ...rowProblems(outcome, ask),
          ...understood(outcome, items),
        ],
      };
    },
  },
  {
    id: 'lists.times',
    title: 'Reads a list by time and returns each item once',
    source: 'document 1, Endpoints',
    async prepare(scene) {
      const ask: ListAsk = {
        do: 'list',
        service: 'lending',
        operation: 'listTransactions',
        input: { query: { limit: '40' } },
        most: 100,
      };
      const items = objectsOf(await scene.direct('/lending/api/v1/transactions?limit=100'));
      return {
        ask,
        judge: (outcome) => [
          ...requestCount(outcome, 3, 5),
          ...timeProblems(outcome, ask),
          ...understood(outcome, items),
        ],
      };
    },
  },
];
