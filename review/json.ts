/** Plain JSON data, and safe access to it. */

import { arrayOf, asText, isObject } from '@wallet-services/kit/json';
import { pointerOf as pointerText } from '@wallet-services/kit/pointer';

export { arrayOf, asText, isObject, type JsonObject, objectOf } from '@wallet-services/kit/json';
export { segmentsOf, segmentText, unescaped, valueAt } from '@wallet-services/kit/pointer';

/** The strings among the elements of a value. */
export function stringsOf(value: unknown): readonly string[] {
  return arrayOf(value).filter((element) => typeof element === 'string');
}

/** A value of a document as a number: NaN when it is none, `otherwise` when it is absent. */
export function numberOf(value: unknown, otherwise = Number.NaN): number {
  return Number(asText(value ?? otherwise));
}

/** JSON text that does not depend on the order of members, so that equal data has equal text. */
export function stableText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stableText).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const members = Object.keys(value)
    .filter((name) => value[name] !== undefined)
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${stableText(value[name])}`);
  return `{${members.join(',')}}`;
}

/** Whether two values are the same data, whatever the order of members. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one)) {
    return (
      Array.isArray(other) && one.length === other.length && one.every((value, index) => isSame(value, other[index]))
    );
  }
  if (!isObject(one) || !isObject(other) || Array.isArray(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  );
}

/** A JSON pointer in fragment form. */
export function pointerOf(segments: readonly (string | number)[]): string {
  return `#${pointerText(segments)}`;
}

/** The own entry of a table under a name from a document, which may be one that every object inherits (`toString`). */
export function ownEntry<Entry>(table: Readonly<Record<string, Entry>>, name: string): Entry | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
