/**
 * Generates a value that a schema allows, as simple as possible. It is a candidate: the oracle makes the final decision
 * on it.
 */
import { isObject } from '../values/json.ts';
import { type OpenApiDocument, resolved, type Schema } from './document.ts';
import { expressionOf } from './expressions.ts';
import { leastOf, number, numberOf, textOf, VARIANTS } from './scalars.ts';

/** A list with the fewest items that the schema allows, but one where they have a schema. */
function itemsOf(document: OpenApiDocument, schema: Schema, depth: number): readonly unknown[] {
  const { items, prefixItems = [], contains, minContains = 1 } = schema;
  const first = prefixItems.map((item) => sampleOf(document, item, depth + 1));
  const wanted = Array.from({ length: contains === undefined ? 0 : leastOf({ minContains }, 'minContains') }, (_, at) =>
    variantOf(document, asSchema(contains), at, depth + 1),
  );
  const count = Math.max(leastOf(schema, 'minItems'), first.length, items === undefined ? 0 : 1);
  const inner = items ?? {};
  const isUnique = schema['uniqueItems'] === true;
  const rest = Array.from({ length: Math.max(0, count - first.length - wanted.length) }, (_, at) =>
    isUnique ? variantOf(document, inner, at, depth + 1) : sampleOf(document, inner, depth + 1),
  );
  return [...first, ...wanted, ...rest];
}

/** One of several different values of a schema: 0 is its sample. */
function variantOf(document: OpenApiDocument, schema: Schema, at: number, depth: number): unknown {
  const target = resolved(document, schema);
  const { enum: names = [], required = [], properties = {} } = target;
  const usual = sampleOf(document, target, depth);
  if (at === 0 || at >= VARIANTS) return usual;
  if (names.length > 0) return names.filter((name) => name !== usual)[at - 1] ?? usual;
  if (typeof usual === 'number') return numberOf(target, at);
  if (typeof usual === 'string') return textOf(target, at);
  if (typeof usual === 'boolean') return !usual;
  const own = required.find((name) => name in properties);
  if (!isObject(usual) || own === undefined) return usual;
  return { ...usual, [own]: variantOf(document, properties[own] ?? {}, at, depth + 1) };
}

/** An object with the required members and the fewest others that the schema demands. */
function membersOf(document: OpenApiDocument, schema: Schema, depth: number): Readonly<Record<string, unknown>> {
  const { required = [], properties = {}, dependentRequired } = schema;
  // Members that only answers have are left out.
  const isSent = (name: string) => resolved(document, properties[name] ?? {})['readOnly'] !== true;
  const names = new Set(required.filter(isSent));
  // A set is also walked through what is added meanwhile.
  for (const name of names) for (const other of namesIn(dependentRequired, name)) names.add(other);
  const least = leastOf(schema, 'minProperties');
  for (const name of [...Object.keys(properties).filter(isSent), ...freeNames(schema, least)]) {
    if (names.size >= least) break;
    names.add(name);
  }
  return Object.fromEntries([...names].map((name) => [name, sampleOf(document, memberOf(schema, name), depth + 1)]));
}

function namesIn(dependencies: unknown, name: string): readonly string[] {
  const names = isObject(dependencies) ? dependencies[name] : undefined;
  return Array.isArray(names) ? names.map(String) : [];
}

/** Names of members that the schema does not list. */
function freeNames({ propertyNames, patternProperties, additionalProperties }: Schema, count: number) {
  const named = asSchema(propertyNames);
  const [pattern] = isObject(patternProperties) ? Object.keys(patternProperties) : [];
  if (named.enum !== undefined) return named.enum.map(String);
  if (additionalProperties === false && pattern === undefined) return [];
  return Array.from({ length: count }, (_, at) => textOf({ ...named, pattern: named.pattern ?? pattern }, at));
}

/** The schema of a member, whether it is listed or not. */
function memberOf({ properties = {}, patternProperties, additionalProperties }: Schema, name: string): Schema {
  if (Object.hasOwn(properties, name)) return properties[name] ?? {};
  const patterns = isObject(patternProperties) ? Object.entries(patternProperties) : [];
  const found = patterns.find(([pattern]) => expressionOf(pattern)?.test(name));
  return asSchema(found?.[1] ?? additionalProperties);
}

function asSchema(value: unknown): Schema {
  return isObject(value) ? value : {};
}

/** The depth of nested schemas below which samples are empty: a schema may contain itself. */
const DEEPEST = 8;

/** Whether a value is of the type of a schema, and as long: documents have examples of other texts and lists. */
function mayBe({ type, items, minItems, maxItems }: Schema, value: unknown): boolean {
  const types: readonly unknown[] = [type ?? []].flat();
  if (Array.isArray(value)) {
    const [least, most] = [number(minItems) ?? 0, number(maxItems) ?? value.length];
    const isList = types.length === 0 || types.includes('array') || items !== undefined;
    return isList && value.length >= least && value.length <= most;
  }
  const isTree = types.every((one) => one === 'object' || one === 'array');
  return types.length === 0 || !isTree || isObject(value);
}

/**
 * An example of the schema, else a value of its type with the required members.
 *
 * @throws Error when the schema demands a larger text or list than samples are
 */
export function sampleOf(document: OpenApiDocument, schema: Schema, depth = 0): unknown {
  const target = resolved(document, schema);
  const { examples, example, default: usual, enum: names, type, properties = {}, anyOf } = target;
  const given = [...(examples ?? []), example, usual, ...(names ?? [])].find(
    (value) => value !== undefined && mayBe(target, value),
  );
  if (given !== undefined) return given;
  if (depth > DEEPEST) return null;
  const [branch] = anyOf ?? [];
  if (branch !== undefined) return sampleOf(document, { allOf: [{ ...target, anyOf: [] }, branch] }, depth + 1);
  switch ([type].flat()[0] ?? (Object.keys(properties).length > 0 ? 'object' : undefined)) {
    case 'integer':
    case 'number':
      return numberOf(target);
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return itemsOf(document, target, depth);
    case 'object':
      return membersOf(document, target, depth);
    default:
      return textOf(target);
  }
}
