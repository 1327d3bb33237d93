/** Random values from schemas. Keywords that are not read here are left to the oracle, which judges each value. */
import * as fc from 'fast-check';
import type { OpenApiDocument, Schema } from '../model/document/document.ts';
import { expressionOf } from '../model/document/expressions.ts';
import { sampleOf } from '../model/document/sample.ts';
import { isTime } from '../model/values/time.ts';
import { alternativesOf } from './keywords.ts';

/** The length of the longest random text. */
const LONGEST = 40;

/** The largest random number, which every service must be able to read. */
const LARGEST = 2 ** 31 - 1;

const anyJson: fc.Arbitrary<unknown> = fc.jsonValue({ maxDepth: 2 });

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** Times with and without a fraction, in UTC and with an offset. */
const times: fc.Arbitrary<string> = fc
  .record({
    date: fc.date({ min: new Date('1990-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
    fraction: fc.oneof(fc.constant(''), fc.stringMatching(/^\.[0-9]{1,9}$/)),
    offset: fc.oneof(
      fc.constant('Z'),
      fc
        .tuple(fc.constantFrom('+', '-'), fc.integer({ min: 0, max: 13 }), fc.integer({ min: 0, max: 59 }))
        .map(([sign, hours, minutes]) => `${sign}${twoDigits(hours)}:${twoDigits(minutes)}`),
    ),
  })
  .map(({ date, fraction, offset }) => `${date.toISOString().slice(0, 19)}${fraction}${offset}`);

function textsLike(pattern: string): fc.Arbitrary<string> | null {
  const expression = expressionOf(pattern);
  if (expression === null) return null;
  try {
    return fc.stringMatching(new RegExp(expression.source), { maxLength: LONGEST });
  } catch {
    // The pattern uses lookahead.
    return null;
  }
}

function texts(document: OpenApiDocument, schema: Schema): fc.Arbitrary<unknown> {
  const { format, pattern, minLength, maxLength } = schema;
  if (isTime(schema)) return times;
  if (format === 'uuid') return fc.uuid();
  if (pattern !== undefined) return textsLike(pattern) ?? fc.constant(sampleOf(document, schema));
  if (format !== undefined) return fc.constant(sampleOf(document, schema));
  const least = typeof minLength === 'number' ? minLength : 0;
  const most = Math.max(least, Math.min(LONGEST, typeof maxLength === 'number' ? maxLength : LONGEST));
  return fc.string({ unit: 'grapheme', minLength: least, maxLength: most });
}

function numbers({ type, minimum, maximum }: Schema): fc.Arbitrary<unknown> {
  const range = {
    min: typeof minimum === 'number' ? minimum : -LARGEST,
    max: typeof maximum === 'number' ? maximum : LARGEST,
  };
  return type === 'integer' ? fc.integer(range) : fc.double({ ...range, noNaN: true, noDefaultInfinity: true });
}

function objects(document: OpenApiDocument, schema: Schema): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema;
  const members = Object.entries(properties).map(([name, inner]) => [name, arbitraryOf(document, inner)] as const);
  const documented = fc.record(Object.fromEntries(members), {
    requiredKeys: required.filter((name) => Object.hasOwn(properties, name)),
    noNullPrototype: true,
  });
  if (typeof additionalProperties !== 'object') return documented;
  const names = fc.string({ minLength: 1, maxLength: 12 });
  return fc
    .tuple(fc.dictionary(names, arbitraryOf(document, additionalProperties), { maxKeys: 4 }), documented)
    .map(([more, known]) => ({ ...more, ...known }));
}

function ofOne(document: OpenApiDocument, schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'string':
      return texts(document, schema);
    case 'integer':
    case 'number':
      return numbers(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(schema.items === undefined ? anyJson : arbitraryOf(document, schema.items), { maxLength: 4 });
    case 'object':
      return objects(document, schema);
    default:
      return anyJson;
  }
}

/** The arbitraries by schema: creating one takes far longer than creating a value, and cases share schemas. */
const made = new WeakMap<Schema, fc.Arbitrary<unknown>>();

/** Values that the schema nearly always allows; the oracle judges each. */
export function arbitraryOf(document: OpenApiDocument, schema: Schema): fc.Arbitrary<unknown> {
  const known =
    made.get(schema) ??
    fc.oneof(...alternativesOf(document, schema).map((alternative) => ofOne(document, alternative)));
  made.set(schema, known);
  return known;
}

/** Texts with characters that a server may handle wrongly. */
const wrongTexts: fc.Arbitrary<string> = fc.oneof(
  fc.string({ minLength: 1, maxLength: LONGEST }),
  fc.stringMatching(/^[g-z ~!]{1,20}$/),
  fc.constantFrom('null', 'undefined', 'NaN', '../..', "' or 1=1 --", '<script>', '\u202e\u0000', 'ÿ'.repeat(LONGEST)),
);

/** Whether a lenient server may read a text as a number or a boolean. */
function isLenientlyRead(text: string): boolean {
  const plain = text.trim();
  return plain === '' || !Number.isNaN(Number(plain)) || /^(t|f|true|false|y|n|yes|no|on|off)$/i.test(plain);
}

/** Texts that a parameter nearly always does not allow. */
export const wrongParameterTexts: fc.Arbitrary<string> = wrongTexts.filter(
  (text) => !isLenientlyRead(text) && text !== '.' && text !== '..',
);

/**
 * Values that a member of a body nearly always does not allow; never null, since some servers treat it as an absent
 * member.
 */
export const wrongMemberValues: fc.Arbitrary<unknown> = fc.oneof(
  wrongTexts.filter((text) => !isLenientlyRead(text)),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.array(anyJson, { maxLength: 3 }),
  fc.dictionary(fc.string({ maxLength: 8 }), anyJson, { maxKeys: 3 }),
);
