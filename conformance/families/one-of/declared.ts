import type { Declaration } from '../../model/behaviour.ts';
import { type Exchange, successJson } from '../../model/exchange.ts';
import { isObject, type JsonObject } from '../../model/json.ts';
import { valueAt } from '../../model/pointer.ts';

export interface OneOf extends Declaration {
  readonly operation: string;
  /** The operationId of the list. */
  readonly list: string;
  /** The path parameter that names the thing. */
  readonly parameter: string;
  /** The member of an item that the parameter takes. Default: `id`. */
  readonly member?: string;
  /** Pointer of what is read. */
  readonly at: string;
  /** Members that must be there for the answer to be such a thing. */
  readonly when?: readonly string[];
  /** Members that may differ between the list and the thing alone. */
  readonly apart?: readonly string[];
}

/** What an answer tells of; null where it is no such thing. */
export function readIn({ at, when = [] }: OneOf, exchange: Exchange): JsonObject | null {
  const value = valueAt(successJson(exchange), at);
  return isObject(value) && when.every((name) => Object.hasOwn(value, name)) ? value : null;
}
