/** What a judge knows beside the difference. */
import { type JsonObject, objectOf, segmentsOf, valueAt } from '../../json.ts';
import type { Canonical } from '../canonical/document.ts';
import type { Direction } from '../canonical/schema.ts';
import type { Difference, Side } from '../difference.ts';
import { locate } from '../locate.ts';

/** The two documents. */
export interface Context {
  readonly base: Canonical;
  readonly head: Canonical;
}

/** Pointer segments of the changed node on one side, without the changed property. */
function nodeOf(side: Side | undefined, property: string | undefined): readonly string[] | null {
  if (side === undefined) return null;
  const segments = segmentsOf(side.pointer);
  const own = property !== undefined && property !== 'key' && side.value !== undefined;
  return own && segments.at(-1) === property ? segments.slice(0, -1) : segments;
}

/** The nodes of a difference on both sides. */
export function nodesOf({ base, revision, property }: Difference): {
  readonly base: readonly string[] | null;
  readonly head: readonly string[] | null;
} {
  return { base: nodeOf(base, property), head: nodeOf(revision, property) };
}

/** Which way the changed node travels. */
export function directionAt(context: Context, difference: Difference): Direction | null {
  const { base, head } = nodesOf(difference);
  return directionOf(context, base, head);
}

/** Which way a node travels, from its place on either side. */
export function directionOf(
  context: Context,
  base: readonly string[] | null,
  head: readonly string[] | null,
): Direction | null {
  const location =
    head === null ? (base === null ? undefined : locate(context.base, base)) : locate(context.head, head);
  return location?.kind === 'component' || location?.kind === 'operation' ? location.direction : null;
}

/** The object that stands at a place of a canonical document. */
export function objectAt({ document }: Canonical, segments: readonly string[] | null): JsonObject {
  return segments === null ? {} : objectOf(valueAt(document, segments));
}
