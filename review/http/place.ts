/** Gives judged changes their places, and makes one finding of a change that shows in many places. */
import { joinMembers, type Place, type Unnamed } from '../finding.ts';
import { objectOf, segmentsOf, valueAt } from '../json.ts';
import type { Canonical } from './canonical/document.ts';
import type { Change } from './change.ts';
import { effectsOf } from './effects.ts';
import { componentName, type Location, locate, memberOf } from './locate.ts';
import { operationKey } from './operations.ts';
import type { Usage, Uses } from './usage.ts';

/** One side of a comparison, with what is needed to tell where something is. */
export interface PlacedSide {
  readonly canonical: Canonical;
  readonly usage: Usage;
  /** How people call the operations, by key. */
  readonly names: ReadonlyMap<string, string>;
}

/** Both sides. */
export interface PlacedSides {
  readonly base: PlacedSide;
  readonly head: PlacedSide;
}

interface Placed {
  readonly change: Change;
  readonly location: Location;
  readonly places: readonly Place[];
  /** Where it was written in the source documents; equal for all places that show one written change. */
  readonly origin: string;
}

/** Makes findings of the changes of one service. */
export function place(service: string, changes: readonly Change[], sides: PlacedSides): readonly Unnamed[] {
  const groups = Map.groupBy(
    changes.flatMap((change) => placed(change, sides) ?? []),
    ({ change, location, origin }) =>
      JSON.stringify([
        origin,
        change.kind,
        change.class,
        change.change,
        change.before,
        change.after,
        directionOf(location),
      ]),
  );
  return [...groups.values()].flatMap((group) => finding(service, group, sides));
}

function placed(change: Change, sides: PlacedSides): Placed | undefined {
  const side = change.head === null ? sides.base : sides.head;
  const segments = change.head ?? change.base;
  if (segments === null) return undefined;
  const location = locate(side.canonical, segments);
  const places = placesOf(change, location, sides).map((one) => ({
    ...one,
    member: joinMembers(one.member, change.member ?? ''),
  }));
  if (location.kind === 'component' && places.length === 0) return undefined;
  const origins = [originOf(sides.base, change.base, change), originOf(sides.head, change.head, change)];
  const shared = origins.some((origin) => origin?.startsWith('#/components/') === true);
  return {
    change,
    location,
    places,
    origin: shared ? JSON.stringify([origins, change.member]) : alikeIn(change, location, origins),
  };
}

/** The same change to the same part of many operations is one finding; what is said of an operation itself is not. */
function alikeIn(change: Change, location: Location, origins: readonly (string | null)[]): string {
  if (location.kind !== 'operation' || (location.where === '' && change.kind !== 'security-changed')) {
    return JSON.stringify([origins, change.member]);
  }
  return JSON.stringify([location.where, location.member, change.member]);
}

function originOf({ canonical }: PlacedSide, segments: readonly string[] | null, change: Change): string | null {
  if (segments === null) return null;
  const own = canonical.origins.get(valueAt(canonical.document, segments), change.property ?? '');
  return own?.startsWith('#') === true ? own : segments.join('/');
}

function placesOf(change: Change, location: Location, sides: PlacedSides): readonly Place[] {
  const side = change.head === null ? sides.base : sides.head;
  if (location.kind === 'operation') {
    return [
      { operation: side.names.get(location.key) ?? location.key, where: location.where, member: location.member },
    ];
  }
  if (location.kind === 'component') {
    return usesOf(change, location.name, sides).map((use) => ({
      ...use,
      member: joinMembers(use.member, location.member),
    }));
  }
  return location.kind === 'scheme' ? secured(location.name, sides) : [];
}

/** The uses of a component that shows a change. Where one component took another's place, only the uses that did so. */
function usesOf({ components, head: node }: Change, name: string, { base, head }: PlacedSides): readonly Place[] {
  const none: Uses = { first: [], all: [] };
  const before = base.usage.get(components.base ?? name) ?? none;
  const after = head.usage.get(components.head ?? name) ?? none;
  const shown = node === null ? before : after;
  if (components.base === components.head) return shown.first;
  const earlier = new Set(before.all.map((use) => JSON.stringify(use)));
  const both = after.all.filter((use) => earlier.has(JSON.stringify(use)));
  return both.length > 0 ? both : shown.first;
}

/** Whether one component took the place of another that is still there, so that neither was changed itself. */
function isSwap({ components }: Change, { base, head }: PlacedSides): boolean {
  const { base: before, head: after } = components;
  if (before === after || before === null || after === null) return false;
  return head.usage.has(before) || base.usage.has(after);
}

function secured(scheme: string, { base, head }: PlacedSides): readonly Place[] {
  const names = new Set<string>();
  for (const { canonical, names: shown } of [base, head]) {
    for (const [path, item] of Object.entries(objectOf(canonical.document['paths']))) {
      for (const [method, operation] of Object.entries(objectOf(item))) {
        const text = JSON.stringify(objectOf(operation)['security'] ?? []);
        const name = shown.get(operationKey(method, path));
        if (name !== undefined && text.includes(`${JSON.stringify(scheme)}:[`)) names.add(name);
      }
    }
  }
  return [...names].map((operation) => ({ operation, where: '', member: '' }));
}

function directionOf(location: Location): 'request' | 'response' | null {
  return location.kind === 'operation' || location.kind === 'component' ? location.direction : null;
}

function finding(service: string, group: readonly Placed[], sides: PlacedSides): readonly Unnamed[] {
  const [first] = group;
  if (first === undefined) return [];
  const { change, location } = first;
  const direction = directionOf(location);
  const places = distinct(group.flatMap((one) => one.places));
  return [
    {
      area: change.area,
      sides: effectsOf(change, direction),
      service,
      direction,
      ...subjectOf(first, new Set(places.map(({ operation }) => operation)).size, sides),
      kind: change.kind,
      change: change.change,
      before: change.before,
      after: change.after,
      places,
      corrected: change.corrected,
      request: null,
    },
  ];
}

function distinct(places: readonly Place[]): readonly Place[] {
  return [...new Map(places.map((one) => [JSON.stringify(one), one])).values()];
}

/** What was changed: the component that is written once and shows in many places, else the place. */
function subjectOf(
  { change, location, places }: Placed,
  count: number,
  sides: PlacedSides,
): { subject: string; member: string } {
  const inner = change.member ?? '';
  const shared = count > 1;
  const side = change.head === null ? sides.base : sides.head;
  const origin = originOf(side, change.head ?? change.base, change);
  // Written in the same component before and after: it is the component that was changed.
  const own = shared || originOf(sides.base, change.base, change) === originOf(sides.head, change.head, change);
  const [top, part, name, ...rest] = segmentsOf(origin ?? '');
  if (
    own &&
    origin?.startsWith('#/components/schemas/') === true &&
    top === 'components' &&
    part === 'schemas' &&
    name !== undefined
  ) {
    return { subject: name, member: joinMembers(memberOf(rest), inner) };
  }
  const [first] = places;
  if (isSwap(change, sides) && first !== undefined) {
    const { operation, where, member } = first;
    return { subject: `${operation} ${where}`, member };
  }
  if (location.kind === 'component') {
    return { subject: componentName(location.name), member: joinMembers(location.member, inner) };
  }
  if (location.kind === 'scheme') return { subject: location.name, member: '' };
  if (location.kind === 'document') return { subject: 'the service', member: '' };
  const where = location.where === '' ? '' : ` ${location.where}`;
  const [only] = places;
  const subject = shared ? `${count} operations${where}` : `${only?.operation ?? location.key}${where}`;
  return { subject, member: joinMembers(location.member, inner) };
}
