/** The new item of a request, and its id. */
import { decoded } from '@wallet-services/kit/decoded';
import { jsonOf } from '@wallet-services/kit/exchange';
import { segmentsOf } from '@wallet-services/kit/pointer';
import { type ApiModel, operationOf } from '../model/document/api.ts';
import type { Declared } from '../model/document/behaviour.ts';
import { declaredAt } from '../model/document/lists.ts';
import { IDENTIFYING } from '../model/document/members.ts';
import { pathInputs } from '../model/document/requests.ts';
import { type Exchange, isSuccess, successJson } from '../model/exchange.ts';
import { isObject, type JsonObject } from '../model/values/json.ts';
import { valueAt } from '../model/values/pointer.ts';
import { inPath } from './paths.ts';

type ReadBack = Declared<'read-back'>;

/** The new item, as the exchange shows it. */
export interface New {
  readonly id: string;
  readonly item: JsonObject;
}

/** The parts of a successful exchange that can hold the id. */
export interface Shown {
  /** The path of the request. */
  readonly path: string;
  readonly sent: unknown;
  readonly json: unknown;
  readonly location: string | undefined;
}

/** The pointer to the new item. */
export function thingOf({ id }: Pick<ReadBack, 'id'>): string {
  return id.replace(/\/[^/]*$/, '');
}

/** The last part of an address, or the part that the path of the reading operation has there. */
function idIn(
  api: ApiModel,
  { read, parameter = '' }: Pick<ReadBack, 'read' | 'parameter'>,
  location: string | undefined,
): string | null {
  const path = URL.parse(location ?? '', 'http://localhost')?.pathname.replace(/\/+$/, '') ?? '';
  const named = read === undefined ? undefined : pathInputs(operationOf(api, read), path)[parameter];
  return inPath(named) ?? inPath(decoded(path.split('/').at(-1) ?? ''));
}

/** Whether the path of the making request names the item, as the path of the reading operation does. */
function isInPath(api: ApiModel, { operation, read, parameter = '' }: ReadBack): boolean {
  const named = `{${parameter}}`;
  const [above, ...rest] = operationOf(api, operation).path.split(named);
  return rest.length > 0 && (read === undefined || operationOf(api, read).path.startsWith(`${above}${named}`));
}

/** The id at the place that is declared; null where the exchange does not have it. */
function newIdIn(api: ApiModel, declared: ReadBack, { path, sent, json, location }: Shown): string | null {
  if (declared.from === 'location') return idIn(api, declared, location);
  if (declared.from !== 'request') return inPath(valueAt(json, declared.id));
  const { operation, parameter = '', id } = declared;
  const inOwnPath = isInPath(api, declared) ? pathInputs(operationOf(api, operation), path)[parameter] : undefined;
  return inPath(inOwnPath ?? valueAt(sent, id));
}

/** The new item. If the response contains neither the id nor the item, the item is the one that was sent. */
export function newIn(api: ApiModel, declared: ReadBack, shown: Shown): New | null {
  const id = newIdIn(api, declared, shown);
  if (id === null) return null;
  const item = valueAt(shown.json, thingOf(declared));
  if (declared.from === undefined) return isObject(item) ? { id, item } : null;
  const known = [item, valueAt(shown.sent, thingOf(declared))].find(isObject);
  return { id, item: { ...known, [segmentsOf(declared.id).at(-1) ?? 'id']: id } };
}

/** The item that an exchange created; null if it failed, or shows no id at the declared place. */
export function newOf(api: ApiModel, declared: ReadBack, exchange: Exchange): New | null {
  const { call, outcome } = exchange;
  if (call.kind !== 'http' || outcome.kind !== 'answer' || !isSuccess(exchange)) return null;
  const sent = jsonOf(exchange.requestBody ?? '');
  const path = call.path.replace(/\?.*/s, '');
  return newIn(api, declared, { path, sent, json: successJson(exchange), location: outcome.location });
}

/** The ids that a request chose for its items, of which the answer may show nothing, where paths usually have them. */
export function sentIdsOf({ requestBody }: Exchange, parameter: string): readonly string[] {
  const sent = jsonOf(requestBody ?? '');
  const ids = (Array.isArray(sent) ? sent : [sent]).filter(isObject).map((item) => inPath(valueNamed(item, parameter)));
  return ids.filter((id) => id !== null);
}

/** The value of the member that identifies an item in a path with this parameter. */
function valueNamed(item: JsonObject, parameter: string): unknown {
  return [parameter, ...IDENTIFYING].map((name) => item[name]).find((value) => value !== undefined && value !== null);
}

/** The item in a successful answer; null where it is no object. */
function itemOf(exchange: Exchange): JsonObject | null {
  const json = successJson(exchange);
  const inner = isObject(json) && isObject(json['data']) ? json['data'] : json;
  return isObject(inner) ? inner : null;
}

/**
 * The ids that the item which an exchange created may have in a path, the likeliest first: that in the member with the
 * name of the parameter, and that at the declared place, which may be one that is still being tried.
 *
 * @param parameter of the path of `reader`, which names the new item.
 */
export function likelyIdsOf(api: ApiModel, exchange: Exchange, reader: string, parameter: string): readonly string[] {
  const ids = [inPath(itemOf(exchange)?.[parameter]), likelyIdOf(api, exchange, reader, parameter)];
  return [...new Set(ids)].filter((id) => id !== null);
}

/**
 * The id of the item that an exchange created, at the declared place, or else where responses usually have it; null if
 * there is none.
 *
 * @param parameter of the path of `reader`, which names the new item.
 */
export function likelyIdOf(api: ApiModel, exchange: Exchange, reader: string, parameter: string): string | null {
  const { call, outcome } = exchange;
  const operation = call.kind === 'http' ? (call.operation ?? '') : '';
  const known = declaredAt(api, operation, 'read-back').find((one) => one.parameter === parameter);
  const made = known === undefined ? null : newOf(api, known, exchange);
  if (made !== null) return made.id;
  const location = outcome.kind === 'answer' ? outcome.location : undefined;
  const led = idIn(api, { read: reader, parameter }, location);
  if (led !== null) return led;
  const item = itemOf(exchange);
  return item === null ? null : inPath(valueNamed(item, parameter));
}
