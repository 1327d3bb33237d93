/** Changes to the JSON of swap's answers, for servers that are wrong or choose otherwise. */

import { asked, changed, type Fault, type Matcher, type Request } from '../../fault/proxy/reply.ts';
import { isObject, type JsonObject, objectsOf } from '../../model/json.ts';
import { inside, withData, withQuery, withTop } from '../vault/change.ts';

const ID = '[0-9a-fA-F-]{36}';

export const at = {
  info: /^GET .*\/info$/,
  assets: /^GET .*\/assets$/,
  pairs: /^GET .*\/swap\/pairs$/,
  tickers: /^GET .*\/cmc\/pairs$/,
  stats: /^GET .*\/stats\/markets$/,
  pairStats: new RegExp(`^GET .*/stats/markets/${ID}/${ID}$`),
  candles: /^GET .*\/kline\/v2$/,
  order: new RegExp(`^GET .*/orders/${ID}$`),
  everyones: /^GET .*\/transactions$/,
  ofPair: new RegExp(`^GET .*/transactions/${ID}/${ID}$`),
  mine: /^GET .*\/mine$/,
  lists: new RegExp(`^GET .*/transactions(/${ID}/${ID}(/mine)?)?$`),
  actions: /^POST .*\/actions$/,
  oauth: /^POST .*\/oauth$/,
} as const;

/** The alternate broker of the reference server. */
export const HARBOR = 'd4e6f8a0-1c2b-4d3e-8f5a-6b7c8d9e0f1a';

/** An id that nothing has. */
export const NOTHING = '99999999-8888-4777-8666-555555555555';

type ChangeItems = (items: readonly JsonObject[], request: Request) => readonly unknown[] | null;

/** Changes the transactions of a list, or of an order. */
export function inTransactions(matcher: Matcher, change: ChangeItems): () => Fault {
  return () =>
    changed(matcher, (json, request) =>
      withData(json, { transactions: change(objectsOf(inside(json, 'data')['transactions']), request) }),
    );
}

/** Changes each transaction. */
export function inEach(
  matcher: Matcher,
  change: (item: JsonObject, index: number, items: readonly JsonObject[]) => JsonObject,
): () => Fault {
  return inTransactions(matcher, (items) => items.map((item, index) => change(item, index, items)));
}

/** Changes the last transaction. */
export function inLast(matcher: Matcher, change: (item: JsonObject) => JsonObject): () => Fault {
  return inEach(matcher, (item, index, items) => (index === items.length - 1 ? change(item) : item));
}

/** Changes the pagination block. */
export function inPagination(
  matcher: Matcher,
  change: (pagination: JsonObject, items: readonly JsonObject[], request: Request) => JsonObject,
): () => Fault {
  return () =>
    changed(matcher, (json, request) => {
      const data = inside(json, 'data');
      const pagination = inside(data, 'pagination');
      const items = objectsOf(data['transactions']);
      return withData(json, { pagination: { ...pagination, ...change(pagination, items, request) } });
    });
}

/** Changes the object in the data of an answer. */
export function inObject(matcher: Matcher, change: (data: JsonObject, request: Request) => JsonObject): () => Fault {
  return () => changed(matcher, (json, request) => withData(json, change(inside(json, 'data'), request)));
}

/** Changes the list that is the data of an answer: the points of statistics and the candles. */
export function inPoints(
  matcher: Matcher,
  change: (points: readonly unknown[], request: Request) => readonly unknown[] | null,
): () => Fault {
  return () =>
    changed(matcher, (json, request) => {
      const data = isObject(json) ? json['data'] : undefined;
      return withTop(json, { data: change(Array.isArray(data) ? data : [], request) });
    });
}

/** Changes each point of statistics. */
export function inEachPoint(
  matcher: Matcher,
  change: (point: JsonObject, index: number, points: readonly JsonObject[]) => JsonObject,
): () => Fault {
  return inPoints(matcher, (points) =>
    objectsOf(points).map((point, index, all) => ({ ...point, ...change(point, index, all) })),
  );
}

/** Changes the query of a request. */
export function query(
  matcher: Matcher,
  change: (request: Request) => Readonly<Record<string, string | undefined>>,
): () => Fault {
  return () => asked(matcher, (request) => withQuery(request, change(request)));
}

/** An object without a member. */
export function without(item: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(item).filter(([name]) => !names.includes(name)));
}

/** Several faults, the first one nearest to the caller. */
export function all(...faults: readonly (() => Fault)[]): () => Fault {
  return () => {
    const made = faults.map((fault) => fault());
    return (request, next) =>
      made.reduceRight<typeof next>((inner, fault) => async (passed) => fault(passed, inner), next)(request);
  };
}

/** The same moment in the time of the server's place. */
export function eastern(text: unknown): string {
  return new Date(Date.parse(String(text)) + 28_800_000).toISOString().replace('Z', '+08:00');
}
