/** A difference, judged: what it means, before it is known which operations it reaches. */
import type { Area, ChangeClass } from '../finding.ts';
import type { Direction } from './canonical/schema.ts';
import type { Difference } from './difference.ts';

/** What a difference means. */
export interface Verdict {
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
  /** Why this class, where it is not what people expect. */
  readonly corrected: string | null;
  /** A member of the node that the change is about, when it has no node of its own. */
  readonly member: string | null;
}

/** A judged difference. */
export interface Change extends Verdict {
  readonly difference: Difference;
}

/** The defaults of a verdict. */
export const nothingElse = {
  area: 'http',
  servers: null,
  before: null,
  after: null,
  corrected: null,
  member: null,
} as const;

/** What a part that the report does not understand means. */
export const notCompared = {
  ...nothingElse,
  class: 'unclear',
  servers: 'unclear',
  kind: 'not-compared',
} as const;

/** `breaking` in requests, `compatible` in responses: less is allowed, or more is required. */
export function narrowing(direction: Direction | null): ChangeClass {
  return direction === 'response' ? 'compatible' : 'breaking';
}

/** `compatible` in requests, `breaking` in responses: more is allowed. */
export function widening(direction: Direction | null): ChangeClass {
  return direction === 'response' ? 'breaking' : 'compatible';
}

/** What became of a value. */
export function verbOf(before: unknown, after: unknown): 'added' | 'removed' | 'changed' {
  if (before === undefined || before === null) return 'added';
  return after === undefined || after === null ? 'removed' : 'changed';
}
