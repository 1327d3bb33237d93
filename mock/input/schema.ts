/** Reads the parts of a JSON Schema that determine how text is parsed. */
import { asText, isObject, type JsonObject } from '@wallet-services/kit/json';
import { segmentsOf, valueAt } from '@wallet-services/kit/pointer';

/** A schema with the object that its references point into. */
export interface Placed {
  readonly schema: unknown;
  /** The operation that contains it: `#/__bundled__/...` points into it. */
  readonly root: object;
}

/** Largest depth of alternatives, so that a recursive schema ends. */
const MOST_DEPTH = 8;

/** The schemas that apply to a value: the schema itself, its target, the parts of `allOf` and each alternative. */
export function schemasOf({ schema, root }: Placed, depth = MOST_DEPTH): JsonObject[] {
  if (!isObject(schema) || depth === 0) return [];
  const { $ref } = schema;
  const behind = typeof $ref === 'string' ? [valueAt(root, segmentsOf($ref))] : [];
  const parts = (['allOf', 'anyOf', 'oneOf'] as const).flatMap((keyword) => {
    const value = schema[keyword];
    return Array.isArray(value) ? value : [];
  });
  return [schema, ...[...behind, ...parts].flatMap((part) => schemasOf({ schema: part, root }, depth - 1))];
}

/** The JSON types that a value may have; empty when the schema allows any. */
export function typesOf(placed: Placed): ReadonlySet<string> {
  const types = new Set<string>();
  for (const schema of schemasOf(placed)) {
    for (const type of [schema['type'] ?? []].flat()) types.add(asText(type));
    if (schema['type'] !== undefined) continue;
    if (schema['properties'] !== undefined) types.add('object');
    if (schema['items'] !== undefined || schema['prefixItems'] !== undefined) types.add('array');
  }
  return types;
}

/** The schema of a member; undefined when the object's schema does not have it. */
export function memberOf({ schema, root }: Placed, name: string): Placed | undefined {
  for (const each of schemasOf({ schema, root })) {
    const { properties, additionalProperties } = each;
    if (isObject(properties) && Object.hasOwn(properties, name)) return { schema: properties[name], root };
    if (isObject(additionalProperties)) return { schema: additionalProperties, root };
  }
  return undefined;
}

/** The names of the members that an object's schema has. */
export function membersOf(placed: Placed): ReadonlySet<string> {
  const names = schemasOf(placed).flatMap(({ properties, required }) => [
    ...(isObject(properties) ? Object.keys(properties) : []),
    ...(Array.isArray(required) ? required.map(asText) : []),
  ]);
  return new Set(names);
}

/** Whether an object's schema constrains members that it does not name, or names none. */
export function hasOpenMembers(placed: Placed): boolean {
  const isOpen = ({ additionalProperties: more, patternProperties, minProperties }: JsonObject) =>
    isObject(more) || more === true || patternProperties !== undefined || minProperties !== undefined;
  return membersOf(placed).size === 0 || schemasOf(placed).some(isOpen);
}

/** The schema of an item of a list. */
export function itemOf({ schema, root }: Placed, index: number): Placed {
  for (const { items, prefixItems } of schemasOf({ schema, root })) {
    if (Array.isArray(prefixItems) && index < prefixItems.length) return { schema: prefixItems[index], root };
    if (Array.isArray(items) && index < items.length) return { schema: items[index], root };
    if (isObject(items)) return { schema: items, root };
  }
  return { schema: undefined, root };
}

/** Whether a node of a tree is as wanted; references that lead back are followed once. */
export function anyIn(tree: object, isWanted: (node: object) => boolean): boolean {
  const seen = new Set<object>([tree]);
  for (const node of seen) {
    if (isWanted(node)) return true;
    for (const value of Object.values(node)) if (typeof value === 'object' && value !== null) seen.add(value);
  }
  return false;
}
