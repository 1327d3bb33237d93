/** Converts text to the type that a schema declares. */
import { asText } from '@wallet-services/kit/json';
import type { ToNumber } from './rounded.ts';
import { itemOf, memberOf, type Placed, schemasOf, typesOf } from './schema.ts';

const INTEGER = /^-?(0|[1-9]\d*)$/;
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const [LEAST_INT64, MOST_INT64] = [-(2n ** 63n), 2n ** 63n - 1n];

/**
 * Converts text. Text that matches none of the schema's types stays text, and is then invalid.
 *
 * @example
 * typed('12', { schema: { type: 'integer' }, root }) // 12
 * typed('1e3', { schema: { type: 'integer' }, root }) // '1e3', which is not an integer
 */
export function typed(text: string, placed: Placed, toNumber: ToNumber = Number): unknown {
  const types = typesOf(placed);
  if (INTEGER.test(text) && types.has('integer')) return isInRange(text, placed) ? toNumber(text) : text;
  if (NUMBER.test(text) && types.has('number')) return toNumber(text);
  if ((text === 'true' || text === 'false') && types.has('boolean')) return text === 'true';
  if (types.has('null') && !types.has('string') && (text === '' || text === 'null')) return null;
  if (types.size === 0) return listedIn(placed, text);
  return text;
}

/** For a schema without a type: the value in `enum` or `const`. */
function listedIn(placed: Placed, text: string): unknown {
  for (const schema of schemasOf(placed)) {
    const listed = 'const' in schema ? [schema['const']] : schema['enum'];
    const value: unknown = Array.isArray(listed) ? listed.find((each) => asText(each) === text) : undefined;
    if (value !== undefined) return value;
  }
  return text;
}

function isInRange(text: string, placed: Placed): boolean {
  if (!schemasOf(placed).some(({ format }) => format === 'int64')) return true;
  const value = BigInt(text);
  return value >= LEAST_INT64 && value <= MOST_INT64;
}

/** Converts the texts in lists and objects. */
export function typedDeeply(value: unknown, placed: Placed, toNumber: ToNumber = Number): unknown {
  if (typeof value === 'string') return typed(value, placed, toNumber);
  if (Array.isArray(value)) return value.map((each, index) => typedDeeply(each, itemOf(placed, index), toNumber));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const own = memberOf(placed, name) ?? { schema: undefined, root: placed.root };
      const types = typesOf(own);
      // A list of one item is written like the item.
      const isItem = typeof each === 'string' && types.has('array') && !types.has('string');
      return [name, typedDeeply(isItem ? [each] : each, own, toNumber)];
    }),
  );
}
