/** The RPC methods of the small lending server, over Connect in its JSON form. */

import { jsonReply, type Reply, type Request } from '../../../fault/proxy/reply.ts';
import { isObject, type JsonObject } from '../../../model/json.ts';
import { formatInstant, parseInstant } from '../../../model/time.ts';
import { isWelcome, pageOf, payUrl, type Shop } from './http.ts';

function utc(time: unknown): string {
  return formatInstant(parseInstant(String(time)) ?? 0n);
}

function without(item: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(item).filter(([name]) => !names.includes(name)));
}

function marketMessage(market: JsonObject): JsonObject {
  return {
    ...without(market, 'version', 'price_updated_at'),
    price_update_at: utc(market['price_updated_at']),
    created_at: utc(market['created_at']),
    updated_at: utc(market['updated_at']),
  };
}

function transactionMessage(transaction: JsonObject): JsonObject {
  return {
    ...without(transaction, 'updated_at'),
    data: Buffer.from(JSON.stringify(transaction['data'])).toString('base64'),
    created_at: utc(transaction['created_at']),
  };
}

function camelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCase);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
      camelCase(inner),
    ]),
  );
}

function refused(message: string): Reply {
  return jsonReply(400, { code: 'invalid_argument', message });
}

function transactionList(shop: Shop, message: JsonObject): Reply {
  const limit = Number(message['limit'] ?? 0);
  const page = pageOf(shop, limit === 0 ? '' : String(limit), String(message['offset'] ?? ''));
  return typeof page === 'string' ? refused(page) : jsonReply(200, camelCase({ data: page.map(transactionMessage) }));
}

const payMembers = ['assetId', 'amount', 'traceId', 'followId', 'memoBase64'];

function pay(message: JsonObject): Reply {
  const missing = payMembers.find((name) => typeof message[name] !== 'string');
  return missing === undefined ? jsonReply(200, { url: payUrl(message['traceId']) }) : refused(`${missing} is missing`);
}

/** Answers a method, given its name and the JSON form of its request. */
function answerMethod(shop: Shop, method: string, message: JsonObject): Reply {
  switch (method) {
    case 'AllMarkets':
      return jsonReply(200, camelCase({ data: shop.data.markets.map(marketMessage) }));
    case 'Transactions':
      return transactionList(shop, message);
    case 'PriceRequest':
      return jsonReply(200, camelCase({ data: shop.data.prices }));
    case 'PayRequest':
      return pay(message);
    default:
      return jsonReply(404, { code: 'unimplemented', message: `there is no method ${method}` });
  }
}

/** Answers a method under its route; null for a path that is none. */
export function answerRpc(shop: Shop, request: Request): Reply | null {
  const { rpcRoute } = shop.choices;
  if (request.method !== 'POST' || !request.path.startsWith(rpcRoute)) return null;
  if (!isWelcome(shop, request)) return jsonReply(401, { code: 'unauthenticated', message: 'a token is needed' });
  const message: unknown = JSON.parse(request.body);
  return answerMethod(shop, request.path.slice(rpcRoute.length), isObject(message) ? message : {});
}
