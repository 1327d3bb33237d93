/** Payments as other correct servers accept them. */
import { randomUUID } from 'node:crypto';
import { eachObject, isObject } from '@wallet-services/conformance/model';
import {
  type At,
  jsonReply,
  type Mutation,
  type Next,
  type Reply,
  type Request,
  sentIn,
  successOf,
  together,
} from '@wallet-services/conformance/mutation';

type Handle = (request: Request, next: Next) => Reply | Promise<Reply>;

/** Rejects a payment if its trace id is known. */
export function onceOnly(at: At): Mutation {
  const traces = new Set<unknown>();
  return at('createPayRequest').instead(async (request, next) => {
    const { trace_id: trace } = sentIn(request);
    if (traces.has(trace)) return jsonReply(409, {});
    const reply = await next(request);
    if (trace !== undefined && successOf(reply) !== undefined) traces.add(trace);
    return reply;
  });
}

/** Fills in the missing members of a pay request; over RPC no member can be missing. */
export function filling(at: At): Mutation {
  const example = at('createPayRequest').operation.body?.example;
  return at('createPayRequest').body((body) => ({
    ...(isObject(example) ? example : {}),
    trace_id: randomUUID(),
    follow_id: randomUUID(),
    ...body,
  }));
}

/** Accepts only a memo that no document shows. */
export function knownMemos(at: At): Mutation {
  const reply = jsonReply(422, { msg: 'the memo is of no known form' });
  const handle: Handle = (request, next) =>
    ['memo_base64', 'memoBase64'].some((name) => name in sentIn(request)) ? reply : next(request);
  return together(at('createPayRequest').instead(handle), at.rpc('PayRequest').instead(handle));
}

/** An asset that is in no example. */
const OWN_ASSET = '99999999-8888-4777-8666-555555555555';

/** The JSON with other ids of assets, over HTTP or RPC. */
function withAssets(json: unknown, change: (id: unknown) => unknown): unknown {
  return eachObject(json, (object) => {
    const names = ['asset_id', 'assetId'].filter((name) => name in object);
    return { ...object, ...Object.fromEntries(names.map((name) => [name, change(object[name])])) };
  });
}

/** Has a market of its own in place of the first one, and takes payments in its asset only. */
export function ownAssets(at: At): Mutation {
  return () => {
    let first: unknown;
    const list = (json: unknown) =>
      withAssets(json, (id) => {
        first ??= id;
        return id === first ? OWN_ASSET : id;
      });
    const pay: Handle = (request, next) => {
      const ids: unknown[] = [];
      const body = withAssets(sentIn(request), (id) => {
        ids.push(id);
        return first ?? OWN_ASSET;
      });
      if (ids.length === 0) return next(request);
      const isOwn = ids.every((id) => id === OWN_ASSET);
      return isOwn
        ? next({ ...request, body: JSON.stringify(body) })
        : jsonReply(404, { msg: 'no market of this asset' });
    };
    return together(
      at('listMarkets').answer(list),
      at.rpc('AllMarkets').answer(list),
      at('createPayRequest').instead(pay),
      at.rpc('PayRequest').instead(pay),
    )();
  };
}
