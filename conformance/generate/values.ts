/** Values at and beyond the edges of a schema. They are candidates: the oracle judges each. */

import type { OpenApiDocument, Schema } from '../model/document/document.ts';
import { isDecimal } from '../model/values/decimal.ts';
import { isTime } from '../model/values/time.ts';
import { alternativesOf } from './keywords.ts';

/** A value, and its name for people. */
export interface Candidate {
  readonly name: string;
  readonly value: unknown;
  /** Whether the value is at a limit of the document. Default: false. */
  readonly isLimit?: boolean;
}

function candidate(name: string, value: unknown): Candidate {
  return { name, value };
}

const edgeTimes: readonly Candidate[] = [
  candidate('with nanoseconds', '2020-12-12T12:12:12.999999999Z'),
  candidate('without a fraction', '2020-12-12T12:12:12Z'),
  candidate('with an offset east of UTC', '2020-12-12T20:12:12.500000000+08:00'),
  candidate('with an offset west of UTC', '2020-12-12T08:42:12-03:30'),
];

const edgeDecimals: readonly Candidate[] = [
  candidate('a whole number', '1'),
  candidate('eight decimals', '0.00000001'),
];

/** Texts that are not times in any reading of RFC 3339. */
const wrongTimes: readonly Candidate[] = [
  candidate('a word', 'yesterday'),
  candidate('30 February', '2021-02-30T12:00:00Z'),
  candidate('hour 29', '2021-08-17T29:00:00Z'),
  candidate('no UTC offset', '2021-08-17T11:14:49'),
];

const wrongUuids: readonly Candidate[] = [
  candidate('a word', 'not-a-uuid'),
  candidate('a non-hexadecimal digit', 'c6d0c728-2624-429b-8e0d-d9d19b6592fg'),
  candidate('one digit too few', 'c6d0c728-2624-429b-8e0d-d9d19b6592f'),
];

const ASTERISKS = candidate('asterisks', '***');

const wrongNumbers: readonly Candidate[] = [ASTERISKS, candidate('two points', '1.2.3')];

/** Wrong in any reading of a number, of base64 and of an id; values that a lenient server may accept are left out. */
const wrongTexts: readonly Candidate[] = [...wrongNumbers, candidate('a sentence', 'not valid!')];

const otherTypes: readonly Candidate[] = [
  candidate('a number', 12345),
  candidate('a boolean', true),
  candidate('null', null),
  candidate('a list', []),
  candidate('an object', {}),
  candidate('a text', 'text'),
];

/** The length of the longest text: a longer one would show nothing more. */
const MOST_LETTERS = 10_000;

/** The length of the longest list, for the same reason. */
const MOST_ITEMS = 1_000;

/** A text of this length with the same beginning. */
function ofLength(value: unknown, length: number): string {
  const letters = [...String(value ?? '')].slice(0, length);
  return letters.join('') + 'a'.repeat(length - letters.length);
}

/** Values just within the limits of a schema, and just beyond them. */
function limitsOf(schema: Schema, value: unknown) {
  const { type, minimum, maximum, minLength = 0, maxLength, minItems, maxItems } = schema;
  const [within, beyond]: [Candidate[], Candidate[]] = [[], []];
  if (type === 'integer' || type === 'number') {
    for (const [limit, name, step] of [
      [minimum, 'the least', -1],
      [maximum, 'the most', 1],
    ] as const) {
      if (typeof limit !== 'number' || !Number.isSafeInteger(limit + step)) continue;
      within.push({ name, value: limit, isLimit: true });
      beyond.push(candidate(`beyond ${name}`, limit + step));
    }
  }
  if (type === 'array' && Array.isArray(value) && value.length > 0) {
    const items = (count: number) => Array.from({ length: count }, (_, place) => value[place % value.length]);
    const [least, most] = [Number(minItems ?? 0), Number(maxItems ?? MOST_ITEMS)];
    if (least > 0) beyond.push(candidate('too few', items(least - 1)));
    if (most < MOST_ITEMS) beyond.push(candidate('too many', items(most + 1)));
  }
  if (type !== 'string') return { within, beyond };
  if (Number(minLength) > 0) {
    within.push({ name: 'the shortest', value: ofLength(value, Number(minLength)), isLimit: true });
    beyond.push(candidate('too short', ofLength(value, Number(minLength) - 1)));
  }
  if (typeof maxLength === 'number' && maxLength <= MOST_LETTERS) {
    within.push({ name: 'the longest', value: ofLength(value, maxLength), isLimit: true });
    beyond.push(candidate('too long', ofLength(value, maxLength + 1)));
  }
  return { within, beyond };
}

/** Values beyond the limits of a schema: too great, too long. */
export function valuesBeyond(document: OpenApiDocument, schema: Schema, value: unknown): readonly Candidate[] {
  return alternativesOf(document, schema).flatMap((alternative) => limitsOf(alternative, value).beyond);
}

/** Values that the schema allows, other than the given one: the edges of formats and of limits, each name of an enum. */
export function edgeValues(document: OpenApiDocument, schema: Schema, value: unknown): readonly Candidate[] {
  return alternativesOf(document, schema).flatMap((alternative) => [
    ...edgesOf(alternative, value),
    ...limitsOf(alternative, value).within,
  ]);
}

function edgesOf({ format, pattern, enum: names, type }: Schema, value: unknown): readonly Candidate[] {
  if (names !== undefined) return names.filter((name) => name !== '').map((name) => candidate(`as ${name}`, name));
  if (type === 'boolean') return [candidate('true', true), candidate('false', false)];
  if (isTime({ format, pattern })) return edgeTimes;
  if (typeof value !== 'string') return [];
  if (format === 'uuid') return [candidate('in capitals', value.toUpperCase())];
  return pattern !== undefined && isDecimal(value) ? edgeDecimals : [];
}

/** Texts that break the format, pattern or list of names of a schema of text. */
export function wrongFormTexts(document: OpenApiDocument, schema: Schema): readonly Candidate[] {
  return alternativesOf(document, schema).flatMap(({ format, pattern, enum: names, type }) => {
    if (isTime({ format, pattern })) return wrongTimes;
    if (format === 'uuid') return wrongUuids;
    if (type === 'integer' || type === 'number') return wrongNumbers;
    if (pattern !== undefined) return wrongTexts;
    return type === 'boolean' || (names !== undefined && !names.includes('')) ? [ASTERISKS] : [];
  });
}

/** Values of each JSON type; texts only if no other candidate is one. The oracle removes the valid ones. */
export function valuesOfOtherTypes(document: OpenApiDocument, schema: Schema): readonly Candidate[] {
  const isText = alternativesOf(document, schema).every(({ type }) => type === 'string');
  const isTried = isText || wrongFormTexts(document, schema).length > 0;
  return isTried ? otherTypes.filter(({ value }) => typeof value !== 'string') : otherTypes;
}
