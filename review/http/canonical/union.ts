/** Takes a schema apart into its alternatives: references, combinators and several types become one flat list. */
import { arrayOf, isObject, type JsonObject, objectOf, segmentsOf, stableText, valueAt } from '../../json.ts';
import {
  type Alternative,
  annotationsOf,
  isAnnotation,
  ownAlternatives,
  sortedValues,
  type Written,
} from './alternative.ts';

/** A schema taken apart. No alternative at all: it accepts nothing. */
export interface Union {
  readonly alternatives: readonly Alternative[];
  readonly annotations: ReadonlyMap<string, Written>;
  /** The alternatives overlap and only one may hold (`oneOf`). */
  readonly exclusive: boolean;
  readonly discriminator: unknown;
}

const ANYTHING: JsonObject = {};
const COMPONENT = /^#\/components\/schemas\/([^/]+)$/;

/**
 * Takes a schema apart.
 *
 * @param document the document that `$ref`s point into
 * @param seen references that are being followed, which a schema that is nothing but itself would follow for ever
 */
export function unionOf(document: JsonObject, written: Written, seen: readonly string[] = []): Union {
  const { schema, pointer } = written;
  if (schema === false) return { alternatives: [], annotations: new Map(), exclusive: false, discriminator: undefined };
  if (!isObject(schema)) return plain(ANYTHING, pointer);
  const reference = schema['$ref'];
  if (typeof reference === 'string') return referred(document, schema, reference, pointer, seen);
  const branches = arrayOf(schema['anyOf'] ?? schema['oneOf']);
  const all = arrayOf(schema['allOf']);
  if (branches.length === 0 && all.length === 0) return plain(schema, pointer);

  const { anyOf: _any, oneOf: _one, allOf: _all, nullable, discriminator, ...own } = schema;
  let alternatives = Object.keys(own).every(isAnnotation) ? undefined : ownAlternatives(own, pointer);
  const annotations = annotationsOf(schema, pointer);
  let exclusive = schema['anyOf'] === undefined && schema['oneOf'] !== undefined;
  for (const [index, part] of all.entries()) {
    const union = unionOf(document, { schema: part, pointer: `${pointer}/allOf/${index}` }, seen);
    alternatives = alternatives === undefined ? union.alternatives : intersection(alternatives, union.alternatives);
    exclusive ||= union.exclusive;
    for (const [name, value] of union.annotations) if (!annotations.has(name)) annotations.set(name, value);
  }
  if (branches.length > 0) {
    const key = schema['anyOf'] === undefined ? 'oneOf' : 'anyOf';
    const parts = branches.flatMap((branch, index) => {
      const union = unionOf(document, { schema: branch, pointer: `${pointer}/${key}/${index}` }, seen);
      return union.alternatives.map((alternative) => ({
        ...alternative,
        annotations: new Map([...alternative.annotations, ...union.annotations]),
      }));
    });
    alternatives = alternatives === undefined ? parts : intersection(alternatives, parts);
  }
  // OpenAPI 3.0, as its tools read it: `nullable` beside a combinator allows null too.
  const orNull = nullable === true ? ownAlternatives({ type: 'null' }, pointer) : [];
  const merged = simplified([...(alternatives ?? []), ...orNull]);
  return {
    alternatives: merged,
    annotations,
    exclusive: exclusive && overlap(merged),
    discriminator: discriminator === undefined ? undefined : described(document, objectOf(discriminator)),
  };
}

function plain(schema: JsonObject, pointer: string): Union {
  return {
    alternatives: simplified(ownAlternatives(schema, pointer)),
    annotations: annotationsOf(schema, pointer),
    exclusive: false,
    discriminator: schema['discriminator'],
  };
}

function referred(
  document: JsonObject,
  schema: JsonObject,
  reference: string,
  pointer: string,
  seen: readonly string[],
): Union {
  const target = reference.startsWith('#') ? valueAt(document, segmentsOf(reference)) : undefined;
  const { $ref: _, ...siblings } = schema;
  if (target === undefined || seen.includes(reference)) return plain(siblings, pointer);
  const union = unionOf(document, { schema: target, pointer: reference }, [...seen, reference]);
  const component = COMPONENT.exec(reference)?.[1];
  const named = union.alternatives.map((alternative) =>
    component === undefined || alternative.component !== undefined ? alternative : { ...alternative, component },
  );
  const constrained = Object.keys(siblings).some((keyword) => !isAnnotation(keyword));
  return {
    ...union,
    alternatives: constrained ? intersection(named, ownAlternatives(siblings, pointer)) : named,
    annotations: new Map([...union.annotations, ...annotationsOf(siblings, pointer)]),
  };
}

/** What both unions allow. */
function intersection(ones: readonly Alternative[], others: readonly Alternative[]): readonly Alternative[] {
  return ones.flatMap((one) => others.flatMap((other) => both(one, other) ?? []));
}

