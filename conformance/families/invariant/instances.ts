/** The values that a relation covers: those of a schema, anywhere in responses, or the responses of an operation. */

import { type Finder, isUndecided, type Placed, type Requested, type Schema } from '@wallet-services/expressions';
import { type ApiModel, type Operation, operationOf, responseFor } from '../../model/document/api.ts';
import type { Declared } from '../../model/document/behaviour.ts';
import { finderFor, operationsWith } from '../../model/document/places.ts';
import { answerIn } from '../../model/document/requests.ts';
import { type Exchange, successJson } from '../../model/exchange.ts';
import { everyAt } from '../../model/values/pointer.ts';
import { expressionOf, requestIn } from '../requests.ts';

export type Invariant = Declared<'invariant'>;

function finderOf({ schema }: Invariant, { document }: ApiModel): Finder {
  return finderFor(document, 'component', schema ?? '');
}

/** The values of each schema in an answer: several relations are about the same ones. */
const known = new WeakMap<object, Map<string, readonly Placed[]>>();

function find(declared: Invariant, api: ApiModel, schema: Schema, json: unknown): readonly Placed[] {
  if (typeof json !== 'object' || json === null) return finderOf(declared, api).find(schema, json);
  const before = known.get(json) ?? new Map<string, readonly Placed[]>();
  known.set(json, before);
  const name = declared.schema ?? '';
  const places = before.get(name) ?? finderOf(declared, api).find(schema, json);
  before.set(name, places);
  return places;
}

/** The values in the JSON of a successful answer. */
export function instancesAt(
  declared: Invariant,
  api: ApiModel,
  operation: Operation,
  status: number,
  json: unknown,
): readonly Placed[] {
  if (declared.operation !== null) return declared.operation === operation.id ? [{ pointer: '', value: json }] : [];
  const schema = responseFor(operation, status)?.schema;
  return schema === undefined || schema === null ? [] : find(declared, api, schema, json);
}

/** A value, and whether the relation holds for it; null if that cannot be decided. */
export interface Held extends Placed {
  readonly holds: boolean | null;
  /** Why it cannot be decided. */
  readonly problem?: string;
}

/** A relation over no items shows nothing. */
function isVacuous(items: readonly string[], value: unknown): boolean {
  return items.length > 0 && items.every((pointer) => everyAt(value, pointer).length === 0);
}

export function held({ expression }: Invariant, placed: Placed, request: Requested): Held {
  const { evaluate, names } = expressionOf(expression);
  const result = evaluate(placed.value, request);
  if (isUndecided(result)) return { ...placed, holds: null, problem: result.problem };
  const items = names.self.filter((pointer) => pointer.includes('/*'));
  if (!result || !isVacuous(items, placed.value)) return { ...placed, holds: result };
  return { ...placed, holds: null, problem: `there is nothing at ${items.join(', ')}` };
}

/** What the relation makes of each value in an exchange. */
export function heldIn(declared: Invariant, api: ApiModel, exchange: Exchange): readonly Held[] {
  const found = answerIn(api, exchange);
  if (found === null) return [];
  const { operation, answer } = found;
  const isText = answer.contentType?.startsWith('text/') === true;
  const json = successJson(exchange) ?? (isText ? answer.body.text : undefined);
  const places = json === undefined ? [] : instancesAt(declared, api, operation, answer.status, json);
  const request = places.length === 0 ? null : requestIn(api, operation.id, exchange);
  return request === null ? [] : places.map((placed) => held(declared, placed, request));
}

/** The operations with the values in their responses. */
export function bearing(declared: Invariant, api: ApiModel): readonly Operation[] {
  if (declared.operation !== null) return [operationOf(api, declared.operation)];
  return operationsWith(api, finderOf(declared, api));
}

/** The operations that are sent to, so that the values can be watched: those that only read, if there are any. */
export function visited(declared: Invariant, api: ApiModel): readonly Operation[] {
  const all = bearing(declared, api);
  const reads = all.filter(({ method }) => method === 'GET');
  return declared.operation === null && reads.length > 0 ? reads : all;
}
