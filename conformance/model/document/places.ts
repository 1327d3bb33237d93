/** Finds the values of an answer that stand where the document names a component, such as every DecimalString. */

import { isObject, typeName } from '../values/json.ts';
import { within } from '../values/pointer.ts';
import { componentName, type OpenApiDocument, resolved, type Schema } from './document.ts';

export interface Placed {
  readonly pointer: string;
  readonly value: unknown;
}

const jsonTypes: Readonly<Record<string, string>> = { list: 'array' };

function takesType(document: OpenApiDocument, schema: Schema, value: unknown): boolean {
  const { type } = resolved(document, schema);
  if (type === undefined) return true;
  const name = typeName(value);
  const json = jsonTypes[name] ?? name;
  return [type].flat().some((one) => one === json || (one === 'integer' && json === 'number'));
}

/** The alternatives that a value may be meant by: those that name it, else those of its type, else all. */
function branchesFor(document: OpenApiDocument, branches: readonly Schema[], value: unknown): readonly Schema[] {
  const naming = branches.filter((branch) => resolved(document, branch).enum?.includes(value));
  if (naming.length > 0) return naming;
  const fitting = branches.filter((branch) => takesType(document, branch, value));
  return fitting.length > 0 ? fitting : branches;
}

function childrenOf({ anyOf = [], items, prefixItems = [], properties = {} }: Schema): readonly Schema[] {
  return [...anyOf, ...(items === undefined ? [] : [items]), ...prefixItems, ...Object.values(properties)];
}

/** Whether a schema, or one written within it, names one of the components. */
function namesOne(names: ReadonlySet<string>, schema: Schema): boolean {
  const name = componentName(schema);
  return name === undefined ? childrenOf(schema).some((child) => namesOne(names, child)) : names.has(name);
}

/** The component and all those that lead to it: the rest of an answer need not be walked through. */
function leadingTo({ components }: OpenApiDocument, name: string): ReadonlySet<string> {
  const names = new Set([name]);
  for (let size = 0; size < names.size; ) {
    size = names.size;
    for (const [other, schema] of Object.entries(components.schemas)) {
      if (childrenOf(schema).some((child) => namesOne(names, child))) names.add(other);
    }
  }
  return names;
}

/** The parts of a value with the schema of each. */
function partsOf({ items, prefixItems = [], properties = {} }: Schema, value: unknown) {
  if (Array.isArray(value)) {
    return value.flatMap((item, index): [number, Schema, unknown][] => {
      const schema = prefixItems[index] ?? items;
      return schema === undefined ? [] : [[index, schema, item]];
    });
  }
  if (!isObject(value)) return [];
  return Object.entries(properties).map(([name, schema]): [string, Schema, unknown] => [name, schema, value[name]]);
}

/**
 * Every value at a place of the named component.
 *
 * @param name of the component, `DecimalString`
 * @param schema of the whole answer
 * @param value the answer
 */
export function placesOf(document: OpenApiDocument, name: string, schema: Schema, value: unknown): readonly Placed[] {
  const names = leadingTo(document, name);
  const found: Placed[] = [];
  const visit = (current: Schema, inner: unknown, pointer: string): void => {
    if (inner === undefined || !namesOne(names, current)) return;
    if (componentName(current) === name) {
      found.push({ pointer, value: inner });
      return;
    }
    const target = resolved(document, current);
    for (const branch of branchesFor(document, target.anyOf ?? [], inner)) visit(branch, inner, pointer);
    for (const [token, child, part] of partsOf(target, inner)) {
      if (namesOne(names, child)) visit(child, part, within(pointer, token));
    }
  };
  visit(schema, value, '');
  return found;
}

/** Whether a schema takes a list or null: as where the documents type a list, and servers write null for an empty one. */
function takesListOrNull(document: OpenApiDocument, { anyOf = [] }: Schema): boolean {
  const types = anyOf.flatMap((branch) => resolved(document, branch).type ?? []);
  return types.includes('array') && types.includes('null');
}

/** Where null stands in the place of a list. */
export function nullLists(document: OpenApiDocument, schema: Schema, value: unknown, pointer = ''): readonly string[] {
  const target = resolved(document, schema);
  if (value === null) return takesListOrNull(document, target) ? [pointer] : [];
  if (typeof value !== 'object') return [];
  return [
    ...branchesFor(document, target.anyOf ?? [], value).flatMap((branch) =>
      nullLists(document, branch, value, pointer),
    ),
    ...partsOf(target, value).flatMap(([token, child, part]) =>
      typeof part === 'object' ? nullLists(document, child, part, within(pointer, token)) : [],
    ),
  ];
}
