/** The form that a value takes when it is sent as JSON: the value to validate, and the text to write. */

/** A body, serialized once: accessors are read once, and the validated value is the one that is sent. */
export interface Serialized {
  /** The value that a client parses. */
  readonly value: unknown;
  /** The text to send; undefined when the value is not JSON at all, such as `undefined`. */
  text(): string | undefined;
}

/**
 * Thrown for a value that `JSON.stringify` would change: only `JSON.stringify` can determine its final form. One shared
 * object, since capturing a stack for each would take longer than serializing a short answer with a date.
 */
const UNUSUAL = new Error('not plain data');

/** The depth to which values are copied; deeper ones are left to `JSON.stringify`, which reports a cycle. */
const MOST_LEVELS = 200;

/**
 * Serializes a value. Plain data is copied, which is faster than parsing the serialized text; other values (classes,
 * `toJSON`, dates) are serialized first, and the parsed text is validated.
 *
 * @throws TypeError for a cycle or a BigInt, or the error of an accessor
 *
 * @example
 * serialized({ at: new Date(0) }).value // { at: '1970-01-01T00:00:00.000Z' }
 */
export function serialized(body: unknown): Serialized {
  try {
    // An object's own `toJSON` is found as a member that is a function.
    if ('toJSON' in Object.prototype) throw UNUSUAL;
    const value = copied(body, 0);
    return { value, text: () => JSON.stringify(value) };
  } catch (error) {
    if (error !== UNUSUAL) throw error;
    const text: string | undefined = JSON.stringify(body);
    const value: unknown = text === undefined ? undefined : JSON.parse(text);
    return { value, text: () => text };
  }
}

function copied(value: unknown, level: number): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'object':
      if (value === null) return null;
      if (level > MOST_LEVELS) throw UNUSUAL;
      return Array.isArray(value) ? copiedArray(value, level + 1) : copiedObject(value, level + 1);
    default:
      throw UNUSUAL;
  }
}

function copiedArray(array: readonly unknown[], level: number): unknown[] {
  if (Object.getPrototypeOf(array) !== Array.prototype || 'toJSON' in array) throw UNUSUAL;
  const copy: unknown[] = [];
  for (const item of array) copy.push(copied(item, level));
  return copy;
}

function copiedObject(object: object, level: number): object {
  const prototype: unknown = Object.getPrototypeOf(object);
  if (prototype !== Object.prototype && prototype !== null) throw UNUSUAL;
  const copy: Record<string, unknown> = { ...object };
  for (const name in copy) {
    const member = copy[name];
    if (member === undefined) {
      delete copy[name];
      continue;
    }
    const value = copied(member, level);
    // Most members of the copy are equal already: only the others are written.
    if (value === member) continue;
    if (name === '__proto__') throw UNUSUAL;
    copy[name] = value;
  }
  return copy;
}
