/** Judges members that came, went, or changed whether they must be there. */
import { arrayOf, isObject, objectOf, stringsOf } from '../../json.ts';
import type { Direction } from '../canonical/schema.ts';
import { type Change, narrowing, nothingElse, widening } from '../change.ts';
import { describeSchema } from '../describe.ts';
import type { Difference } from '../difference.ts';
import { type Context, directionAt, nodesOf, objectAt } from './context.ts';

const CLOSED = 'the response promised no other members';
const UNKNOWN = 'what a server does with an unknown member is not specified';

/** The object that a member belongs to, from the pointer of the member. */
function ownerOf(segments: readonly string[] | null): readonly string[] | null {
  return segments === null ? null : segments.slice(0, -2);
}

function isRequired(owner: { readonly [name: string]: unknown }, name: string): boolean {
  return arrayOf(owner['required']).includes(name);
}

/** A position of a tuple stands among the members under a name that no member has. */
function isPosition(owner: { readonly [name: string]: unknown }): boolean {
  return owner['type'] === 'array';
}

/** Judges a member that is new. */
export function memberAdded(difference: Difference, context: Context, name: string, head: readonly string[]): Change {
  const direction = directionAt(context, difference);
  const owner = objectAt(context.head, ownerOf(head));
  const closed = objectAt(context.base, ownerOf(head))['additionalProperties'] === false;
  const required = isRequired(owner, name);
  const shared = { ...nothingElse, base: null, head, after: describeSchema(objectAt(context.head, head)) };
  if (isPosition(owner)) {
    return {
      ...shared,
      class: narrowing(direction),
      kind: 'position-added',
      change: 'this position is now specified',
    };
  }
  if (direction === 'request') {
    return required
      ? { ...shared, class: 'breaking', kind: 'required-member-added', change: 'required member added' }
      : { ...shared, class: 'compatible', kind: 'member-added', change: 'optional member added' };
  }
  return {
    ...shared,
    class: closed ? 'breaking' : 'compatible',
    servers: required ? 'breaking' : 'compatible',
    kind: 'member-added',
    change: required ? 'member added' : 'optional member added',
    corrected: closed ? CLOSED : null,
  };
}

/** Whether an object is closed now, so that a member which is gone may not be sent any more. */
function forbidden({ head }: Context, base: readonly string[]): boolean {
  return objectAt(head, ownerOf(base))['additionalProperties'] === false;
}

/** Judges a member that is gone. */
export function memberRemoved(difference: Difference, context: Context, name: string, base: readonly string[]): Change {
  const direction = directionAt(context, difference);
  const owner = objectAt(context.base, ownerOf(base));
  const shared = { ...nothingElse, base, head: null, before: describeSchema(objectAt(context.base, base)) };
  if (isPosition(owner)) {
    return {
      ...shared,
      class: widening(direction),
      kind: 'position-removed',
      change: 'this position is no longer specified',
    };
  }
  return {
    ...shared,
    class: 'breaking',
    servers: direction === 'response' && forbidden(context, base) ? 'breaking' : 'compatible',
    kind: 'member-removed',
    change: `${isRequired(owner, name) ? 'required' : 'optional'} member removed`,
    corrected: direction === 'request' && difference.impact !== 'major' ? UNKNOWN : null,
  };
}

/** Judges a member that has another name and is otherwise the same. */
export function memberRenamed(difference: Difference, context: Context): Change {
  const { base, head } = nodesOf(difference);
  const from = base?.at(-1) ?? '';
  const to = head?.at(-1) ?? '';
  return {
    ...nothingElse,
    base,
    head,
    class: 'breaking',
    servers: 'breaking',
    kind: 'member-renamed',
    change: `renamed from ${from} to ${to}`,
    before: from,
    after: to,
    corrected: directionAt(context, difference) === 'request' && difference.impact !== 'major' ? UNKNOWN : null,
  };
}

/** Judges a list of required members, leaving out the members that came or went with it. */
export function requiredChanged(difference: Difference, context: Context): readonly Change[] {
  const { base, head } = nodesOf(difference);
  const direction = directionAt(context, difference);
  const before = stringsOf(difference.base?.value);
  const after = stringsOf(difference.revision?.value);
  const known = { before: membersOf(context.base, base), after: membersOf(context.head, head) };
  const gained = after.filter((name) => !before.includes(name)).filter((name) => !isNew(name, known));
  const lost = before
    .filter((name) => !after.includes(name))
    .filter((name) => !isNew(name, { before: known.after, after: known.before }));
  const change = (name: string, required: boolean): Change => ({
    ...nothingElse,
    base,
    head,
    member: name,
    class: required ? narrowing(direction) : widening(direction),
    kind: required ? 'became-required' : 'became-optional',
    change: required ? 'became required' : 'became optional',
    before: required ? 'optional' : 'required',
    after: required ? 'required' : 'optional',
  });
  return [...gained.map((name) => change(name, true)), ...lost.map((name) => change(name, false))];
}

interface Known {
  readonly before: ReadonlySet<string>;
  readonly after: ReadonlySet<string>;
}

function isNew(name: string, { before, after }: Known): boolean {
  return !before.has(name) && after.has(name);
}

function membersOf(side: Context['base'], segments: readonly string[] | null): ReadonlySet<string> {
  return new Set(Object.keys(objectOf(objectAt(side, segments)['properties'])));
}

/** Judges the members of an object that had none before, or has none now. */
export function membersChanged(difference: Difference, context: Context): readonly Change[] {
  const { base, head } = nodesOf(difference);
  const added = head ?? [];
  const removed = base ?? [];
  const names = (segments: readonly string[], side: Context['base']) => Object.keys(objectAt(side, segments));
  return difference.kind === 'added'
    ? names(added, context.head).map((name) => memberAdded(difference, context, name, [...added, name]))
    : names(removed, context.base).map((name) => memberRemoved(difference, context, name, [...removed, name]));
}

/** Judges a whole schema that is said where nothing was said before, or the other way round. */
export function schemaAppeared(difference: Difference, context: Context, what: string): Change {
  const { base, head } = nodesOf(difference);
  const direction: Direction | null = directionAt(context, difference);
  const added = difference.kind === 'added';
  const side = added ? objectAt(context.head, head) : objectAt(context.base, base);
  const text = isObject(side) ? describeSchema(side) : null;
  return {
    ...nothingElse,
    base,
    head,
    class: added ? narrowing(direction) : widening(direction),
    kind: 'limit-changed',
    change: added ? `${what} is now limited` : `${what} is no longer limited`,
    before: added ? null : text,
    after: added ? text : null,
  };
}
