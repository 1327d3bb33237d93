/** The allowed values of the keywords of a schema: JSON Schema 2020-12, and the older ones of OpenAPI 2.0 and 3.0. */
import { isObject } from '@wallet-services/kit/json';
import { pointerOf } from '@wallet-services/kit/pointer';
import { isPart, type Part } from './structure.ts';

type Test = readonly [holds: (value: unknown) => boolean, otherwise: string];

/** Largest generated number of entries or characters, because larger samples would take too much memory. */
const MOST_GENERATED = 10_000;
const MOST_CHARACTERS = 1_000_000;

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);

const SCHEMA: Test = [(value) => isSchema(value), 'is not a schema'];
const SCHEMA_OR_LIST: Test = [(value) => isSchema(value) || isList(value), 'is neither a schema nor a list of them'];
const SCHEMAS: Test = [(value) => Array.isArray(value) && isList(value), 'is not a list with schemas'];
const NAMED: Test = [isObject, 'is not an object of schemas'];
const PATTERN: Test = [isPattern, 'is not a regular expression of ECMAScript'];
const TEXT: Test = [(value) => typeof value === 'string', 'is not a text'];
const NUMBER: Test = [(value) => typeof value === 'number', 'is not a number'];
const LIMIT: Test = [(value) => typeof value === 'number' || typeof value === 'boolean', 'is not a number'];
const COUNT: Test = [(value) => isCount(value), 'is not a whole number from 0'];
const ENTRIES: Test = [(value) => isCount(value) && value <= MOST_GENERATED, `is not a number up to ${MOST_GENERATED}`];
const LENGTH: Test = [
  (value) => isCount(value) && value <= MOST_CHARACTERS,
  `is not a number up to ${MOST_CHARACTERS}`,
];

const KEYWORDS: Readonly<Record<string, Test>> = {
  $ref: TEXT,
  $anchor: TEXT,
  pattern: PATTERN,
  type: [(value) => isListed(value, TYPES), 'is not a JSON type'],
  required: [isNames, 'is not a list of names'],
  enum: [(value) => Array.isArray(value) && value.length > 0, 'is not a list with entries'],
  examples: [Array.isArray, 'is not a list'],
  properties: NAMED,
  patternProperties: NAMED,
  dependentSchemas: NAMED,
  allOf: SCHEMAS,
  anyOf: SCHEMAS,
  oneOf: SCHEMAS,
  prefixItems: SCHEMAS,
  items: SCHEMA_OR_LIST,
  not: SCHEMA,
  if: SCHEMA,
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  then: SCHEMA,
  else: SCHEMA,
  contains: SCHEMA,
  propertyNames: SCHEMA,
  additionalProperties: SCHEMA,
  unevaluatedProperties: SCHEMA,
  unevaluatedItems: SCHEMA,
  format: TEXT,
  minimum: NUMBER,
  maximum: NUMBER,
  exclusiveMinimum: LIMIT,
  exclusiveMaximum: LIMIT,
  multipleOf: [(value) => typeof value === 'number' && value > 0, 'is not a number above 0'],
  minLength: LENGTH,
  maxLength: COUNT,
  minItems: ENTRIES,
  maxItems: COUNT,
  minProperties: ENTRIES,
  maxProperties: COUNT,
  minContains: ENTRIES,
  maxContains: COUNT,
};

/**
 * Removes the invalid keywords of a schema: because of one, Prism would silently ignore the whole schema, or throw.
 *
 * @param report called with each removed keyword and the reason
 */
export function dropBrokenKeywords(schema: Part, report: (keyword: string, why: string) => void): void {
  toTypeOfFiles(schema);
  if (typeof schema['required'] === 'boolean') delete schema['required'];
  for (const [keyword, value] of Object.entries(schema)) {
    const test = Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword] : undefined;
    if (test !== undefined && !test[0](value)) {
      report(keyword, test[1]);
      delete schema[keyword];
    } else if (test === NAMED && isPart(value)) {
      for (const name of Object.keys(value)) {
        const isPlace = keyword !== 'patternProperties' || isPattern(name);
        if (isPlace && isSchema(value[name])) continue;
        report(`${keyword}${pointerOf([name])}`, isPlace ? SCHEMA[1] : PATTERN[1]);
        delete value[name];
      }
    }
  }
  dropRepeated(schema);
}

/** Converts a file of OpenAPI 2.0 to a string of bytes. */
function toTypeOfFiles(schema: Part): void {
  if (schema['type'] === 'file') Object.assign(schema, { type: 'string', format: 'binary' });
}

/** Removes repeated values of `enum`, which make a schema invalid: Prism's reader adds the null of `nullable` again. */
function dropRepeated(schema: Part): void {
  const listed = schema['enum'];
  if (!Array.isArray(listed)) return;
  const texts = listed.map((value) => String(JSON.stringify(value)));
  const isNullable = schema['nullable'] === true && texts.some((text) => text !== 'null');
  schema['enum'] = listed.filter(
    (value, at) => texts.indexOf(texts[at] ?? '') === at && !(isNullable && value === null),
  );
}

function isSchema(value: unknown): boolean {
  return isObject(value) || typeof value === 'boolean';
}

function isList(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isSchema);
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0;
}

function isNames(value: unknown): boolean {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}

function isListed(value: unknown, known: ReadonlySet<string>): boolean {
  const all = [value].flat();
  return all.length > 0 && all.every((one) => typeof one === 'string' && known.has(one));
}

function isPattern(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  try {
    new RegExp(value, 'u');
    return true;
  } catch {
    return false;
  }
}
