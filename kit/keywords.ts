/** The values of keywords of a schema that have a meaning (JSON Schema 2020-12). */

/** Whether a value has a meaning, and the phrase for the values that do: `a number above 0`. */
export type KeywordValues = readonly [isAllowed: (value: unknown) => boolean, expected: string];

/** Of lengths, and of numbers of items and members. */
export const COUNT: KeywordValues = [(value) => Number.isInteger(value) && Number(value) >= 0, 'a whole number from 0'];

const NUMBER: KeywordValues = [Number.isFinite, 'a number'];

/** Of exclusive limits, which OpenAPI 3.0 has as booleans. */
const LIMIT: KeywordValues = [(value) => Number.isFinite(value) || typeof value === 'boolean', 'a number'];

/** By keyword. Values of other keywords are not listed, or depend on who reads them. */
export const KEYWORD_VALUES: Readonly<Record<string, KeywordValues>> = {
  minLength: COUNT,
  maxLength: COUNT,
  minItems: COUNT,
  maxItems: COUNT,
  minProperties: COUNT,
  maxProperties: COUNT,
  minContains: COUNT,
  maxContains: COUNT,
  minimum: NUMBER,
  maximum: NUMBER,
  exclusiveMinimum: LIMIT,
  exclusiveMaximum: LIMIT,
  multipleOf: [(value) => Number.isFinite(value) && Number(value) > 0, 'a number above 0'],
  required: [(value) => Array.isArray(value) && value.every((name) => typeof name === 'string'), 'a list of names'],
};
