/** A difference, judged: what it means, before it is known which operations it reaches. */
import type { Area, ChangeClass } from '../finding.ts';
import type { Direction } from './canonical/schema.ts';
import type { Difference } from './difference.ts';

/** A judged difference. */
export interface Change {
  readonly area: Area;
  /** What it does to clients; what it does to the others follows from it. */
  readonly class: ChangeClass;
  /** What it does to servers, where that does not follow from what it does to clients. */
  readonly servers: ChangeClass | null;
  readonly kind: string;
  /** In a sentence without the place. */
  readonly change: string;
  readonly before: string | null;
  readonly after: string | null;
  /** Why this class, where Redocly says otherwise. */
  readonly corrected: string | null;
  /** The node before and after, as segments of its pointer in the canonical documents. */
  readonly base: readonly string[] | null;
  readonly head: readonly string[] | null;
  /** The changed property of the node, when it is one. */
  readonly property: string | null;
  /** A member of the node that the change is about, when it has no node of its own. */
  readonly member: string | null;
  /** The components in which it was met, by canonical name; null where it is in none. */
  readonly components: { readonly base: string | null; readonly head: string | null };
}

/** What stands in a change unless said otherwise. */
export const nothingElse = {
  area: 'http',
  servers: null,
  before: null,
  after: null,
  corrected: null,
  property: null,
  member: null,
  components: { base: null, head: null },
} as const;

/** The class that Redocly gives; what it calls a patch and is no text for people is a compatible change. */
export function redoclyClass({ impact }: Difference): ChangeClass {
  return impact === 'major' ? 'breaking' : 'compatible';
}

/** `breaking` in requests, `compatible` in answers: less is allowed, or more is asked for. */
export function narrowing(direction: Direction | null): ChangeClass {
  return direction === 'response' ? 'compatible' : 'breaking';
}

/** `compatible` in requests, `breaking` in answers: more is allowed. */
export function widening(direction: Direction | null): ChangeClass {
  return direction === 'response' ? 'breaking' : 'compatible';
}
