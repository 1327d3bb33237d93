/**
 * Represents a schema as a union of alternatives with one type each, so that equivalent schemas are equal: `type: [T,
 * null]` and `anyOf: [T, null]`, a constant and an enum of one value, an `allOf` and its merged result.
 */
import { arrayOf, asText, isObject, type JsonObject, numberOf, segmentText, stableText } from '../../json.ts';
import type { Written } from '../reference.ts';
import { compareNumbers, digitsOf, isBigInteger, isMultiple, isNumeric } from './number.ts';

export type { Written } from '../reference.ts';

/** An alternative. The type `any` does not constrain the type. */
export interface Alternative {
  readonly type: string;
  /** Pointer to its definition. */
  readonly pointer: string;
  /** The component, when the alternative is exactly this component. */
  readonly component?: string;
  /** Keywords other than schemas, in canonical form. */
  readonly limits: ReadonlyMap<string, unknown>;
  /** Keywords with schemas as values. */
  readonly parts: ReadonlyMap<string, Written>;
  /** Members of an object, or positions (`[0]`) of a tuple. */
  readonly members: ReadonlyMap<string, Written>;
  /** Keywords that do not constrain values: description, default, examples, extensions. */
  readonly annotations: ReadonlyMap<string, Written>;
}

/** Keywords that describe a value without constraining it. */
const ANNOTATIONS = new Set(['title', 'description', 'default', 'deprecated', 'example', 'examples', 'externalDocs']);

/** Whether a keyword does not constrain values. */
export function isAnnotation(keyword: string): boolean {
  return ANNOTATIONS.has(keyword) || keyword.startsWith('x-');
}

const PARTS: Readonly<Record<string, readonly string[]>> = {
  object: ['additionalProperties', 'unevaluatedProperties', 'propertyNames'],
  array: ['items', 'contains', 'unevaluatedItems'],
};
const EVERY_TYPE = ['not', 'if', 'then', 'else', 'contentSchema'];

const LIMITS: Readonly<Record<string, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern', 'format', 'contentEncoding', 'contentMediaType'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'format'],
  array: ['minItems', 'maxItems', 'uniqueItems', 'minContains', 'maxContains'],
  object: ['minProperties', 'maxProperties', 'required', 'dependentRequired', 'dependentSchemas', 'patternProperties'],
};

/** Keywords that are read elsewhere, or do not constrain values by themselves. */
const READ = new Set(
  [
    'type enum const nullable properties prefixItems additionalItems readOnly writeOnly discriminator',
    '$ref $defs definitions $anchor $dynamicAnchor $comment allOf anyOf oneOf',
  ].flatMap((names) => names.split(' ')),
);

/** Whether the canonical form interprets a keyword. */
function isKnown(keyword: string): boolean {
  return (
    READ.has(keyword) ||
    isAnnotation(keyword) ||
    EVERY_TYPE.includes(keyword) ||
    Object.values(PARTS).some((names) => names.includes(keyword)) ||
    Object.values(LIMITS).some((names) => names.includes(keyword))
  );
}

/** Values of keywords that constrain nothing, and therefore equal an absent keyword. */
const IDLE: Readonly<Record<string, string>> = {
  minLength: '0',
  minContains: '1',
  minItems: '0',
  minProperties: '0',
  uniqueItems: 'false',
  required: '[]',
  additionalProperties: 'true',
  unevaluatedProperties: 'true',
  unevaluatedItems: 'true',
  items: 'true',
};

/** Whether a schema accepts everything, in any of the usual notations. */
function isIdle(keyword: string, value: unknown): boolean {
  const text = stableText(value);
  return text === IDLE[keyword] || (text === '{}' && IDLE[keyword] === 'true');
}

/** Whether a schema is `false`, in any notation. */
function isNever(value: unknown): boolean {
  return value === false || stableText(value) === '{"not":{}}';
}

const BOOLEANS = 2;

/** The JSON Schema type of a value. */
function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  if (digitsOf(value) !== undefined) return isBigInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function fits(value: unknown, type: string): boolean {
  const own = typeOf(value);
  if (type === 'any' || own === type || (own === 'integer' && type === 'number')) return true;
  // A number that JavaScript would round is stored as text.
  return type === 'string' && typeof value === 'string';
}

