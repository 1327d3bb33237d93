/** The allowed values of the keywords of a schema: JSON Schema 2020-12, and the older ones of OpenAPI 2.0 and 3.0. */
import { isObject } from '@wallet-services/kit/json';
import { COUNT, KEYWORD_VALUES, type KeywordValues } from '@wallet-services/kit/keywords';
import { pointerOf } from '@wallet-services/kit/pointer';
import { isPart, type Part } from './structure.ts';

/** The largest numbers of entries and of characters that Prism generates: larger samples would take too much memory. */
const MOST_GENERATED = 10_000;
const MOST_CHARACTERS = 1_000_000;

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);

const SCHEMA: KeywordValues = [(value) => isSchema(value), 'a schema'];
const SCHEMA_OR_LIST: KeywordValues = [(value) => isSchema(value) || isList(value), 'a schema or a list of schemas'];
const SCHEMAS: KeywordValues = [(value) => Array.isArray(value) && isList(value), 'a list with schemas'];
const NAMED: KeywordValues = [isObject, 'an object of schemas'];
const PATTERN: KeywordValues = [isPattern, 'a regular expression of ECMAScript'];
const TEXT: KeywordValues = [(value) => typeof value === 'string', 'a text'];
const ENTRIES = upTo(MOST_GENERATED);
const LENGTH = upTo(MOST_CHARACTERS);

const KEYWORDS: Readonly<Record<string, KeywordValues>> = {
  ...KEYWORD_VALUES,
  $ref: TEXT,
  $anchor: TEXT,
  pattern: PATTERN,
  type: [(value) => isListed(value, TYPES), 'a JSON type'],
  enum: [(value) => Array.isArray(value) && value.length > 0, 'a list with entries'],
  examples: [Array.isArray, 'a list'],
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
  minLength: LENGTH,
  minItems: ENTRIES,
  minProperties: ENTRIES,
  minContains: ENTRIES,
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
    const allowed = Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword] : undefined;
    if (allowed !== undefined && !allowed[0](value)) {
      report(keyword, `is not ${allowed[1]}`);
      delete schema[keyword];
    } else if (allowed === NAMED && isPart(value)) {
      for (const name of Object.keys(value)) {
        const isPlace = keyword !== 'patternProperties' || isPattern(name);
        if (isPlace && isSchema(value[name])) continue;
        report(`${keyword}${pointerOf([name])}`, `is not ${isPlace ? SCHEMA[1] : PATTERN[1]}`);
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

function upTo(most: number): KeywordValues {
  return [(value) => COUNT[0](value) && Number(value) <= most, `a number up to ${most}`];
}

function isSchema(value: unknown): boolean {
  return isObject(value) || typeof value === 'boolean';
}

function isList(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isSchema);
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
