/** How many of a list a number means. Pure. */
import { neededBy } from '../../find/paths.ts';
import type { Operation } from '../../model/document/api.ts';
import type { JsonObject } from '../../model/values/json.ts';
import type { Counts } from './index.ts';
import type { Counting } from './numbers.ts';

/** Ids of one thing may be written in small letters here and in capitals there. */
export function named(value: unknown): string {
  return String(value).toLowerCase();
}

/** How many of the items are a thing's. */
export function countOf({ by, id = 'id' }: Counts, { thing }: Counting, items: readonly JsonObject[]): number {
  return by === undefined ? items.length : items.filter((item) => named(item[by]) === named(thing[id])).length;
}

/**
 * The path of the list of what a thing counts, where each thing has a list of its own; null where its path names
 * something else.
 */
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
