/** Reads JSON and YAML, with or without the digits of big numbers. */
import { CORE_SCHEMA, load, Type } from 'js-yaml';
import { UsageError } from '../errors.ts';

/** A whole number that JavaScript would round is kept as its digits. */
function wholeNumber(text: string): number | string {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
}

const INTEGER = new Type('tag:yaml.org,2002:int', {
  kind: 'scalar',
  resolve: (data: unknown) => typeof data === 'string' && /^[-+]?(0|[1-9]\d*|0x[\da-fA-F]+|0o[0-7]+)$/.test(data),
  construct: (data: string) => wholeNumber(data.replace(/^\+/, '')),
});

const MERGE = new Type('tag:yaml.org,2002:merge', { kind: 'scalar', resolve: (data: unknown) => data === '<<' });

/** YAML 1.2, in which `no` and a date are texts; with merge keys, since people use them. */
const ROUNDED = CORE_SCHEMA.extend({ implicit: [MERGE] });
const EXACT = CORE_SCHEMA.extend({ implicit: [MERGE, INTEGER] });

/** What becomes of a whole number that JavaScript would round: a text of its digits (`exact`), or the number next to it. */
export type Numbers = 'exact' | 'rounded';

/** A number of so many digits outside of a text. */
const BIG_NUMBER = /[:[,]\s*-?\d{16,}\s*[,\]}\n]/;

/**
 * Reads a document.
 *
 * @param name how people call it; errors name it
 * @param text JSON or YAML
 * @param numbers what becomes of big ones
 * @throws UsageError when it is neither
 */
export function parseText(name: string, text: string, numbers: Numbers = 'exact'): unknown {
  const written = text.replace(/^\uFEFF/, '');
  const isJson = /\.json\b/.test(name) || /^\s*[{[]/.test(written);
  try {
    return isJson ? parseJson(written, numbers) : parseYaml(written, numbers);
  } catch (error) {
    const reason =
      error instanceof Error ? (error.message.split('\n')[0] ?? '').replaceAll(/\s+/g, ' ') : String(error);
    throw new UsageError(`${name} is not ${isJson ? 'JSON' : 'YAML'}: ${reason.replace(/[.:]$/, '')}.`);
  }
}

/** So many values a document may have, each alias written out. */
const MOST_VALUES = 5_000_000;

/** How many values there are, each as often as aliases name it; without end where one names itself. */
function sizeOf(value: unknown, known: Map<object, number>): number {
  if (typeof value !== 'object' || value === null) return 1;
  const before = known.get(value);
  if (before !== undefined) return before;
  known.set(value, Number.POSITIVE_INFINITY);
  const size = Object.values(value).reduce<number>((sum, inner) => sum + sizeOf(inner, known), 1);
  known.set(value, size);
  return size;
}

function parseYaml(text: string, numbers: Numbers): unknown {
  const read: unknown = load(text, { schema: numbers === 'exact' ? EXACT : ROUNDED, json: false });
  const size = sizeOf(read, new Map());
  if (size > MOST_VALUES) throw new Error(`its aliases make more than ${MOST_VALUES} values of it`);
  return read;
}

/** What begins as JSON does may be YAML all the same. */
function parseJson(text: string, numbers: Numbers): unknown {
  try {
    return numbers === 'exact' ? parseExactly(text) : JSON.parse(text);
  } catch (error) {
    try {
      return parseYaml(text, numbers);
    } catch {
      throw error;
    }
  }
}

function parseExactly(text: string): unknown {
  if (!BIG_NUMBER.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_key, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' &&
    Number.isInteger(value) &&
    !Number.isSafeInteger(value) &&
    context?.source !== undefined
      ? wholeNumber(context.source)
      : value,
  );
}
