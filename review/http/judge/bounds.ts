/** Puts together what became of one bound of a number: `minimum` gone and `exclusiveMinimum` come is one change. */

import type { Direction } from '../canonical/schema.ts';
import { type Change, narrowing, widening } from '../change.ts';

const PAIRS = [
  ['minimum', 'exclusiveMinimum'],
  ['maximum', 'exclusiveMaximum'],
] as const;

/**
 * Joins the changes of both ways to write a bound, where one took the other's place.
 *
 * @param direction which way the number travels
 */
export function joinBounds(
  changes: readonly Change[],
  direction: (change: Change) => Direction | null,
): readonly Change[] {
  const joined = PAIRS.reduce<readonly Change[]>((all, [inclusive, exclusive]) => {
    const pairs = all
      .filter(({ property }) => property === inclusive)
      .flatMap((one) => {
        const other = all.find((candidate) => candidate.property === exclusive && isSameNode(one, candidate));
        const swapped = other !== undefined && (one.before === null) !== (other.before === null);
        return swapped && isSwap(one) && isSwap(other)
          ? [{ one, other, whole: whole(one, other, direction(one)) }]
          : [];
      });
    const gone = new Set(pairs.flatMap(({ one, other }) => [one, other]));
    return [...all.filter((change) => !gone.has(change)), ...pairs.map((pair) => pair.whole)];
  }, changes);
  return joined;
}

function isSameNode(one: Change, other: Change): boolean {
  return JSON.stringify([one.base, one.head]) === JSON.stringify([other.base, other.head]);
}

function isSwap({ before, after }: Change): boolean {
  return (before === null) !== (after === null);
}

function whole(inclusive: Change, exclusive: Change, direction: Direction | null): Change {
  const now = exclusive.before === null;
  const [from, to] = now
    ? [Number(inclusive.before), Number(exclusive.after)]
    : [Number(exclusive.before), Number(inclusive.after)];
  // At the same number the exclusive bound allows less.
  const stricter = inclusive.property === 'minimum' ? to > from : to < from;
  const less = to === from ? now : stricter;
  return {
    ...inclusive,
    class: less ? narrowing(direction) : widening(direction),
    change: `${inclusive.property} is ${now ? 'now' : 'no longer'} exclusive`,
    before: String(from),
    after: String(to),
    corrected: null,
  };
}