/** The types that a schema without combinators allows; `any` when it declares none. */
function typesOf(schema: JsonObject): readonly string[] {
  const written = schema['type'];
  const types = (Array.isArray(written) ? written : [written]).filter((type) => typeof type === 'string');
  if (types.length > 0) return schema['nullable'] === true ? [...new Set([...types, 'null'])] : [...new Set(types)];
  const values = valuesOf(schema);
  if (values !== undefined) {
    const own = new Set(values.map(typeOf));
    if (own.has('number')) own.delete('integer');
    return [...own];
  }
  if (isObject(schema['properties'])) return ['object'];
  if (schema['items'] !== undefined || schema['prefixItems'] !== undefined) return ['array'];
  return ['any'];
}

function valuesOf(schema: JsonObject): readonly unknown[] | undefined {
  if ('const' in schema) return [schema['const']];
  return Array.isArray(schema['enum']) ? schema['enum'] : undefined;
}

/** The alternatives that a schema's own keywords allow, one per type. The caller handles combinators and `$ref`. */
export function ownAlternatives(schema: JsonObject, pointer: string): readonly Alternative[] {
  const annotations = annotationsOf(schema, pointer);
  return typesOf(schema).flatMap((type) => {
    const values = valuesOf(schema)?.filter((value) => fits(value, type));
    if (values?.length === 0) return [];
    const limits = limitsOf(schema, type);
    const listed = type !== 'null' && !(type === 'boolean' && new Set(values).size === BOOLEANS);
    const allowed = values === undefined || !listed ? undefined : withinLimits(values, limits);
    if (allowed?.length === 0) return [];
    if (allowed !== undefined) limits.set('enum', sortedValues(allowed));
    return [
      {
        // A list of integers allows nothing else, whatever its type is.
        type: type === 'number' && allowed?.every((value) => typeOf(value) === 'integer') === true ? 'integer' : type,
        pointer,
        limits,
        parts: partsOf(schema, type, pointer),
        members: membersOf(schema, type, pointer),
        annotations,
      },
    ];
  });
}

/** Limits of texts and numbers: they filter a list of values, and have no other effect on it. */
const OF_SCALARS: Readonly<Record<string, (value: unknown, limit: unknown) => boolean>> = {
  minLength: (value, limit) => typeof value !== 'string' || [...value].length >= numberOf(limit),
  maxLength: (value, limit) => typeof value !== 'string' || [...value].length <= numberOf(limit),
  pattern: (value, limit) => typeof value !== 'string' || new RegExp(asText(limit), 'u').test(value),
  minimum: (value, limit) => !isNumeric(value) || compareNumbers(value, limit) >= 0,
  maximum: (value, limit) => !isNumeric(value) || compareNumbers(value, limit) <= 0,
  exclusiveMinimum: (value, limit) => !isNumeric(value) || compareNumbers(value, limit) > 0,
  exclusiveMaximum: (value, limit) => !isNumeric(value) || compareNumbers(value, limit) < 0,
  multipleOf: (value, limit) => !isNumeric(value) || isMultiple(value, limit),
};

/** Keeps the values of a list that match the limits next to it, and removes those limits. */
export function withinLimits(values: readonly unknown[], limits: Map<string, unknown>): readonly unknown[] {
  if (values.some((value) => typeof value === 'object' && value !== null)) return values;
  let allowed = values;
  for (const [keyword, fits] of Object.entries(OF_SCALARS)) {
    const limit = limits.get(keyword);
    if (limit === undefined || typeof limit === 'object') continue;
    try {
      allowed = allowed.filter((value) => fits(value, limit));
      limits.delete(keyword);
    } catch {
      // A pattern in another dialect is not evaluated.
    }
  }
  return allowed;
}

/** Enum values in canonical order, because their order has no meaning. */
export function sortedValues(values: readonly unknown[]): readonly unknown[] {
  const scalars = values.map((value) => (typeof value === 'object' && value !== null ? stableText(value) : value));
  return [...new Set(scalars)].toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}

/** The annotations of a schema, each with its place. */
export function annotationsOf(schema: JsonObject, pointer: string): Map<string, Written> {
  const annotations = new Map<string, Written>();
  for (const [keyword, value] of Object.entries(schema)) {
    const idle = value === '' ? keyword !== 'default' : value === false && keyword === 'deprecated';
    if (isAnnotation(keyword) && !idle) {
      annotations.set(keyword, { schema: value, pointer: `${pointer}/${keyword}` });
    }
  }
  return annotations;
}

function groupsOf(type: string): readonly string[] {
  if (type === 'any') return ['string', 'number', 'array', 'object'];
  return [type === 'integer' ? 'number' : type];
}

/** For integers, an exclusive bound equals the next inclusive one: more than 1 is 2 or more. */
const WHOLE: Readonly<Record<string, { readonly name: string; readonly step: number }>> = {
  exclusiveMinimum: { name: 'minimum', step: 1 },
  exclusiveMaximum: { name: 'maximum', step: -1 },
};

