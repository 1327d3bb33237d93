/** Intersects schemas: the alternatives of an `allOf`. */
import { arrayOf, isObject, type JsonObject, stableText } from '../../json.ts';
import { type Alternative, type Written, withinLimits } from './alternative.ts';
import { compareNumbers, isNumeric } from './number.ts';

/** The values that both unions allow. */
export function intersection(ones: readonly Alternative[], others: readonly Alternative[]): readonly Alternative[] {
  return ones.flatMap((one) => others.flatMap((other) => both(one, other) ?? []));
}

function both(one: Alternative, other: Alternative): Alternative | undefined {
  const type = commonType(one.type, other.type);
  if (type === undefined) return undefined;
  const limits = new Map(one.limits);
  for (const [keyword, value] of other.limits) limits.set(keyword, tighter(keyword, limits.get(keyword), value));
  const values = limits.get('enum');
  if (Array.isArray(values)) {
    const allowed = withinLimits(values, limits);
    if (allowed.length === 0) return undefined;
    limits.set('enum', allowed);
  }
  const members = merged(one.members, other.members);
  const shut = [one, other].flatMap((part) => excludedBy(part, members));
  if (shut.length > 0)
    limits.set(EXCLUDED, [...new Set([...arrayOf(limits.get(EXCLUDED)).map(String), ...shut])].toSorted());
  return {
    type,
    pointer: one.pointer,
    limits,
    parts: mergedParts(one.parts, other.parts),
    members,
    annotations: new Map([...one.annotations, ...other.annotations]),
  };
}

/** Members that a closed part of an `allOf` excludes although another part describes them. */
const EXCLUDED = 'members that a closed part excludes';

function excludedBy(
  { type, members, parts, limits }: Alternative,
  all: ReadonlyMap<string, Written>,
): readonly string[] {
  if (type !== 'object' || parts.get('additionalProperties')?.schema !== false) return [];
  return limits.has('patternProperties') ? [] : [...all.keys()].filter((name) => !members.has(name));
}

/** The intersection of two types; undefined when it is empty. */
export function commonType(one: string, other: string): string | undefined {
  if (one === other || other === 'any') return one;
  if (one === 'any') return other;
  return [one, other].toSorted().join() === 'integer,number' ? 'integer' : undefined;
}

/** Merges members; a member of both must match both schemas. */
function merged(
  ones: ReadonlyMap<string, Written>,
  others: ReadonlyMap<string, Written>,
): ReadonlyMap<string, Written> {
  const members = new Map(ones);
  for (const [name, written] of others) {
    const before = members.get(name);
    const isOther = before !== undefined && stableText(before.schema) !== stableText(written.schema);
    members.set(name, isOther ? together('allOf', before, written) : written);
  }
  return members;
}

function together(keyword: string, one: Written, other: Written): Written {
  return { schema: { [keyword]: [one.schema, other.schema] }, pointer: other.pointer };
}

function mergedParts(
  ones: ReadonlyMap<string, Written>,
  others: ReadonlyMap<string, Written>,
): ReadonlyMap<string, Written> {
  const parts = new Map(ones);
  for (const [keyword, written] of others) {
    const before = parts.get(keyword);
    if (before === undefined || stableText(before.schema) === stableText(written.schema)) parts.set(keyword, written);
    else if (before.schema === false || written.schema === false) parts.set(keyword, { ...written, schema: false });
    // Must exclude everything that either of them excludes.
    else parts.set(keyword, together(keyword === 'not' ? 'anyOf' : 'allOf', before, written));
  }
  return parts;
}

/** Combines two values of a keyword; a list of both when neither implies the other. */
function tighter(keyword: string, one: unknown, other: unknown): unknown {
  if (one === undefined || stableText(one) === stableText(other)) return other;
  if (keyword === 'required') return [...new Set([...arrayOf(one), ...arrayOf(other)].map(String))].toSorted();
  if (keyword === 'enum') return arrayOf(one).filter((value) => arrayOf(other).includes(value));
  if (isNumeric(one) && isNumeric(other) && keyword !== 'multipleOf') {
    const [small, big] = compareNumbers(one, other) < 0 ? [one, other] : [other, one];
    return /^(max|exclusiveMax)/.test(keyword) ? small : big;
  }
  if (isObject(one) && isObject(other)) return mergedMaps(one, other);
  return [...(Array.isArray(one) ? one : [one]), ...(Array.isArray(other) ? other : [other])].toSorted();
}

function mergedMaps(one: JsonObject, other: JsonObject): JsonObject {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries(
    [...names].map((name) => {
      const [first, second] = [one[name], other[name]];
      if (first === undefined || second === undefined) return [name, first ?? second];
      return [
        name,
        isObject(first) ? { allOf: [first, second] } : [...new Set([...arrayOf(first), ...arrayOf(second)])],
      ];
    }),
  );
}
