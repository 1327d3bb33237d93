/** Traverses a value together with its schema, and finds the values at the documented places. */
import { type Alternative, alternativesOf, meant } from './alternatives.ts';
import { chainOf, childrenOf, componentName, type Document, type Schema } from './schema.ts';

/** A value with its place. */
export interface Placed {
  /** JSON pointer. */
  readonly pointer: string;
  readonly value: unknown;
}

/** The search target. */
interface Sought {
  /** Whether it can occur in a value of a schema; other values need no traversal. */
  readonly leads: (schema: Schema) => boolean;
  readonly isIt: (schema: Schema) => boolean;
  /** The name of the documented member to find. */
  readonly member?: string;
}

interface Member {
  /** `/name`, in the form of a pointer. */
  readonly token: string;
  readonly schema: Schema;
  readonly isIt: boolean;
}

/** The parts of a schema that lead to the search target: computed once, for all values. */
interface Way {
  readonly isIt: boolean;
  readonly allOf: readonly Schema[];
  /** Undefined if no alternative leads to the target. */
  readonly alternatives: readonly Alternative[] | undefined;
  readonly prefixItems: readonly Schema[];
  readonly items: Schema | undefined;
  /** Documented members; undefined for those that do not lead to the target. */
  readonly members: ReadonlyMap<string, Member | undefined>;
  /** The parts of undocumented members. */
  readonly others: Schema | undefined;
}

function wayOf(document: Document, schema: Schema, { leads, isIt, member }: Sought): Way {
  const chain = chainOf(document, schema);
  const { anyOf = [], oneOf = [], allOf = [], items, prefixItems = [], ...rest } = chain.at(-1) ?? schema;
  const { properties = {}, additionalProperties: others } = rest;
  const branches = [...anyOf, ...oneOf];
  const members = Object.entries(properties).map(([name, own]): [string, Member | undefined] => {
    const found = { token: tokenOf(name), schema: own, isIt: name === member };
    return [name, found.isIt || leads(own) ? found : undefined];
  });
  return {
    isIt: chain.some(isIt),
    // What does not lead to the target is not visited, for each value anew.
    allOf: allOf.filter(leads),
    alternatives: branches.some(leads) ? alternativesOf(document, branches) : undefined,
    prefixItems: prefixItems.some(leads) ? prefixItems : [],
    items: typeof items === 'object' && leads(items) ? items : undefined,
    members: new Map(members),
    others: typeof others === 'object' && leads(others) ? others : undefined,
  };
}

function tokenOf(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function finder(document: Document, sought: Sought): Finder {
  const { leads } = sought;
  const ways = new WeakMap<Schema, Way>();
  const wayFor = (schema: Schema): Way => {
    const known = ways.get(schema);
    if (known !== undefined) return known;
    const way = wayOf(document, schema, sought);
    ways.set(schema, way);
    return way;
  };
  const go = (schema: Schema, value: unknown, pointer: string, places: Map<string, Placed>): void => {
    if (value === undefined || !leads(schema)) return;
    const way = wayFor(schema);
    if (way.isIt) places.set(pointer, { pointer, value });
    for (const part of way.allOf) go(part, value, pointer, places);
    if (way.alternatives !== undefined) {
      for (const branch of meant(way.alternatives, value)) go(branch, value, pointer, places);
    }
    if (Array.isArray(value)) {
      if (way.items === undefined && way.prefixItems.length === 0) return;
      for (const [token, item] of value.entries()) {
        const of = way.prefixItems[token] ?? way.items;
        if (of !== undefined) go(of, item, `${pointer}/${token}`, places);
      }
    } else if (typeof value === 'object' && value !== null) {
      for (const name of Object.keys(value)) {
        const member = way.members.get(name);
        if (member === undefined && way.others === undefined) continue;
        const part: unknown = value[name as keyof typeof value];
        if (member !== undefined) {
          const place = pointer + member.token;
          if (member.isIt && part !== undefined) places.set(place, { pointer: place, value: part });
          go(member.schema, part, place, places);
        } else if (way.others !== undefined && !way.members.has(name)) {
          go(way.others, part, pointer + tokenOf(name), places);
        }
      }
    }
  };
  return {
    leads,
    find(schema, value) {
      if (!leads(schema)) return [];
      const places = new Map<string, Placed>();
      go(schema, value, '', places);
      return [...places.values()];
    },
  };
}

/** Whether a schema is a target, or leads to one. */
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
    // A whole schema may be `true` or `false`.
    if (typeof schema !== 'object') return false;
    const leadsThere = known.get(schema) ?? leads(schema);
    known.set(schema, leadsThere);
    return leadsThere;
  };
}

/** Finds a target in the answers of a document; the places where it can occur are computed once. */
export interface Finder {
  /** Whether it can occur in a value of a schema. */
  leads(schema: Schema): boolean;
  /** Every place of it in a value of a schema. */
  find(schema: Schema, value: unknown): readonly Placed[];
}

/** Finds the values of the target schemas, nested ones included. */
export function schemaFinder(document: Document, isIt: (schema: Schema) => boolean): Finder {
  return finder(document, { leads: leading(document, isIt), isIt });
}

/** Finds the values of a component, such as every `DecimalString`. */
export function componentFinder(document: Document, name: string): Finder {
  return schemaFinder(document, (schema) => componentName(schema) === name);
}

/** Finds the values of the documented members of a name, such as every `created_at`. */
export function memberFinder(document: Document, name: string): Finder {
  const leads = leading(document, ({ properties = {} }) => Object.hasOwn(properties, name));
  return finder(document, { leads, isIt: () => false, member: name });
}
