/** Changes JSON at the places of a pointer; `*` stands for each item of a list and each value of a map. */
import { segmentsOf } from '@wallet-services/kit/pointer';
import { isObject } from '../../model/values/json.ts';
import { everyAt } from '../../model/values/pointer.ts';
import { type Reply, successOf } from '../proxy/reply.ts';

/** Removes the value. */
export const gone: unique symbol = Symbol('gone');

function edit(value: unknown, tokens: readonly string[], change: (value: unknown, place: number) => unknown): unknown {
  const [token, ...rest] = tokens;
  if (token === undefined) return change(value, 0);
  const changed = (inner: unknown, place: number) =>
    rest.length === 0 ? change(inner, place) : edit(inner, rest, change);
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index) => {
      const result = token === '*' || token === String(index) ? changed(item, index) : item;
      return result === gone ? [] : [result];
    });
  }
  if (!isObject(value)) return value;
  const names = Object.keys(value);
  // A change may add a missing member.
  const all = token === '*' || names.includes(token) ? names : [...names, token];
  return Object.fromEntries(
    all.flatMap((name, index) => {
      const result = token === '*' || token === name ? changed(value[name], index) : value[name];
      return result === gone || result === undefined ? [] : [[name, result]];
    }),
  );
}

/**
 * The value with other values at the places that a pointer names.
 *
 * @param change gets each value, undefined if there is none, and its index in its list; it returns `gone` to remove the
 * value.
 *
 * @example
 * edited({ data: [{ id: 1 }, { id: 2 }] }, '/data/*' + '/id', (id) => Number(id) + 1)
 */
export function edited(json: unknown, pointer: string, change: (value: unknown, place: number) => unknown): unknown {
  return edit(json, segmentsOf(pointer), change);
}

/**
 * A successful reply with other values at the places that a pointer into its JSON names; other replies are unchanged.
 */
export function editedReply(reply: Reply, pointer: string, change: (value: unknown, place: number) => unknown): Reply {
  const json = successOf(reply);
  if (json === undefined || reply.kind !== 'reply') return reply;
  return { ...reply, body: JSON.stringify(edited(json, pointer, change)) };
}

/** The reply with another value of a header, whatever the case of its name. @param change gives null to remove it */
export function withHeader(reply: Reply, name: string, change: (value: string) => string | null): Reply {
  if (reply.kind !== 'reply') return reply;
  const headers = Object.entries(reply.headers ?? {}).flatMap(([key, value]) => {
    const changed = key.toLowerCase() === name.toLowerCase() ? change(String(value)) : value;
    return changed === null ? [] : [[key, changed] as const];
  });
  return { ...reply, headers: Object.fromEntries(headers) };
}

/** The value with other values at all the places of a pattern that are there, at the first, or at the last of them. */
export function editedAt(
  json: unknown,
  pattern: string,
  which: 'all' | 'first' | 'last',
  change: (value: unknown) => unknown,
): unknown {
  const places = everyAt(json, pattern);
  const meant = which === 'all' ? places : which === 'first' ? places.slice(0, 1) : places.slice(-1);
  // From the end, so that a removed item does not shift the others.
  return meant.reduceRight((whole, { pointer }) => edited(whole, pointer, change), json);
}
