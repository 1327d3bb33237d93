/** The HTTP operations of the small lending server. */

import { jsonReply, type Reply, type Request } from '../../../fault/proxy/reply.ts';
import type { InputOracle } from '../../../generate/oracle.ts';
import type { ApiModel } from '../../../model/api.ts';
import { operationOf } from '../../../model/api.ts';
import { noInput } from '../../../model/call.ts';
import { isObject, type JsonObject } from '../../../model/json.ts';
import { parseInstant } from '../../../model/time.ts';
import { seededUuid } from '../../../model/uuid.ts';
import type { Choices } from './choices.ts';
import { cut, type Data } from './data.ts';

/** What the handlers work with. */
export interface Shop {
  readonly api: ApiModel;
  readonly oracle: InputOracle;
  readonly data: Data;
  readonly choices: Choices;
}

const BASE = '/lending/api/v1';

/** A page of transactions; a text when the inputs are wrong. */
export function pageOf({ data, choices }: Shop, limitText: string, offsetText: string): readonly JsonObject[] | string {
  const asked = Number(limitText === '' ? '500' : limitText);
  if (!Number.isInteger(asked) || asked < 1) return 'limit must be a whole number, 1 or more';
  const { maximum, direction, inclusive } = choices;
  if (asked > maximum.limit && maximum.beyond === 'refuse') return `limit must be at most ${maximum.limit}`;
  const read = offsetText === '' ? null : parseInstant(offsetText);
  const offset = read === null ? null : cut(read, choices.precision);
  if (offset === null && offsetText !== '') return 'offset must be an RFC 3339 time';
  const ascending = direction === 'ascending';
  const rows = data.transactions.filter(({ time }) => {
    if (offset === null) return true;
    return time === offset ? inclusive : ascending ? time > offset : time < offset;
  });
  const ordered = ascending ? rows : rows.toReversed();
  return ordered.slice(0, Math.min(asked, maximum.limit)).map(({ item }) => item);
}

function list({ choices }: Shop, items: readonly JsonObject[]): readonly JsonObject[] | null {
  if (items.length === 0 && choices.empty === 'null') return null;
  return choices.extraMembers ? items.map((item) => ({ ...item, note: 'not documented', rank: 1 })) : items;
}

/** The deep link of a payment: the same for the same payment. */
export function payUrl(traceId: unknown): string {
  return `wallet://codes/${seededUuid(0, 'code', String(traceId))}`;
}

function pay(shop: Shop, text: string): Reply {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return shop.choices.refuse('the body is no JSON');
  }
  const problems = shop.oracle.problems(operationOf(shop.api, 'createPayRequest'), { ...noInput, body });
  if (problems.length > 0 || !isObject(body)) return shop.choices.refuse(`wrong: ${problems.join(', ')}`);
  return jsonReply(200, { url: payUrl(body['trace_id']), ...(shop.choices.extraMembers ? { ttl: 60 } : {}) });
}

function transactions(shop: Shop, query: URLSearchParams): Reply {
  const page = pageOf(shop, query.get('limit') ?? '', query.get('offset') ?? '');
  return typeof page === 'string' ? shop.choices.refuse(page) : jsonReply(200, list(shop, page));
}

/** Whether the request may be answered: it carries the token, where one is asked for. */
export function isWelcome({ choices: { token } }: Shop, { headers }: Request): boolean {
  return token === null || headers['authorization'] === `Bearer ${token.valid}`;
}

/** Answers an HTTP operation; null for a path that is none. */
export function answerHttp(shop: Shop, request: Request): Reply | null {
  const { method, path, query, body } = request;
  const routes: Readonly<Record<string, () => Reply>> = {
    [`GET ${BASE}/markets/all`]: () => jsonReply(200, { data: list(shop, shop.data.markets) }),
    [`GET ${BASE}/transactions`]: () => transactions(shop, query),
    [`POST ${BASE}/pay-requests`]: () => pay(shop, body),
  };
  const route = routes[`${method} ${path}`];
  if (route === undefined) return null;
  return isWelcome(shop, request) ? route() : jsonReply(401, { msg: 'a token is needed' });
}
