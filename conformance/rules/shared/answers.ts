import { type Exchange, isSuccess, successJson } from '../../model/exchange.ts';
import { isObject, type JsonObject, objectsOf } from '../../model/values/json.ts';
import { valueAt } from '../../model/values/pointer.ts';

/** The object at a place of a successful answer; null when there is none. */
export function objectAt(exchange: Exchange | undefined, pointer: string): JsonObject | null {
  const value = valueAt(successJson(exchange), pointer);
  return isObject(value) ? value : null;
}

/** The objects of the list at a place of a successful answer; null when there is no list. */
export function listAt(exchange: Exchange | undefined, pointer: string): readonly JsonObject[] | null {
  const value = valueAt(successJson(exchange), pointer);
  return Array.isArray(value) || value === null ? objectsOf(value) : null;
}

/** Whether an exchange is a successful answer of one of the operations. */
export function isAnswerOf(exchange: Exchange, ...operations: readonly string[]): boolean {
  const { call } = exchange;
  return call.kind === 'http' && call.operation !== null && operations.includes(call.operation) && isSuccess(exchange);
}

/** Some of a list, the places where lists go wrong: the first two, the middle, the last two. */
export function pick<Item>(items: readonly Item[]): readonly Item[] {
  const { length } = items;
  const places = [0, 1, Math.floor(length / 2), length - 2, length - 1];
  return [...new Set(places)].flatMap((place) => (place >= 0 ? items.slice(place, place + 1) : []));
}
