/** Numbers that count something, and what counts: read from an answer. */

import { neededBy } from '../../discovery/paths.ts';
import type { Operation } from '../../model/document/api.ts';
import { isObject, type JsonObject } from '../../model/values/json.ts';
import { within } from '../../model/values/pointer.ts';
import type { Counts } from './declared.ts';

export interface Counting {
  /** What has the number: the item of a list or map, or the object that holds it. */
  readonly thing: JsonObject;
  readonly number: number;
  readonly pointer: string;
}

/** Numbers as texts count too. */
function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : null;
}

/** @param thing what has the number: null while it is unknown. */
function find(
  value: unknown,
  tokens: readonly string[],
  pointer: string,
  thing: JsonObject | null,
): readonly Counting[] {
  const [token, ...rest] = tokens;
  if (token === undefined) {
    const number = numberOf(value);
    return number === null ? [] : [{ thing: thing ?? {}, number, pointer }];
  }
  if (token === '*') {
    const entries = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
    return entries.flatMap(([name, inner]) =>
      find(inner, rest, within(pointer, name), isObject(inner) ? inner : thing),
    );
  }
  if (!isObject(value)) return [];
  const holder = rest.length === 0 && thing === null ? value : thing;
  return find(value[token], rest, within(pointer, token), holder);
}

/** Every number at a pointer; `*` stands for each item of a list and each value of a map. */
export function countingIn(json: unknown, at: string): readonly Counting[] {
  return find(json, at.split('/').slice(1), '', null);
}

/** Ids of one thing may be written in small letters here and in capitals there. */
export function named(value: unknown): string {
  return String(value).toLowerCase();
}

/** How many of the items are a thing's. */
export function countOf({ by, id = 'id' }: Counts, { thing }: Counting, items: readonly JsonObject[]): number {
  return by === undefined ? items.length : items.filter((item) => named(item[by]) === named(thing[id])).length;
}

/** The path of the list of the counted items, if each item has its own list; null if its path names something else. */
export function ownInput(
  list: Operation,
  { path }: { readonly path: Readonly<Record<string, string>> },
  { thing }: Counting,
  { id = 'id' }: Counts,
): Readonly<Record<string, string>> | null {
  const [name, ...others] = neededBy(list).filter((one) => path[one] === undefined);
  const value = thing[id];
  if (name === undefined) return path;
  if (others.length > 0 || (typeof value !== 'string' && typeof value !== 'number')) return null;
  return { ...path, [name]: String(value) };
}
