/** Goes through a value together with its schema, and finds what stands where the document names something. */
import { chainOf, childrenOf, componentName, type Document, resolved, type Schema } from './schema.ts';

/** A value with its place. */
export interface Placed {
  /** JSON pointer. */
  readonly pointer: string;
  readonly value: unknown;
}

type Members = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function within(pointer: string, token: string | number): string {
  return `${pointer}/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Whether a schema can be what a value is meant by: its type, what it requires, what its members are bound to. */
function fits(document: Document, schema: Schema, value: unknown): boolean {
  const { type, required = [], properties = {} } = resolved(document, schema);
  const name = typeOf(value);
  if (type !== undefined && ![type].flat().some((one) => one === name || (one === 'integer' && name === 'number'))) {
    return false;
  }
  if (!isObject(value)) return true;
  const isBound = ([member, inner]: [string, Schema]) => {
    const { const: bound, enum: some = bound === undefined ? undefined : [bound] } = resolved(document, inner);
    return some === undefined || !Object.hasOwn(value, member) || some.includes(value[member]);
  };
  return required.every((member) => Object.hasOwn(value, member)) && Object.entries(properties).every(isBound);
}

/** The alternatives that a value may be meant by: those that name it, else those that it fits, else all. */
function branchesFor(document: Document, branches: readonly Schema[], value: unknown): readonly Schema[] {
  const naming = branches.filter((branch) => resolved(document, branch).enum?.includes(value));
  if (naming.length > 0) return naming;
  const fitting = branches.filter((branch) => fits(document, branch, value));
  return fitting.length > 0 ? fitting : branches;
}

interface Part {
  readonly token: string | number;
  /** Of a documented member; null for the items of lists and maps. */
  readonly member: string | null;
  readonly schema: Schema;
  readonly value: unknown;
}

/** The parts of a value with the schema of each. */
function partsOf(schema: Schema, value: unknown): readonly Part[] {
  const { items, prefixItems = [], properties = {}, additionalProperties: others } = schema;
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, token): readonly Part[] => {
      const of = prefixItems[token] ?? items;
      return of === undefined ? [] : [{ token, member: null, schema: of, value: item }];
    });
  }
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([token, part]): readonly Part[] => {
    const own = Object.hasOwn(properties, token) ? properties[token] : undefined;
    if (own !== undefined) return [{ token, member: token, schema: own, value: part }];
    return typeof others === 'object' ? [{ token, member: null, schema: others, value: part }] : [];
  });
}

/** What is looked for. */
interface Sought {
  /** Whether it may be found at a member, or within its schema: the rest of an answer need not be gone through. */
  readonly leads: (schema: Schema, member: string | null) => boolean;
  /** @param member that the value stands at; null where it stands at none. */
  readonly isIt: (schema: Schema, member: string | null) => boolean;
}

function found(document: Document, whole: Schema, answer: unknown, { leads, isIt }: Sought): readonly Placed[] {
  const places = new Map<string, Placed>();
  const visit = (schema: Schema, member: string | null, value: unknown, pointer: string): void => {
    if (value === undefined || !leads(schema, member)) return;
    const chain = chainOf(document, schema);
    if (chain.some((one) => isIt(one, member))) places.set(pointer, { pointer, value });
    const { anyOf = [], oneOf = [], allOf = [], ...rest } = chain.at(-1) ?? schema;
    for (const part of allOf) visit(part, null, value, pointer);
    for (const branch of branchesFor(document, [...anyOf, ...oneOf], value)) visit(branch, null, value, pointer);
    for (const { token, ...part } of partsOf(rest, value)) {
      visit(part.schema, part.member, part.value, within(pointer, token));
    }
  };
  visit(whole, null, answer, '');
  return [...places.values()];
}

/** Whether a schema is meant, or leads to one that is. */
function leading(document: Document, isMeant: (schema: Schema) => boolean): (schema: Schema) => boolean {
  const components = new Set<string>();
  const leads = (schema: Schema): boolean => {
    if (isMeant(schema)) return true;
    const name = componentName(schema);
    return name === undefined ? childrenOf(schema).some(leads) : components.has(name);
  };
  for (let size = -1; size < components.size; ) {
    size = components.size;
    for (const [name, schema] of Object.entries(document.components.schemas)) if (leads(schema)) components.add(name);
  }
  const known = new WeakMap<Schema, boolean>();
  return (schema) => {
    const leadsThere = known.get(schema) ?? leads(schema);
    known.set(schema, leadsThere);
    return leadsThere;
  };
}

/** Finds something in the answers of a document; where it may stand is worked out once. */
export interface Finder {
  /** Whether it may stand in a value of a schema. */
  leads(schema: Schema): boolean;
  /** Every place of it in a value of a schema. */
  find(schema: Schema, value: unknown): readonly Placed[];
}

/** Finds the values of the schemas that are meant, those within one another too. */
export function schemaFinder(document: Document, isIt: (schema: Schema) => boolean): Finder {
  const leads = leading(document, isIt);
  return { leads, find: (schema, value) => found(document, schema, value, { leads, isIt }) };
}

/** Finds the values of a component, such as every `DecimalString`. */
export function componentFinder(document: Document, name: string): Finder {
  return schemaFinder(document, (schema) => componentName(schema) === name);
}

/** Finds the values of the documented members of a name, such as every `created_at`. */
export function memberFinder(document: Document, name: string): Finder {
  const leads = leading(document, ({ properties = {} }) => Object.hasOwn(properties, name));
  const isIt: Sought['isIt'] = (_, member) => member === name;
  const sought: Sought = { leads: (schema, member) => isIt(schema, member) || leads(schema), isIt };
  return { leads, find: (schema, value) => found(document, schema, value, sought) };
}
