/**
 * Sends requests to operations and reads the payloads of their responses: mostly `{ts, data}` (documents 2 and 3, What
 * the service does).
 */
import { type CallOptions, callOf } from '../model/call.ts';
import { operationOf } from '../model/document/api.ts';
import { type Exchange, isSuccess, successJson } from '../model/exchange.ts';
import { type Input, noInput } from '../model/input.ts';
import { isObject, type JsonObject, objectsOf } from '../model/values/json.ts';
import { valueAt } from '../model/values/pointer.ts';
import type { CheckContext } from './context.ts';

/** Sends a request of an operation. */
export function sendTo(
  ctx: CheckContext,
  operation: string,
  input: Partial<Input>,
  options: CallOptions,
): Promise<Exchange> {
  return ctx.send(callOf(operationOf(ctx.suite.api, operation), { ...noInput, ...input }, options));
}

/** The `data` of a successful answer that is an object; null for anything else. */
export function objectOf(exchange: Exchange | undefined): JsonObject | null {
  const data = valueAt(successJson(exchange), '/data');
  return isObject(data) ? data : null;
}

/** The `ts` of a successful answer, milliseconds since the epoch; null when it has none. */
export function serverTimeOf(exchange: Exchange | undefined): number | null {
  const ts = valueAt(successJson(exchange), '/ts');
  return typeof ts === 'number' ? ts : null;
}

/** The objects in the list at a pointer into a successful response; null if there is no list. */
export function listAt(exchange: Exchange | undefined, pointer: string): readonly JsonObject[] | null {
  const value = valueAt(successJson(exchange), pointer);
  return Array.isArray(value) || value === null ? objectsOf(value) : null;
}

/** Whether an exchange is a successful answer of one of the operations. */
export function isAnswerOf(exchange: Exchange, ...operations: readonly string[]): boolean {
  const { call } = exchange;
  return call.kind === 'http' && call.operation !== null && operations.includes(call.operation) && isSuccess(exchange);
}

/** The items at which lists are often wrong: the first two, the middle one, and the last two. */
export function pick<Item>(items: readonly Item[]): readonly Item[] {
  const { length } = items;
  const places = [0, 1, Math.floor(length / 2), length - 2, length - 1];
  return [...new Set(places)].flatMap((place) => (place >= 0 ? items.slice(place, place + 1) : []));
}
