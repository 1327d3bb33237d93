/** A judged difference: its meaning, before the affected operations are known. */
import type { Area, ChangeClass } from '../finding.ts';
import type { Direction } from './canonical/schema.ts';
import type { Difference } from './difference.ts';

/** The meaning of a difference. */
export interface Verdict {
  readonly area: Area;
  /** The effect on clients; the effects on other sides are derived from it. */
  readonly class: ChangeClass;
  /** The effect on servers, when it cannot be derived from that on clients. */
  readonly servers: ChangeClass | null;
  readonly kind: string;
  /** The change as a sentence without its place. */
  readonly change: string;
  readonly before: string | null;
  readonly after: string | null;
  /** The reason for this class, when it is not the expected one. */
  readonly corrected: string | null;
  /** The member of the node that changed, when it has no node itself. */
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

/** The verdict on a part that the report does not interpret. */
export const notCompared = {
  ...nothingElse,
  class: 'unclear',
  servers: 'unclear',
  kind: 'not-compared',
} as const;

/** Less is allowed, or more required: `breaking` in requests, `compatible` in responses. */
export function narrowing(direction: Direction | null): ChangeClass {
  return direction === 'response' ? 'compatible' : 'breaking';
}

/** More is allowed: `compatible` in requests, `breaking` in responses. */
export function widening(direction: Direction | null): ChangeClass {
  return direction === 'response' ? 'breaking' : 'compatible';
}

/** Whether a value was added, removed or changed. */
export function verbOf(before: unknown, after: unknown): 'added' | 'removed' | 'changed' {
  if (before === undefined || before === null) return 'added';
  return after === undefined || after === null ? 'removed' : 'changed';
}
