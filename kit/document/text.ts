/** Reads JSON and YAML, with or without the exact digits of large numbers. */
import { CORE_SCHEMA, load, Type } from 'js-yaml';
import { UsageError } from '../errors.ts';
import { repeatedName } from '../json-text.ts';

/** Reads an integer; one that JavaScript would round is kept as its digits. */
function wholeNumber(text: string): number | string {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
}

const INTEGER = new Type('tag:yaml.org,2002:int', {
  kind: 'scalar',
  resolve: (data: unknown) => typeof data === 'string' && /^[-+]?(0|[1-9]\d*|0x[\da-fA-F]+|0o[0-7]+)$/.test(data),
  construct: (data: string) => wholeNumber(data.replace(/^\+/, '')),
});

/** Reads a fraction; one that JavaScript would round is kept as its digits. */
function fraction(text: string): number | string {
  const number = Number(text);
  const digits = text
    .replace(/^\+/, '')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.?0*$/, '');
  return MANY_DIGITS.test(text) && String(number) !== digits ? digits : number;
}

const MANY_DIGITS = /^[-+]?(?=[\d.]{17,}$)\d*\.\d+$/;

const FRACTION = new Type('tag:yaml.org,2002:float', {
  kind: 'scalar',
  resolve: (data: unknown) =>
    typeof data === 'string' && /^[-+]?((\.\d+|\d+(\.\d*)?)(e[-+]?\d+)?|\.inf)$|^\.nan$/i.test(data),
  construct: (data: string) => {
    if (/nan$/i.test(data)) return Number.NaN;
    return /inf$/i.test(data) ? Number(`${data.startsWith('-') ? '-' : ''}Infinity`) : fraction(data);
  },
});

const MERGE = new Type('tag:yaml.org,2002:merge', { kind: 'scalar', resolve: (data: unknown) => data === '<<' });

/** YAML 1.2, in which `no` and a date are text; with merge keys, since they are in common use. */
const ROUNDED = CORE_SCHEMA.extend({ implicit: [MERGE] });
const EXACT = CORE_SCHEMA.extend({ implicit: [MERGE, INTEGER, FRACTION] });

/** How a number that JavaScript would round is read: as a text of its digits (`exact`), or as the nearest number. */
export type Numbers = 'exact' | 'rounded';

/** A number with this many digits, outside of a text. */
const BIG_NUMBER = /[:[,]\s*-?(?:\d{16,}|(?=[\d.]{17,})\d+\.\d+)\s*[,\]}\n]/;

/**
 * Reads a document.
 * @param name the name that errors give it
 * @param text JSON or YAML
 * @param numbers how large numbers are read
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

/** The most values that a document may have, with each alias expanded. */
const MOST_VALUES = 5_000_000;

/** The number of values, each counted as often as aliases name it; infinite when one contains itself. */
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

/** Reads JSON, or YAML that begins like JSON. */
function parseJson(text: string, numbers: Numbers): unknown {
  let read: unknown;
  try {
    read = numbers === 'exact' ? parseExactly(text) : JSON.parse(text);
  } catch (error) {
    try {
      return parseYaml(text, numbers);
    } catch {
      throw error;
    }
  }
  const name = repeatedName(text);
  if (name !== undefined) throw new Error(`an object has the name ${shortened(name)} twice`);
  return read;
}

const LONGEST_NAME = 80;

function shortened(name: string): string {
  return JSON.stringify(name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}...` : name);
}

function parseExactly(text: string): unknown {
  if (!BIG_NUMBER.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_key, value: unknown, context?: { readonly source?: string }) => {
    const source = context?.source;
    if (typeof value !== 'number' || source === undefined) return value;
    if (MANY_DIGITS.test(source)) return fraction(source);
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? wholeNumber(source) : value;
  });
}