function both(one: Alternative, other: Alternative): Alternative | undefined {
  const type = commonType(one.type, other.type);
  if (type === undefined) return undefined;
  const limits = new Map(one.limits);
  for (const [keyword, value] of other.limits) limits.set(keyword, tighter(keyword, limits.get(keyword), value));
  const members = new Map(one.members);
  for (const [name, written] of other.members) {
    const before = members.get(name);
    members.set(
      name,
      before === undefined || stableText(before.schema) === stableText(written.schema)
        ? written
        : { schema: { allOf: [before.schema, written.schema] }, pointer: written.pointer },
    );
  }
  return {
    type,
    pointer: one.pointer,
    limits,
    parts: new Map([...one.parts, ...other.parts]),
    members,
    annotations: new Map([...one.annotations, ...other.annotations]),
  };
}

function commonType(one: string, other: string): string | undefined {
  if (one === other || other === 'any') return one;
  if (one === 'any') return other;
  return [one, other].toSorted().join() === 'integer,number' ? 'integer' : undefined;
}

function tighter(keyword: string, one: unknown, other: unknown): unknown {
  if (one === undefined) return other;
  if (keyword === 'required') return [...new Set([...arrayOf(one), ...arrayOf(other)].map(String))].toSorted();
  if (keyword === 'enum') return arrayOf(one).filter((value) => arrayOf(other).includes(value));
  if (typeof one !== 'number' || typeof other !== 'number') return other;
  return /^(max|exclusiveMax)/.test(keyword) ? Math.min(one, other) : Math.max(one, other);
}

function isBare({ limits, parts, members }: Alternative): boolean {
  return limits.size === 0 && parts.size === 0 && members.size === 0;
}

function isEnumOnly({ limits, parts, members }: Alternative): boolean {
  return limits.size === 1 && limits.has('enum') && parts.size === 0 && members.size === 0;
}

/** Drops alternatives that another one covers, and joins the enums of one type. */
function simplified(alternatives: readonly Alternative[]): readonly Alternative[] {
  const bare = new Set(alternatives.filter(isBare).map(({ type }) => type));
  const kept: Alternative[] = [];
  const seen = new Set<string>();
  for (const alternative of alternatives) {
    const { type } = alternative;
    const covered =
      (bare.has('any') && type !== 'any') ||
      (bare.has(type) && !isBare(alternative)) ||
      (type === 'integer' && bare.has('number'));
    const text = textOf(alternative);
    const same = isEnumOnly(alternative) ? kept.findIndex((other) => other.type === type && isEnumOnly(other)) : -1;
    const other = kept[same];
    if (covered || seen.has(text)) continue;
    seen.add(text);
    if (other === undefined) kept.push(alternative);
    else kept[same] = { ...other, limits: new Map([['enum', joined(other, alternative)]]) };
  }
  return kept;
}

/** What an alternative allows, whatever the place it was written in. */
function textOf({ type, limits, parts, members }: Alternative): string {
  const schemas = (map: ReadonlyMap<string, Written>) => [...map].map(([name, { schema }]) => [name, schema]);
  return stableText([type, [...limits], schemas(parts), schemas(members)]);
}

function joined(one: Alternative, other: Alternative): readonly unknown[] {
  return sortedValues([...arrayOf(one.limits.get('enum')), ...arrayOf(other.limits.get('enum'))]);
}

/** Whether some value may fit two alternatives, as far as types, enums and constant members tell. */
function overlap(alternatives: readonly Alternative[]): boolean {
  return alternatives.some((one, index) =>
    alternatives.slice(index + 1).some((other) => {
      if (commonType(one.type, other.type) === undefined) return false;
      if (disjoint(one.limits.get('enum'), other.limits.get('enum'))) return false;
      if (excluded(one, other) || excluded(other, one)) return false;
      return ![...one.members].some(([name, { schema }]) =>
        disjoint(constants(schema), constants(other.members.get(name)?.schema)),
      );
    }),
  );
}

/** Whether no value of a list fits the pattern of another alternative, or each is empty where a format is asked for. */
function excluded(one: Alternative, other: Alternative): boolean {
  const values = one.limits.get('enum');
  const pattern = other.limits.get('pattern');
  if (!Array.isArray(values) || values.length === 0) return false;
  if (other.limits.has('format') && values.every((value) => value === '')) return true;
  if (typeof pattern !== 'string') return false;
  try {
    const expression = new RegExp(pattern, 'u');
    return values.every((value) => typeof value === 'string' && !expression.test(value));
  } catch {
    return false;
  }
}

function constants(schema: unknown): unknown {
  const { const: value, enum: values } = objectOf(schema);
  return value === undefined ? values : [value];
}

function disjoint(one: unknown, other: unknown): boolean {
  return Array.isArray(one) && Array.isArray(other) && !one.some((value) => other.includes(value));
}

/** A discriminator with what each of its names stands for: what the component is called, and its members. */
function described(document: JsonObject, discriminator: JsonObject): JsonObject {
  const mapping = Object.entries(objectOf(discriminator['mapping'])).map(([name, written]) => {
    // A bare name is one of a component.
    const reference = /^[\w.-]+$/.test(String(written)) ? `#/components/schemas/${String(written)}` : String(written);
    const target = { schema: valueAt(document, segmentsOf(reference)), pointer: reference };
    const members = unionOf(document, target, [reference]).alternatives.flatMap((one) => [...one.members.keys()]);
    return [name, [reference.replace(/.*\//, ''), members.toSorted().join(' ')]];
  });
  return { propertyName: discriminator['propertyName'], mapping: Object.fromEntries(mapping) };
}