/** Converts a tuple without further items to a limit of their number. */
function bounded(written: JsonObject): JsonObject {
  const schema = tupled(written);
  const { items, prefixItems, maxItems, ...rest } = schema;
  if (!isNever(items) || !Array.isArray(prefixItems)) return schema;
  return {
    ...rest,
    prefixItems,
    maxItems: Math.min(prefixItems.length, numberOf(maxItems, prefixItems.length)),
  };
}

/** Converts older tuples: before 2020-12 they were a list in `items`, with `additionalItems`. */
function tupled(schema: JsonObject): JsonObject {
  const { items, additionalItems, ...rest } = schema;
  if (!Array.isArray(items)) return schema;
  return { ...rest, prefixItems: items, ...(additionalItems === undefined ? {} : { items: additionalItems }) };
}

function limitsOf(written: JsonObject, type: string): Map<string, unknown> {
  const schema = bounded(modern(written));
  const limits = new Map<string, unknown>();
  for (const keyword of new Set(groupsOf(type).flatMap((group) => LIMITS[group] ?? []))) {
    const value = schema[keyword];
    if (value === undefined || isIdle(keyword, value)) continue;
    if (typeof value === 'boolean' && WHOLE[keyword] !== undefined) continue;
    // Every integer is a multiple of 1.
    if (type === 'integer' && keyword === 'multipleOf' && Number.isInteger(1 / numberOf(value))) continue;
    const whole = type === 'integer' ? WHOLE[keyword] : undefined;
    if (whole !== undefined && (Number.isInteger(value) || isBigInteger(value)))
      limits.set(whole.name, next(value, whole.step));
    else limits.set(keyword, keyword === 'required' ? [...new Set(arrayOf(value).map(asText))].toSorted() : value);
  }
  // Unknown keywords are kept, so that their changes are reported.
  for (const [keyword, value] of Object.entries(schema)) {
    if (value !== undefined && !isKnown(keyword)) limits.set(keyword, stableText(value));
  }
  return limits;
}

/** The integer a step further, with all its digits. */
function next(value: unknown, step: number): number | string {
  // Only integers that JavaScript would round are texts; `1e21` is a number.
  if (typeof value === 'number') return value + step;
  const exact = BigInt(String(value)) + BigInt(step);
  return Number.isSafeInteger(Number(exact)) ? Number(exact) : String(exact);
}

/** Converts OpenAPI 3.0's `exclusiveMinimum: true` with a minimum to the numeric `exclusiveMinimum` of 3.1. */
function modern(schema: JsonObject): JsonObject {
  const { exclusiveMinimum, exclusiveMaximum, minimum, maximum, ...rest } = schema;
  return {
    ...rest,
    ...(exclusiveMinimum === true ? { exclusiveMinimum: minimum } : { exclusiveMinimum, minimum }),
    ...(exclusiveMaximum === true ? { exclusiveMaximum: maximum } : { exclusiveMaximum, maximum }),
  };
}

function partsOf(written: JsonObject, type: string, pointer: string): Map<string, Written> {
  const schema = bounded(written);
  const parts = new Map<string, Written>();
  for (const keyword of [...groupsOf(type).flatMap((group) => PARTS[group] ?? []), ...EVERY_TYPE]) {
    const value = schema[keyword];
    if (value === undefined || isIdle(keyword, value)) continue;
    // Without combinators inside, only the object's own members are evaluated.
    const name = keyword === 'unevaluatedProperties' && isNever(value) ? 'additionalProperties' : keyword;
    parts.set(name, { schema: isNever(value) ? false : value, pointer: `${pointer}/${keyword}` });
  }
  return parts;
}

function membersOf(schema: JsonObject, type: string, pointer: string): Map<string, Written> {
  const members = new Map<string, Written>();
  const add = (name: string, value: unknown, place: string) => members.set(name, { schema: value, pointer: place });
  if ((type === 'object' || type === 'any') && isObject(schema['properties'])) {
    for (const [name, value] of Object.entries(schema['properties'])) {
      add(name, value, `${pointer}/properties/${segmentText(name)}`);
    }
  }
  if (type === 'array' || type === 'any') {
    const keyword = Array.isArray(schema['items']) ? 'items' : 'prefixItems';
    for (const [index, value] of arrayOf(schema[keyword]).entries()) {
      add(`[${index}]`, value, `${pointer}/${keyword}/${index}`);
    }
  }
  return members;
}
