/** Judges members that were added or removed, or became required or optional. */
import { stepTo } from '../../finding.ts';
import { arrayOf, isObject, type JsonObject, objectOf, stableText, stringsOf } from '../../json.ts';
import { EXAMPLES } from '../canonical/schema.ts';
import { type Change, narrowing, nothingElse, type Verdict, widening } from '../change.ts';
import { describeSchema } from '../describe.ts';
import type { Difference } from '../difference.ts';
import { sunsetOf } from '../sunset.ts';

const CLOSED = 'the response promised no other members';
const UNKNOWN = 'what a server does with an unknown member is not specified';
const OTHERWISE_LIMITED = 'the schema for other members allowed more for this name';

function isRequired(owner: JsonObject, name: string): boolean {
  return arrayOf(owner['required']).includes(name);
}

/** Whether the members of an object are the positions of a tuple, which have names that no member has. */
function isPosition(owner: JsonObject): boolean {
  return owner['type'] === 'array';
}

/** Judges the added and removed members of an object together, because one may have been renamed. */
export function judgeMembers(differences: readonly Difference[]): readonly Change[] {
  const objects = Map.groupBy(differences, ({ owner }) => owner.base);
  return [...objects.values()].flatMap((group) => {
    const gone = group.filter(({ kind }) => kind === 'removed');
    const added = group.filter(({ kind }) => kind === 'added');
    const renames = gone.flatMap((one) => {
      const like = (other: Difference) => formOf(one.base) === formOf(other.head);
      const candidates = added.filter(like);
      const rivals = gone.filter((other) => formOf(other.base) === formOf(one.base));
      const [only] = candidates;
      const isSure = only !== undefined && candidates.length === 1 && rivals.length === 1;
      return isSure && areAlike(one.name, only.name) ? [{ one, other: only }] : [];
    });
    const moved = new Set(renames.flatMap(({ one, other }) => [one, other]));
    return [
      ...renames.map(({ one, other }) => ({ ...memberRenamed(one, other), difference: { ...other, base: one.base } })),
      ...group
        .filter((one) => !moved.has(one))
        .map((one) => ({ ...(one.kind === 'added' ? memberAdded(one) : memberRemoved(one)), difference: one })),
    ];
  });
}

/** The values that a member allows, without texts. */
function formOf(schema: unknown): string {
  const { description: _, title: __, [EXAMPLES]: ___, ...form } = objectOf(schema);
  return stableText(form);
}

/** Whether two names have a word in common, or differ in a few letters. */
function areAlike(one: string, other: string): boolean {
  const words = (name: string) =>
    name
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^a-z0-9]+/);
  if (words(one).some((word) => words(other).includes(word))) return true;
  const [short = '', long = ''] = [one, other]
    .map((name) => name.toLowerCase())
    .toSorted((a, b) => a.length - b.length);
  return long.startsWith(short);
}

/** Judges an added member. */
function memberAdded({ name, owner, head, site }: Difference): Verdict {
  const { direction } = site.frame;
  const others = owner.base['additionalProperties'];
  const closed = others === false;
  const required = isRequired(owner.head, name);
  const shared = { ...nothingElse, after: describeSchema(head) };
  if (isPosition(owner.head)) {
    return { ...shared, class: narrowing(direction), kind: 'position-added', change: 'this position is now specified' };
  }
  if (direction === 'request') {
    if (required) {
      return { ...shared, class: 'breaking', kind: 'required-member-added', change: 'required member added' };
    }
    // If all other members had a schema, it applied to a member of this name.
    const isLimited = isObject(others) && formOf(others) !== formOf(head);
    return {
      ...shared,
      class: isLimited ? 'breaking' : 'compatible',
      kind: 'member-added',
      change: 'optional member added',
      corrected: isLimited ? OTHERWISE_LIMITED : null,
    };
  }
  return {
    ...shared,
    class: closed || (isObject(others) && formOf(others) !== formOf(head)) ? 'breaking' : 'compatible',
    servers: required ? 'breaking' : 'compatible',
    kind: 'member-added',
    change: required ? 'member added' : 'optional member added',
    corrected: closed ? CLOSED : null,
  };
}

/** Judges a removed member. */
function memberRemoved({ name, owner, base, site }: Difference): Verdict {
  const { direction } = site.frame;
  const shared = { ...nothingElse, before: describeSchema(base) };
  if (isPosition(owner.base)) {
    return {
      ...shared,
      class: widening(direction),
      kind: 'position-removed',
      change: 'this position is no longer specified',
    };
  }
  // An object that is closed now forbids the member.
  const isForbidden = owner.head['additionalProperties'] === false;
  const announced = sunsetOf(objectOf(base));
  if (announced !== null) {
    const change = `${isRequired(owner.base, name) ? 'required' : 'optional'} member removed`;
    return {
      ...shared,
      class: 'compatible',
      servers: 'compatible',
      kind: 'member-removed',
      change,
      corrected: announced,
    };
  }
  return {
    ...shared,
    class: 'breaking',
    servers: direction === 'response' && isForbidden ? 'breaking' : 'compatible',
    kind: 'member-removed',
    change: `${isRequired(owner.base, name) ? 'required' : 'optional'} member removed`,
    corrected: direction === 'request' && !isForbidden ? UNKNOWN : null,
  };
}

/** Judges a member that was probably renamed, because it is otherwise equal. */
function memberRenamed(gone: Difference, added: Difference): Verdict {
  return {
    ...nothingElse,
    class: 'breaking',
    servers: 'breaking',
    kind: 'member-renamed',
    change: `renamed from ${gone.name} to ${added.name}, or ${gone.name} removed and ${added.name} added`,
    before: gone.name,
    after: added.name,
    corrected: gone.site.frame.direction === 'request' ? UNKNOWN : null,
  };
}

/** Judges a list of required members, except for members that were added or removed with it. */
export function requiredChanged({ owner, base, head, site }: Difference): readonly Verdict[] {
  const { direction } = site.frame;
  const [before, after] = [stringsOf(base), stringsOf(head)];
  const [known, now] = [owner.base, owner.head].map((node) => new Set(Object.keys(objectOf(node['properties']))));
  const came = (name: string) => known?.has(name) === false && now?.has(name) === true;
  const went = (name: string) => known?.has(name) === true && now?.has(name) === false;
  const gained = after.filter((name) => !before.includes(name) && !came(name));
  const lost = before.filter((name) => !after.includes(name) && !went(name));
  const change = (name: string, required: boolean): Verdict => ({
    ...nothingElse,
    member: stepTo(name),
    class: required ? narrowing(direction) : widening(direction),
    kind: required ? 'became-required' : 'became-optional',
    change: required ? 'became required' : 'became optional',
    before: required ? 'optional' : 'required',
    after: required ? 'required' : 'optional',
  });
  return [...gained.map((name) => change(name, true)), ...lost.map((name) => change(name, false))];
}

/** Judges a schema that was added or removed as a whole. */
export function schemaAppeared({ kind, base, head, site }: Difference, what: string): Verdict {
  const { direction } = site.frame;
  const added = kind === 'added';
  const side = added ? head : base;
  const text = isObject(side) ? describeSchema(side) : null;
  return {
    ...nothingElse,
    class: added ? narrowing(direction) : widening(direction),
    kind: 'limit-changed',
    change: added ? `${what} is now limited` : `${what} is no longer limited`,
    before: added ? null : text,
    after: added ? text : null,
  };
}
