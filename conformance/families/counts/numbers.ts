/** Numbers that count something, and what counts: read from an answer. */
import { isObject, type JsonObject } from '../../model/values/json.ts';
import { within } from '../../model/values/pointer.ts';

export interface Counting {
  /** What tells the number: the item of a list or map, or what holds the number. */
  readonly thing: JsonObject;
  readonly number: number;
  readonly pointer: string;
}

/** Numbers as texts count too. */
function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : null;
}

/** @param thing what tells the number: null as long as none is known. */
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
