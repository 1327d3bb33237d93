/** Resolves the discriminator of a parent without a list of alternatives: its children refer to it in `allOf`. */
import { asText } from '@wallet-services/kit/json';
import { segmentsOf, valueAt } from '@wallet-services/kit/pointer';
import { isPart, type Part } from './structure.ts';

/** Pointers to the named schemas, in OpenAPI 3 and in 2.0. */
const PLACES = ['#/components/schemas/', '#/definitions/'] as const;

type Place = (typeof PLACES)[number];

/** A parent among the named schemas of a file. */
interface Parent {
  readonly place: Place;
  readonly name: string;
  readonly property: string;
  /** The schemas by value of the discriminator: the targets of the mapping, and children by their own names. */
  readonly values: ReadonlyMap<string, string>;
  /** Values that stand for the parent itself; undefined without a mapping, because children may be elsewhere. */
  readonly ownValues: readonly string[] | undefined;
}

/**
 * Lets each parent validate by the child that a value names (OpenAPI 3.1, Discriminator Object). The members that
 * children inherit move to a separate schema, so that child and parent do not refer to each other. A parent stays
 * unchanged when its mapping refers to another file.
 *
 * @param content the content of a file
 */
export function spellOutInheritance(content: unknown): void {
  for (const place of PLACES) {
    const schemas = valueAt(content, segmentsOf(place.slice(0, -1)));
    if (isPart(schemas)) spellOutIn(schemas, place);
  }
}

function spellOutIn(schemas: Part, place: Place): void {
  for (const schema of Object.values(schemas)) {
    // In OpenAPI 2.0 the discriminator is only the name of the property.
    if (isPart(schema) && typeof schema['discriminator'] === 'string') {
      schema['discriminator'] = { propertyName: schema['discriminator'] };
    }
  }
  const parents = Object.keys(schemas).flatMap((name) => parentOf(name, schemas, place) ?? []);
  const own = new Map(parents.map(({ name }) => [name, freeName(name, schemas)]));
  const heirs = new Set(parents.flatMap(({ name, values }) => [...values.values(), ...childrenOf(name, schemas)]));
  for (const heir of heirs) inherit(schemas[heir], own);
  for (const parent of parents) {
    const schema = schemas[parent.name];
    const ownName = own.get(parent.name);
    if (!isPart(schema) || ownName === undefined) continue;
    const { discriminator: _, ...others } = schema;
    schemas[ownName] = others;
    schemas[parent.name] = { anyOf: choices(parent).map((choice) => ({ allOf: [refTo(place, ownName), ...choice] })) };
  }
}

/** @returns undefined when the schema is no parent, or its mapping refers to another file */
function parentOf(name: string, schemas: Part, place: Place): Parent | undefined {
  const schema = schemas[name];
  if (!isPart(schema) || !hasNoAlternatives(schema)) return undefined;
  const { propertyName, mapping } = isPart(schema['discriminator']) ? schema['discriminator'] : {};
  if (typeof propertyName !== 'string') return undefined;
  const mapped = isPart(mapping)
    ? Object.entries(mapping).map(([value, to]) => ({ value, to: named(to, schemas) }))
    : [];
  const values = new Map([...childrenOf(name, schemas)].map((child) => [child, child]));
  for (const { value, to } of mapped) {
    if (to === undefined) return undefined;
    if (to === name) values.delete(value);
    else values.set(value, to);
  }
  if (values.size === 0) return undefined;
  const ownValues = [name, ...mapped.flatMap(({ value, to }) => (to === name ? [value] : []))];
  return {
    place,
    name,
    property: propertyName,
    values,
    ownValues: mapped.length === 0 ? undefined : ownValues.filter((value) => !values.has(value)),
  };
}

/** Whether a schema has a discriminator but no list of alternatives. */
export function hasNoAlternatives({ discriminator, oneOf, anyOf }: Part): boolean {
  return isPart(discriminator) && oneOf === undefined && anyOf === undefined;
}

/** The name of the schema in the file that an entry of a mapping refers to. */
function named(to: unknown, schemas: Part): string | undefined {
  const name = nameIn(to) ?? asText(to);
  return isPart(schemas[name]) ? name : undefined;
}

/** Schemas that inherit from a schema, directly or indirectly. */
function childrenOf(parent: string, schemas: Part): Set<string> {
  const found = new Set<string>();
  const isOne = (schema: unknown) => refsIn(schema).some((name) => name === parent || found.has(name));
  const names = Object.keys(schemas);
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const name of names) if (name !== parent && isOne(schemas[name])) found.add(name);
  }
  return found;
}

function refsIn(schema: unknown): string[] {
  if (!isPart(schema)) return [];
  const { $ref, allOf } = schema;
  const below = Array.isArray(allOf) ? allOf.flatMap(refsIn) : [];
  const name = nameIn($ref);
  return name === undefined ? below : [name, ...below];
}

/** The name of the schema in the file that a reference points to. */
function nameIn($ref: unknown): string | undefined {
  const place = PLACES.find((each) => typeof $ref === 'string' && $ref.startsWith(each));
  return place === undefined ? undefined : String($ref).slice(place.length);
}

/** @param own the separate schemas with the inherited members, by the name of the parent */
function inherit(schema: unknown, own: ReadonlyMap<string, string>): void {
  if (!isPart(schema)) return;
  const { $ref } = schema;
  const name = nameIn($ref);
  const moved = name === undefined ? undefined : own.get(name);
  if (moved !== undefined) schema['$ref'] = String($ref).slice(0, -String(name).length) + moved;
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const parts = schema[keyword];
    if (Array.isArray(parts)) for (const part of parts) inherit(part, own);
  }
}

/** The alternatives of a value: a child with its value of the discriminator, or the parent itself. */
function choices({ place, property, values, ownValues }: Parent): Part[][] {
  const of = (known: readonly string[]): Part => ({ properties: { [property]: { enum: known } } });
  const children = [...new Set(values.values())].map((child) => {
    const known = [...values].flatMap(([value, to]) => (to === child ? [value] : []));
    return [refTo(place, child), { type: 'object', required: [property], ...of(known) }];
  });
  const other = { not: { required: [property], ...of([...values.keys()]) } };
  if (ownValues === undefined) return [...children, [other]];
  return [...children, [ownValues.length === 0 ? { not: { required: [property] } } : of(ownValues)]];
}

function refTo(place: Place, name: string): Part {
  return { $ref: `${place}${name}` };
}

function freeName(name: string, schemas: Part): string {
  let free = `${name}.own`;
  while (free in schemas) free += '.own';
  return free;
}
