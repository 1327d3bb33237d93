/** Combines the changes of a bound: `minimum` removed and `exclusiveMinimum` added is one change. */
import { compareNumbers, digitsOf } from '../canonical/number.ts';
import type { Direction } from '../canonical/schema.ts';
import { type Change, narrowing, widening } from '../change.ts';

const PAIRS = [
  ['minimum', 'exclusiveMinimum'],
  ['maximum', 'exclusiveMaximum'],
] as const;

/** Merges the changes of both notations of a bound, when one replaced the other. */
export function joinBounds(changes: readonly Change[]): readonly Change[] {
  const nodes = Map.groupBy(
    changes.filter(({ difference }) => difference.type === 'Keyword'),
    ({ difference }) => difference.owner.base,
  );
  const gone = new Set<Change>();
  const joined = [...nodes.values()].flatMap((node) =>
    PAIRS.flatMap(([inclusive, exclusive]) => {
      const one = node.find(({ difference }) => difference.name === inclusive);
      const other = node.find(({ difference }) => difference.name === exclusive);
      if (one === undefined || other === undefined || !isSwap(one) || !isSwap(other)) return [];
      if ((one.before === null) === (other.before === null)) return [];
      gone.add(one).add(other);
      return [whole(one, other, inclusive, one.difference.site.frame.direction)];
    }),
  );
  return [...changes.filter((change) => !gone.has(change)), ...joined];
}

function isSwap({ before, after }: Change): boolean {
  return (before === null) !== (after === null);
}

function whole(inclusive: Change, exclusive: Change, name: string, direction: Direction | null): Change {
  const now = exclusive.before === null;
  const [from, to] = now ? [inclusive.before, exclusive.after] : [exclusive.before, inclusive.after];
  const order = compareNumbers(numberOf(to), numberOf(from));
  // For the same number, the exclusive bound allows less.
  const less = order === 0 ? now : name === 'minimum' ? order > 0 : order < 0;
  return {
    ...inclusive,
    class: less ? narrowing(direction) : widening(direction),
    change: `${name} is ${now ? 'now' : 'no longer'} exclusive`,
    before: from,
    after: to,
  };
}

function numberOf(text: string | null): unknown {
  return digitsOf(text) ?? Number(text);
}
