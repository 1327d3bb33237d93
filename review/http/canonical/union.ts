/** Decomposes a schema into alternatives: references, combinators and several types become one flat list. */
import { arrayOf, asText, isObject, type JsonObject, objectOf, segmentsOf, stableText, valueAt } from '../../json.ts';
import { componentAt, pointerTo } from '../reference.ts';
import {
  type Alternative,
  annotationsOf,
  isAnnotation,
  ownAlternatives,
  sortedValues,
  type Written,
} from './alternative.ts';
import { intersection } from './intersection.ts';

/** A decomposed schema. Without alternatives it accepts nothing. */
export interface Union {
  readonly alternatives: readonly Alternative[];
  readonly annotations: ReadonlyMap<string, Written>;
  /** Whether only one of the alternatives may match (`oneOf`). */
  readonly exclusive: boolean;
  readonly discriminator: unknown;
  /**
   * The scalar alternatives of each branch of a `oneOf`: whether a value matches only one branch depends on all of
   * them.
   */
  readonly branches: readonly (readonly Alternative[])[];
}

const ANYTHING: JsonObject = {};

/**
 * Decomposes a schema.
 *
 * @param document the document that `$ref`s point into
 * @param seen references that are being followed, so that a schema that refers to itself terminates
 */
export function unionOf(document: JsonObject, written: Written, seen: readonly string[] = []): Union {
  const { schema, pointer } = written;
  if (schema === false) {
    return { alternatives: [], annotations: new Map(), exclusive: false, discriminator: undefined, branches: [] };
  }
  if (!isObject(schema)) return plain(ANYTHING, pointer);
  const reference = schema['$ref'] ?? dynamicIn(document, schema);
  if (typeof reference === 'string') return referred(document, schema, reference, pointer, seen);
  const isCombined = ['anyOf', 'oneOf', 'allOf'].some((keyword) => arrayOf(schema[keyword]).length > 0);
  return isCombined ? combined(document, schema, pointer, seen) : plain(schema, pointer);
}

/** The target of a dynamic reference to an anchor of the document, which is treated like a plain reference. */
function dynamicIn(document: JsonObject, { $dynamicRef: reference }: JsonObject): string | undefined {
  return typeof reference === 'string' && pointerTo(document, reference) !== undefined ? reference : undefined;
}

function combined(document: JsonObject, schema: JsonObject, pointer: string, seen: readonly string[]): Union {
  const { anyOf: _any, oneOf: _one, allOf: _all, nullable, discriminator, ...own } = schema;
  let alternatives = Object.keys(own).every(isAnnotation) ? undefined : ownAlternatives(own, pointer);
  const annotations = annotationsOf(schema, pointer);
  let exclusive = arrayOf(schema['oneOf']).length > 0;
  let chosenBy = discriminator;
  const inBranches: (readonly Alternative[])[] = [];
  for (const [index, part] of arrayOf(schema['allOf']).entries()) {
    const union = unionOf(document, { schema: part, pointer: `${pointer}/allOf/${index}` }, seen);
    alternatives = alternatives === undefined ? union.alternatives : intersection(alternatives, union.alternatives);
    exclusive ||= union.exclusive;
    chosenBy ??= union.discriminator;
    inBranches.push(...union.branches);
    for (const [name, value] of union.annotations) if (!annotations.has(name)) annotations.set(name, value);
  }
  for (const keyword of ['anyOf', 'oneOf']) {
    const branches = arrayOf(schema[keyword]);
    if (branches.length === 0) continue;
    const parts = branches.flatMap((branch, index) => {
      const union = unionOf(document, { schema: branch, pointer: `${pointer}/${keyword}/${index}` }, seen);
      exclusive ||= union.exclusive;
      inBranches.push(...union.branches);
      if (keyword === 'oneOf') inBranches.push(union.alternatives.filter(isScalar));
      return union.alternatives.map((alternative) => ({
        ...alternative,
        annotations: new Map([...alternative.annotations, ...union.annotations]),
      }));
    });
    alternatives = alternatives === undefined ? parts : intersection(alternatives, parts);
  }
  // OpenAPI 3.0: tools read `nullable` next to a combinator as also allowing null.
  const orNull = nullable === true ? ownAlternatives({ type: 'null' }, pointer) : [];
  const merged = simplified([...(alternatives ?? []), ...orNull]);
  return {
    alternatives: merged,
    annotations,
    exclusive,
    discriminator: chosenBy,
    branches: inBranches,
  };
}

function plain(schema: JsonObject, pointer: string): Union {
  const { discriminator } = schema;
  return {
    alternatives: simplified(ownAlternatives(schema, pointer)),
    annotations: annotationsOf(schema, pointer),
    exclusive: false,
    discriminator,
    branches: [],
  };
}

