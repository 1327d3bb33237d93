/** Judges the alternatives of a schema that came and went: other types, null, other forms. */
import { arrayOf, type JsonObject, objectOf, segmentsOf, valueAt } from '../../json.ts';
import type { Canonical } from '../canonical/document.ts';
import type { Direction } from '../canonical/schema.ts';
import { type Change, nothingElse } from '../change.ts';
import { describeSchema } from '../describe.ts';
import type { Difference } from '../redocly.ts';
import { type Context, directionAt, nodesOf, objectAt } from './context.ts';
import { covers } from './covers.ts';

/** Whether a difference is about an item of a list of alternatives. */
export function isAlternative({ base, revision, kind }: Difference): boolean {
  return kind !== 'modified' && segmentsOf((revision ?? base)?.pointer ?? '').at(-2) === 'anyOf';
}

/** The schema that an alternative belongs to, on either side; the same for all alternatives of one schema. */
export function listOf({ path }: Difference): string {
  return path.slice(0, path.lastIndexOf('/'));
}

/** Judges the alternatives of one schema that came and went, together. */
export function judgeAlternatives(differences: readonly Difference[], context: Context): readonly Change[] {
  const [first] = differences;
  if (first === undefined) return [];
  const direction = directionAt(context, first);
  const added = sides(differences, 'added', context);
  const removed = sides(differences, 'removed', context);
  const wrappers = wrappersOf(first, context);
  const corrected = correction(direction, added, removed, wrappers, context);
  const grave = differences.some(({ impact }) => impact === 'major');
  const shared = {
    ...nothingElse,
    class: corrected === null && grave ? ('breaking' as const) : ('compatible' as const),
    base: wrappers.base,
    head: wrappers.head,
    before: describeSchema(objectAt(context.base, wrappers.base)),
    after: describeSchema(objectAt(context.head, wrappers.head)),
    corrected,
  };
  const onlyNull = (nodes: readonly JsonObject[]) => nodes.length > 0 && nodes.every(({ type }) => type === 'null');
  if (removed.length === 0 && onlyNull(added)) return [{ ...shared, kind: 'null-added', change: 'may be null now' }];
  if (added.length === 0 && onlyNull(removed))
    return [{ ...shared, kind: 'null-removed', change: 'can no longer be null' }];
  if (removed.length === 0) return [{ ...shared, kind: 'alternative-added', change: 'may now have another form' }];
  if (added.length === 0)
    return [{ ...shared, kind: 'alternative-removed', change: 'can no longer have one of its forms' }];
  return [{ ...shared, kind: 'type-changed', change: 'type changed' }];
}

function resolved({ document }: Canonical, segments: readonly string[]): JsonObject {
  const node = objectOf(valueAt(document, segments));
  const reference = node['$ref'];
  return typeof reference === 'string' ? objectOf(valueAt(document, segmentsOf(reference))) : node;
}

function sides(differences: readonly Difference[], kind: 'added' | 'removed', context: Context): readonly JsonObject[] {
  return differences
    .filter((difference) => difference.kind === kind)
    .flatMap((difference) => {
      const { base, head } = nodesOf(difference);
      const segments = kind === 'added' ? head : base;
      return segments === null ? [] : [resolved(kind === 'added' ? context.head : context.base, segments)];
    });
}

interface Wrappers {
  readonly base: readonly string[] | null;
  readonly head: readonly string[] | null;
}

/** The schema on both sides, found by the way that Redocly went to it. */
function wrappersOf(difference: Difference, context: Context): Wrappers {
  const way = segmentsOf(listOf(difference)).slice(0, -1);
  return { base: follow(context.base, way), head: follow(context.head, way) };
}

function follow({ document }: Canonical, way: readonly string[]): readonly string[] | null {
  let segments: readonly string[] = [];
  for (const step of way) {
    segments = [...segments, step];
    const node = valueAt(document, segments);
    if (node === undefined) return null;
    const reference = objectOf(node)['$ref'];
    if (typeof reference === 'string') segments = segmentsOf(reference);
  }
  return segments;
}

/** Redocly looks at each alternative alone; one that another covers changes nothing. */
function correction(
  direction: Direction | null,
  added: readonly JsonObject[],
  removed: readonly JsonObject[],
  { base, head }: Wrappers,
  context: Context,
): string | null {
  const before = alternativesAt(context.base, base);
  const after = alternativesAt(context.head, head);
  const within = (ones: readonly JsonObject[], others: readonly JsonObject[]) =>
    ones.length > 0 && ones.every((one) => others.some((other) => covers(other, one)));
  if (direction === 'request' && within(removed, after)) return 'the new form allows all that the old one did';
  if (direction === 'response' && within(added, before)) return 'the old form allowed all that the new one does';
  return null;
}

function alternativesAt(side: Canonical, segments: readonly string[] | null): readonly JsonObject[] {
  if (segments === null) return [];
  return arrayOf(objectAt(side, segments)['anyOf']).map((_, index) =>
    resolved(side, [...segments, 'anyOf', String(index)]),
  );
}
