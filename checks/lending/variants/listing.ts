/** Lists of transactions in the form of other correct servers. */
import { formatInstant, type JsonObject, objectsOf, parseInstant } from '@wallet-services/conformance/model';
import {
  type At,
  jsonReply,
  type Mutation,
  sentIn,
  successOf,
  together,
  withQuery,
} from '@wallet-services/conformance/mutation';

/** How a server lists its transactions. */
export interface Listing {
  readonly descending?: boolean;
  /** Leaves out the transactions at exactly the offset. */
  readonly exclusive?: boolean;
  /** Lists from the offset against the direction. */
  readonly against?: boolean;
  /** The member that it sorts by. Default: `created_at`. */
  readonly by?: string;
  /** The resolution of its times, and of the offsets it reads, in nanoseconds. Default: 1. */
  readonly precision?: bigint;
  /** The maximum limit: a larger one is lowered to it, or rejected. Default: 500. */
  readonly maximum?: number;
  readonly beyond?: 'refuse';
}

const timeOf = (item: JsonObject, by: string) => parseInstant(String(item[by])) ?? 0n;

const camelCase = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** A transaction in the JSON form of its message. */
function asMessage({ updated_at: _, data, ...item }: JsonObject): JsonObject {
  const named = Object.entries(item).map(([name, value]) => [camelCase(name), value]);
  return { ...Object.fromEntries(named), data: Buffer.from(JSON.stringify(data)).toString('base64') };
}

/** RPC lists what HTTP lists, for the same offset and limit. The path over HTTP is known from the first request there. */
function alsoOverRpc(at: At, list: Mutation): Mutation {
  return () => {
    const fault = list();
    let path: string | undefined;
    const noted = at('listTransactions').noting((request) => {
      path ??= request.path;
    });
    const overRpc = at.rpc('Transactions').instead(async (request, next) => {
      if (path === undefined) return next(request);
      const query = new URLSearchParams(Object.entries(sentIn(request)).map(([name, value]) => [name, String(value)]));
      const reply = await fault({ ...request, method: 'GET', path, query, headers: {}, body: '' }, next);
      const items = successOf(reply);
      return items === undefined ? reply : jsonReply(200, { data: objectsOf(items).map(asMessage) });
    });
    return together(noted, () => fault, overRpc)();
  };
}

/** Lists all transactions of the upstream server in another way. */
export function listing(
  at: At,
  {
    descending = false,
    against = false,
    by = 'created_at',
    exclusive = false,
    precision = 1n,
    maximum = 500,
    beyond,
  }: Listing,
): Mutation {
  const cut = (time: bigint) => time - (time % precision);
  const page = (all: readonly JsonObject[], offset: bigint | null, limit: number) => {
    const known = all
      .map((item) => {
        const rounded = (name: string) => formatInstant(cut(parseInstant(String(item[name])) ?? 0n));
        return { ...item, created_at: rounded('created_at'), updated_at: rounded('updated_at') };
      })
      .toSorted((left, right) => Number(timeOf(left, by) - timeOf(right, by)));
    const ordered = descending ? known.toReversed() : known;
    const from = offset === null ? null : cut(offset);
    const isIn = (time: bigint) =>
      from === null || (time === from ? !exclusive : descending !== against ? time < from : time > from);
    return ordered.filter((item) => isIn(timeOf(item, by))).slice(0, limit);
  };
  return alsoOverRpc(at, () => {
    let all: Promise<readonly JsonObject[]> | undefined;
    return at('listTransactions').instead(async (request, next) => {
      const whole = async () => {
        const items: JsonObject[] = [];
        for (let offset: string | undefined; ; ) {
          const more = objectsOf(successOf(await next(withQuery(request, { offset, limit: '500' }))));
          const fresh = more.filter(({ id }) => !items.some((item) => item['id'] === id));
          items.push(...fresh);
          if (fresh.length === 0) return items;
          offset = String(more.at(-1)?.['created_at']);
        }
      };
      const given = await next(request);
      const text = request.query.get('limit') ?? '500';
      // A request that the upstream server rejects is rejected here as well.
      if (given.kind !== 'reply' || given.status !== 200 || !/^\d+$/.test(text)) return given;
      const limit = Number(text);
      if (limit > maximum && beyond === 'refuse') return jsonReply(400, { code: 400, msg: 'the limit is too large' });
      all ??= whole();
      const offset = parseInstant(request.query.get('offset') ?? '');
      return jsonReply(200, page(await all, offset, Math.min(limit, maximum)));
    })();
  });
}