function referred(
  document: JsonObject,
  schema: JsonObject,
  reference: string,
  pointer: string,
  seen: readonly string[],
): Union {
  const target = pointerTo(document, reference);
  const { [schema['$ref'] === undefined ? '$dynamicRef' : '$ref']: _, ...written } = schema;
  // OpenAPI 3.0 ignores the siblings of a reference, but people read their texts.
  const siblings = asText(document['openapi']).startsWith('3.0')
    ? Object.fromEntries(Object.entries(written).filter(([keyword]) => isAnnotation(keyword)))
    : written;
  if (target === undefined) return plain(siblings, pointer);
  if (seen.includes(target)) {
    memoryOf(document).cuts += 1;
    return plain(siblings, pointer);
  }
  const union = sharedUnion(document, target, seen);
  const component = componentAt(target);
  const named = union.alternatives.map((alternative) =>
    component === undefined || alternative.component !== undefined ? alternative : { ...alternative, component },
  );
  const constrained = Object.keys(siblings).some((keyword) => !isAnnotation(keyword));
  const own = constrained ? unionOf(document, { schema: siblings, pointer }, seen) : undefined;
  return {
    ...union,
    alternatives: own === undefined ? named : intersection(named, own.alternatives),
    exclusive: union.exclusive || own?.exclusive === true,
    annotations: new Map([...union.annotations, ...annotationsOf(siblings, pointer)]),
  };
}

/** Caches the decomposition of components within a document. */
interface Memory {
  readonly unions: Map<string, Union>;
  /** How often a reference led back to itself: the result then depends on the start. */
  cuts: number;
}

const memories = new WeakMap<JsonObject, Memory>();

function memoryOf(document: JsonObject): Memory {
  const known = memories.get(document) ?? { unions: new Map(), cuts: 0 };
  memories.set(document, known);
  return known;
}

function sharedUnion(document: JsonObject, target: string, seen: readonly string[]): Union {
  const memory = memoryOf(document);
  const known = memory.unions.get(target);
  if (known !== undefined) return known;
  const { cuts } = memory;
  const written = { schema: valueAt(document, segmentsOf(target)), pointer: target };
  const union = unionOf(document, written, [...seen, target]);
  if (memory.cuts === cuts) memory.unions.set(target, union);
  return union;
}

function isScalar({ type }: Alternative): boolean {
  return type !== 'object' && type !== 'array' && type !== 'any';
}

function isBare({ limits, parts, members }: Alternative): boolean {
  return limits.size === 0 && parts.size === 0 && members.size === 0;
}

function isEnumOnly({ limits, parts, members }: Alternative): boolean {
  return limits.size === 1 && limits.has('enum') && parts.size === 0 && members.size === 0;
}

/** Removes duplicates, and merges the enums of one type. A covered alternative is kept, because clients use it. */
function simplified(alternatives: readonly Alternative[]): readonly Alternative[] {
  if (alternatives.length < 2) return alternatives;
  const bare = new Set(alternatives.filter(isBare).map(({ type }) => type));
  const kept: Alternative[] = [];
  const seen = new Set<string>();
  for (const alternative of alternatives) {
    const { type } = alternative;
    const text = textOf(alternative);
    const same = isEnumOnly(alternative) ? kept.findIndex((other) => other.type === type && isEnumOnly(other)) : -1;
    const other = kept[same];
    if ((type === 'integer' && isBare(alternative) && bare.has('number')) || seen.has(text)) continue;
    seen.add(text);
    if (other === undefined) kept.push(alternative);
    else kept[same] = { ...other, limits: new Map([['enum', joined(other, alternative)]]) };
  }
  return kept;
}

/** A text of the values that an alternative allows, independent of its place. */
export function textOf({ type, limits, parts, members }: Alternative): string {
  const schemas = (map: ReadonlyMap<string, Written>) => [...map].map(([name, { schema }]) => [name, schema]);
  return stableText([type, [...limits], schemas(parts), schemas(members)]);
}

function joined(one: Alternative, other: Alternative): readonly unknown[] {
  return sortedValues([...arrayOf(one.limits.get('enum')), ...arrayOf(other.limits.get('enum'))]);
}

/**
 * A discriminator with the meaning of each name: the component's name and its members.
 *
 * @param heirs components that the discriminator refers to by their names
 */
export function described(document: JsonObject, discriminator: JsonObject, heirs: readonly string[]): JsonObject {
  const written = Object.entries(objectOf(discriminator['mapping']));
  const targets = new Set(written.map(([, target]) => asText(target).replace(/.*\//, '')));
  const implicit = heirs
    .map((heir) => heir.replace(/.*\//, ''))
    .filter((name) => !targets.has(name))
    .map((name) => [name, name] as const);
  const mapping = [...written, ...implicit].map(([name, target]) => {
    // A plain name is that of a component.
    const reference = /^[\w.-]+$/.test(asText(target)) ? `#/components/schemas/${asText(target)}` : asText(target);
    const schema = { schema: valueAt(document, segmentsOf(reference)), pointer: reference };
    const members = unionOf(document, schema, [reference]).alternatives.flatMap((one) => [...one.members.keys()]);
    return [name, [reference.replace(/.*\//, ''), members.toSorted().join(' ')]];
  });
  const { propertyName, mapping: _, ...rest } = discriminator;
  return { propertyName, names: Object.fromEntries(mapping), ...rest };
}
