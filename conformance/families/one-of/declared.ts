import type { Declared } from '../../model/document/behaviour.ts';
import { type Exchange, successJson } from '../../model/exchange.ts';
import { isObject, type JsonObject } from '../../model/values/json.ts';
import { valueAt } from '../../model/values/pointer.ts';

export type OneOf = Declared<'one-of'>;

/** The item in a response; null if it has none. */
export function readIn({ at, when = [] }: OneOf, exchange: Exchange): JsonObject | null {
  const value = valueAt(successJson(exchange), at);
  return isObject(value) && when.every((name) => Object.hasOwn(value, name)) ? value : null;
}
