/** The id of what a request made, and the new item. */
import { decoded } from '@wallet-services/kit/decoded';
import { jsonOf } from '@wallet-services/kit/exchange';
import { type ApiModel, operationOf } from '../model/document/api.ts';
import type { Declared } from '../model/document/behaviour.ts';
import { pathInputs } from '../model/document/requests.ts';
import { type Exchange, isSuccess, successJson } from '../model/exchange.ts';
import { isObject, type JsonObject } from '../model/values/json.ts';
import { tokensOf, valueAt } from '../model/values/pointer.ts';
import { inPath } from './paths.ts';

type ReadBack = Declared<'read-back'>;

/** What was made, as the exchange shows it. */
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
function idIn(api: ApiModel, { read, parameter = '' }: ReadBack, location: string | undefined): string | null {
  const path = URL.parse(location ?? '', 'http://localhost')?.pathname.replace(/\/+$/, '') ?? '';
  const named = read === undefined ? undefined : pathInputs(operationOf(api, read), path)[parameter];
  return inPath(named) ?? inPath(decoded(path.split('/').at(-1) ?? ''));
}

/** The id at the place that is declared; null where the exchange does not have it. */
function newIdIn(api: ApiModel, declared: ReadBack, { path, sent, json, location }: Shown): string | null {
  if (declared.from === 'location') return idIn(api, declared, location);
  if (declared.from !== 'request') return inPath(valueAt(json, declared.id));
  const { operation, parameter = '', id } = declared;
  const maker = operationOf(api, operation);
  return inPath(maker.path.endsWith(`/{${parameter}}`) ? pathInputs(maker, path)[parameter] : valueAt(sent, id));
}

/** What was made. Where the id is not in the answer, the item may not be either: then it is what was sent. */
export function newIn(api: ApiModel, declared: ReadBack, shown: Shown): New | null {
  const id = newIdIn(api, declared, shown);
  if (id === null) return null;
  const item = valueAt(shown.json, thingOf(declared));
  if (declared.from === undefined) return isObject(item) ? { id, item } : null;
  const known = [item, valueAt(shown.sent, thingOf(declared))].find(isObject);
  return { id, item: { ...known, [tokensOf(declared.id).at(-1) ?? 'id']: id } };
}

/** What an exchange made; null where it failed, or shows no id at the declared place. */
export function newOf(api: ApiModel, declared: ReadBack, exchange: Exchange): New | null {
  const { call, outcome } = exchange;
  if (call.kind !== 'http' || outcome.kind !== 'answer' || !isSuccess(exchange)) return null;
  const sent = jsonOf(exchange.requestBody ?? '');
  const path = call.path.split('?')[0] ?? '';
  return newIn(api, declared, { path, sent, json: successJson(exchange), location: outcome.location });
}
