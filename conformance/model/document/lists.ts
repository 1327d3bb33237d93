/** Finds the list in the answers of an operation, as the document declares it. */

import { type JsonObject, objectsOf } from '../values/json.ts';
import { valueAt, within } from '../values/pointer.ts';
import type { ApiModel, Operation } from './api.ts';
import type { Declaration, Declared, FamilyName } from './behaviour.ts';

export interface List {
  /** The operationId. */
  readonly operation: string;
  /** JSON pointer of the items in a successful answer. */
  readonly items: string;
  /** The noun for its items, in the plural: `vaults`. */
  readonly noun: string;
  /** Member that identifies an item. */
  readonly key: string;
}

const places = new WeakMap<ApiModel['declarations'], ReadonlyMap<string, readonly Declaration[]>>();

/** The declarations of a family at an operation. */
export function declaredAt<Name extends FamilyName>(
  { declarations }: ApiModel,
  operation: string,
  family: Name,
): readonly Declared<Name>[] {
  const known = places.get(declarations) ?? Map.groupBy(declarations, (one) => `${one.operation} ${one.family}`);
  places.set(declarations, known);
  return (known.get(`${operation} ${family}`) ?? []) as readonly Declared<Name>[];
}

/** All declarations of a family, wherever they are. */
export function declaredOf<Name extends FamilyName>({ declarations }: ApiModel, family: Name) {
  return declarations.filter((one) => one.family === family) as unknown as readonly Declared<Name>[];
}

/** The list of an operation; null where its answers are declared to have none. */
export function listOf(api: ApiModel, { id }: Pick<Operation, 'id'>): List | null {
  const [declared] = declaredAt(api, id, 'list');
  if (declared === undefined) return null;
  const { items, noun = 'items', key = 'id' } = declared;
  return { operation: id, items, noun, key };
}

/** Pointer to the one item that an operation answers with: the payload of the envelope. */
export function payloadOf(api: ApiModel, operation: string): string {
  const [envelope] = declaredOf(api, 'envelope');
  return envelope === undefined || envelope.except?.includes(operation) ? '' : within('', envelope.payload);
}

/** The items in the JSON of a successful answer; null when there is no list. */
export function itemsIn({ items }: Pick<List, 'items'>, json: unknown): readonly JsonObject[] | null {
  const value = valueAt(json, items);
  return Array.isArray(value) || value === null ? objectsOf(value) : null;
}
