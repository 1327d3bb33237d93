/** JSON as received. */

export interface JsonObject {
  readonly [member: string]: unknown;
}

/** Whether a value is a JSON object: neither null nor a list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects of a list; none for an absent list, null and anything else. */
export function objectsOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** A value with each object in it rebuilt, the inner ones first. */
export function eachObject(value: unknown, change: (object: JsonObject) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => eachObject(item, change));
  if (!isObject(value)) return value;
  return change(Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, eachObject(inner, change)])));
}

/** The object without a member. */
export function without(value: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([own]) => own !== name));
}

/** The name of a value's JSON type, for a sentence. */
export function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'nothing';
  return Array.isArray(value) ? 'list' : typeof value;
}

/** The beginning of a value that may be large, up to this many characters of its JSON. */
function beginningOf(value: unknown, length: number): unknown {
  let left = length;
  const begin = (inner: unknown): unknown => {
    left -= 3;
    if (typeof inner === 'string') {
      const shown = inner.slice(0, Math.max(1, left));
      left -= shown.length;
      return shown;
    }
    if (typeof inner !== 'object' || inner === null) return inner;
    const shown: [string, unknown][] = [];
    for (const name in inner) {
      if (left <= 0) break;
      left -= name.length;
      shown.push([name, begin((inner as JsonObject)[name])]);
    }
    return Array.isArray(inner) ? shown.map(([, item]) => item) : Object.fromEntries(shown);
  };
  return begin(value);
}

/** A value as short text, for a sentence. The time does not grow with the value. */
export function excerpt(value: unknown, length = 120): string {
  const text = JSON.stringify(beginningOf(value, 4 * length + 40)) ?? 'nothing';
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}

/** Whether two JSON values are equal, with members in any order. */
export function sameJson(left: unknown, right: unknown): boolean {
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => sameJson(item, right[index]));
  }
  if (isObject(left) && isObject(right)) {
    const names = Object.keys(left);
    return (
      names.length === Object.keys(right).length &&
      names.every((name) => Object.hasOwn(right, name) && sameJson(left[name], right[name]))
    );
  }
  return left === right;
}
