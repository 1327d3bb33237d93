/** Locates judged changes, and merges a change that occurs in many places into one finding. */
import { joinMembers, type Place, type Pointers, stepTo, type Unnamed } from '../finding.ts';
import { isObject, ownEntry, segmentsOf, segmentText, unescaped, valueAt } from '../json.ts';
import type { Canonical } from './canonical/document.ts';
import type { Direction } from './canonical/schema.ts';
import type { Change } from './change.ts';
import type { Difference } from './difference.ts';
import { effectsOf } from './effects.ts';
import { componentName } from './names.ts';
import { type Frame, placesOf } from './walk/frame.ts';

/** Both sides of a comparison. */
export interface BothSides {
  readonly base: Canonical;
  readonly head: Canonical;
  /** The operations that use a security scheme, by its name. */
  readonly secured: ReadonlyMap<string, readonly string[]>;
}

interface Placed {
  readonly change: Change;
  readonly pointers: Pointers;
  readonly places: readonly Place[];
  /** Equal for all places of the same change in the source. */
  readonly origin: string;
}

/** Creates the findings for the changes of a service. */
export function place(service: string, changes: readonly Change[], sides: BothSides): readonly Unnamed[] {
  const placed = changes.map((change) => placedAt(change, sides));
  const groups = Map.groupBy(placed, ({ change, origin }) => {
    const { frame } = change.difference.site;
    return JSON.stringify([
      origin,
      change.kind,
      change.class,
      change.change,
      change.before,
      change.after,
      frame.direction,
      frame.caller,
    ]);
  });
  return [...groups.values()].flatMap((group) => finding(service, group));
}

function placedAt(change: Change, sides: BothSides): Placed {
  const { site, type, name } = change.difference;
  const pointers = pointersOf(change.difference, sides);
  const own = placesOf(site.frame, joinMembers(site.member, change.member ?? ''));
  const places =
    type === 'SecurityScheme'
      ? (sides.secured.get(site.frame.place?.where ?? name) ?? []).map((operation) => ({
          operation,
          where: '',
          member: '',
        }))
      : own.filter(({ operation }) => operation !== '');
  const isShared = [pointers.base, pointers.head].some((pointer) => pointer?.startsWith('#/components/') === true);
  return { change, pointers, places, origin: isShared ? sharedOrigin(change, pointers) : alikeIn(change, pointers) };
}

function sharedOrigin({ member, difference: { kind } }: Change, { base, head }: Pointers): string {
  return JSON.stringify([kind === 'added' ? null : base, kind === 'removed' ? null : head, member]);
}

/**
 * The same change to the same part of many operations is one finding; changes to an operation itself are not merged.
 */
function alikeIn({ member, kind, difference }: Change, pointers: Pointers): string {
  const { frame, member: path } = difference.site;
  const where = frame.place?.where ?? '';
  if (where === '' && kind !== 'security-changed') return JSON.stringify([pointers, member]);
  return JSON.stringify([where, path, member, difference.name]);
}

/** Pointers to the change in both source documents. */
function pointersOf(difference: Difference, { base, head }: BothSides): Pointers {
  const { name, owner } = difference;
  return {
    base: pointerOn(base, owner.base, difference.base, name),
    head: pointerOn(head, owner.head, difference.head, name),
  };
}

function pointerOn({ origins, source }: Canonical, owner: object, value: unknown, name: string): string | null {
  const own = isObject(value) ? origins.get(value) : undefined;
  if (own !== undefined) return own;
  const elsewhere = origins.getMember(owner, name);
  if (elsewhere !== undefined) return elsewhere;
  const pointer = origins.get(owner);
  if (pointer === undefined) return null;
  const inner = `${pointer}/${segmentText(name)}`;
  return valueAt(source, segmentsOf(inner)) === undefined ? pointer : inner;
}

function distinct(places: readonly Place[]): readonly Place[] {
  return [...new Map(places.map((one) => [JSON.stringify(one), one])).values()];
}

function finding(service: string, group: readonly Placed[]): readonly Unnamed[] {
  const [first] = group;
  if (first === undefined) return [];
  const { change } = first;
  const { frame } = change.difference.site;
  const places = distinct(group.flatMap((one) => one.places));
  return [
    {
      area: change.area,
      sides: effectsOf(change, frame.direction, frame.caller),
      service,
      direction: writtenDirection(frame),
      ...subjectOf(first, places),
      kind: change.kind,
      change: change.change,
      before: change.before,
      after: change.after,
      places,
      pointers: first.pointers,
      also: group.slice(1).map(({ pointers }) => pointers),
      corrected: change.corrected,
      request: null,
    },
  ];
}

/** The direction in the document: the request of a webhook is judged as what the server sends, but called a request. */
function writtenDirection({ direction, caller }: Frame): Direction | null {
  if (caller === 'client' || direction === null) return direction;
  return direction === 'request' ? 'response' : 'request';
}

const COMPONENT = /^#\/components\/schemas\/([^/]+)/;

/** The changed part: the component that is defined once and used in many places, otherwise the place. */
function subjectOf(
  { change, pointers }: Placed,
  places: readonly Place[],
): { subject: string; member: string; parts?: readonly string[] } {
  const { site, type } = change.difference;
  const { frame } = site;
  const inner = change.member ?? '';
  const [base, head] = [pointers.base, pointers.head].map((pointer) => COMPONENT.exec(pointer ?? '')?.[1]);
  if (base !== undefined && base === head) {
    const written = change.difference.kind === 'removed' ? pointers.base : pointers.head;
    return { subject: unescaped(head), member: joinMembers(memberOf(written ?? ''), inner) };
  }
  if (type === 'SecurityScheme') return { subject: frame.place?.where || change.difference.name, member: '' };
  const { components, isSwap } = frame;
  if (components !== null && !isSwap) {
    return { subject: componentName(components.head), member: joinMembers(site.member, inner) };
  }
  const [only] = places;
  if (only === undefined) return { subject: 'the service', member: '' };
  const { parts } = partsOf(places);
  if (parts !== undefined) return { subject: `${parts.length} operations${whereOf(only)}`, member: only.member, parts };
  return { subject: `${only.operation}${whereOf(only)}`, member: only.member };
}

function whereOf({ where }: Place): string {
  return where === '' ? '' : ` ${where}`;
}

/** The subjects of a change that affects several operations, one for each. */
function partsOf(places: readonly Place[]): { readonly parts?: readonly string[] } {
  const parts = [...new Set(places.map((one) => `${one.operation}${whereOf(one)}`))];
  return new Set(places.map(({ operation }) => operation)).size > 1 ? { parts } : {};
}

/** Notation of a step into a schema, in the path of a member. */
const STEPS: Readonly<Record<string, string>> = { items: '[]', additionalProperties: '*', contains: '[]' };
const LISTS = new Set(['anyOf', 'oneOf', 'allOf']);

/** The path of a member within its component, from its pointer. */
function memberOf(pointer: string): string {
  const segments = segmentsOf(pointer).slice(3);
  let member = '';
  for (let index = 0; index < segments.length; index += 1) {
    const keyword = segments[index] ?? '';
    if (keyword === 'properties' || keyword === 'patternProperties') {
      index += 1;
      member = joinMembers(member, stepTo(segments[index] ?? ''));
    } else if (keyword === 'prefixItems') {
      index += 1;
      member = joinMembers(member, `[${segments[index] ?? ''}]`);
    } else if (LISTS.has(keyword)) index += 1;
    else member = joinMembers(member, ownEntry(STEPS, keyword) ?? '');
  }
  return member;
}
