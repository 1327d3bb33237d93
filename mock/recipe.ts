/**
 * Recipes for dynamic answers.
 *
 * Prism creates a dynamic answer by passing the schema of the response to json-schema-faker. With the documents'
 * schemas, that library generates useless values or none: it ignores examples, invents members, turns the examples of
 * an array below `anyOf` into objects, deletes members that other branches of an `anyOf` require, ignores
 * `prefixItems`, and cuts nanoseconds and offsets off times. Its options prevent only some of that; they are global to
 * the process and reset whenever Prism resets its generator.
 *
 * Therefore the library gets a recipe: a schema that it handles correctly, derived from the schema of the response and
 * from the values in the response's examples. Each answer is a new combination of these values.
 */
import { isObject } from '@wallet-services/kit/json';
import { numberRecipe } from './numbers.ts';

/** A JSON Schema without references, as plain data. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema | readonly Schema[];
  readonly prefixItems?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly [keyword: string]: unknown;
}

/**
 * Creates the recipe for values of a schema.
 *
 * @param schema the schema that the values must match
 * @param values values of the examples at this place; without any, the schema's own examples are used
 * @returns a schema for values that match `schema` after `revived`, provided that the examples do
 * @example
 * recipeOf({ type: 'string', pattern: '^[A-Z]+$' }, ['BTC', 'ETH']); // { enum: ['BTC', 'ETH'] }
 */
export function recipeOf(schema: Schema, values: readonly unknown[]): Schema {
  const shown = values.length > 0 ? values : (schema.examples ?? []);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined) return ofBranches(branches, shown);
  if ('const' in schema) return { enum: distinct([schema['const']]) };
  if (schema.enum !== undefined) return { enum: schema.enum };
  if (schema.type === 'boolean' || schema.type === 'null') return { type: schema.type };
  if (schema.type === 'array') return ofArray(schema, shown);
  if (schema.properties !== undefined) return ofObject(schema, schema.properties, shown);
  if (schema.type === 'object') return { enum: distinct(shown.length > 0 ? shown : [{}]) };
  return shown.length > 0 ? { enum: distinct(shown) } : unshown(schema);
}

/** How many times more often a value occurs than null or empty, when both are allowed. */
const PRESENCE = 3;

function ofBranches(branches: readonly Schema[], shown: readonly unknown[]): Schema {
  const recipes = branches.map((branch) => recipeOf(branch, shownFor(branch, shown)));
  const anyOf = recipes.flatMap((recipe, index) => (isBlank(branches[index]) ? [recipe] : repeat(recipe)));
  return { anyOf };
}

function shownFor(branch: Schema, shown: readonly unknown[]): readonly unknown[] {
  const taken = shown.filter((value) => takes(branch, value));
  if (taken.length > 0 || (branch.type !== 'number' && branch.type !== 'integer')) return taken;
  // A number or a decimal string: when the examples only have text, the numbers are read from it.
  const numbers = shown.filter((value) => typeof value === 'string' && value !== '').map(Number);
  return numbers.filter((value) => Number.isFinite(value) && takes(branch, value));
}

function repeat(recipe: Schema): Schema[] {
  return Array.from({ length: PRESENCE }, () => recipe);
}

/** Whether a schema only allows null or the empty string. */
function isBlank(schema: Schema | undefined): boolean {
  return schema?.type === 'null' || (schema?.enum?.every((value) => value === '' || value === null) ?? false);
}

function ofArray(schema: Schema, shown: readonly unknown[]): Schema {
  const lists = shown.filter((value) => Array.isArray(value));
  if (schema.prefixItems !== undefined) {
    // The library only supports tuples in the form of draft-07.
    const items = schema.prefixItems.map((item, index) =>
      recipeOf(
        item,
        lists.filter((list) => list.length > index).map((list): unknown => list[index]),
      ),
    );
    return { type: 'array', items };
  }
  const { items, minItems, maxItems, uniqueItems } = schema;
  if (items === undefined || 'length' in items) return { enum: distinct(lists.length > 0 ? lists : [[]]) };
  return {
    type: 'array',
    items: recipeOf(items, lists.flat()),
    ...(minItems === undefined ? {} : { minItems }),
    ...(maxItems === undefined ? {} : { maxItems }),
    ...(uniqueItems === undefined ? {} : { uniqueItems }),
  };
}

/**
 * Includes either all optional members or none, as for `code` and `code_url` of a swap action. `required` is left out:
 * without it the library includes every member, and with it deletes members at random below an `anyOf`.
 */
function ofObject(schema: Schema, properties: Readonly<Record<string, Schema>>, shown: readonly unknown[]): Schema {
  const objects = shown.filter(isObject);
  const members = Object.entries(properties).map(([name, member]) => {
    const values = objects.filter((object) => Object.hasOwn(object, name)).map((object) => object[name]);
    return [name, isOwnId(name, member) ? freshId(member) : recipeOf(member, values)] as const;
  });
  const required = members.filter(([name]) => schema.required?.includes(name) ?? false);
  const whole = closedObject(members);
  if (required.length === 0 || required.length === members.length) return whole;
  return { anyOf: [whole, closedObject(required)] };
}

/** A closed object, because the library adds invented members to open ones. */
function closedObject(members: readonly (readonly [string, Schema])[]): Schema {
  return { type: 'object', properties: Object.fromEntries(members), additionalProperties: false };
}

/** Whether a member is the object's own id, which is generated each time so that list entries have different ids. */
function isOwnId(name: string, schema: Schema): boolean {
  return name === 'id' && schema.enum === undefined && (schema.type === 'integer' || schema.format === 'uuid');
}

function freshId(schema: Schema): Schema {
  return schema.type === 'integer' ? numberRecipe(schema, 1) : { type: 'string', format: 'uuid' };
}

/** The recipe without examples: numbers get readable bounds, other values are generated from the keywords. */
function unshown(schema: Schema): Schema {
  const types = [schema.type ?? []].flat();
  if (!types.some((type) => type === 'integer' || type === 'number')) return schema;
  if (types.length === 1) return numberRecipe({ ...schema, type: types[0] }, 0);
  return ofBranches(
    types.map((type) => ({ ...schema, type })),
    [],
  );
}

/** Whether a value belongs to this branch of an `anyOf`: decided by its type and, for an object, its members. */
function takes(schema: Schema, value: unknown): boolean {
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined) return branches.some((branch) => takes(branch, value));
  if (schema.enum !== undefined) return schema.enum.includes(value);
  const types = [schema.type ?? []].flat();
  if (types.length > 0 && !typesOf(value).some((type) => types.includes(type))) return false;
  return !isObject(value) || (schema.required ?? []).every((name) => Object.hasOwn(value, name));
}

function typesOf(value: unknown): readonly string[] {
  if (value === null) return ['null'];
  if (Array.isArray(value)) return ['array'];
  return Number.isInteger(value) ? ['integer', 'number'] : [typeof value];
}

function distinct(values: readonly unknown[]): readonly unknown[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), asText(value)])).values()];
}

/** Marks texts that stand for objects and lists. No text of an example begins with it. */
const MARK = '\u0000';

/** Encodes objects and lists of an `enum` as text, because the library changes them in place. */
function asText(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? `${MARK}${JSON.stringify(value)}` : value;
}

/** Decodes the objects and lists in a value that was generated by a recipe. */
export function revived(value: unknown): unknown {
  if (typeof value === 'string' && value.startsWith(MARK)) return JSON.parse(value.slice(MARK.length));
  if (Array.isArray(value)) return value.map(revived);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, revived(member)]));
}
