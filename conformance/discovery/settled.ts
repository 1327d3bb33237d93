/**
 * Separates errors of a server from concurrent changes of a list. Between any two requests another client may add,
 * remove or move an item, and then two correct responses disagree.
 */
import type { Breach } from '../core/judgement.ts';
import { isSame, type Sequence } from './sequence.ts';

/** The problems of a traversal, compared with one that knows the whole list. */
export interface Problem {
  /** The aspect of the declaration. */
  readonly aspect: string;
  /** Identifies the problem across readings. */
  readonly id: string;
  readonly breach: Breach;
}

/** A traversal, or another reading that is compared with the whole list. */
export interface Suspect<Traversed = Sequence> {
  readonly traversed: Traversed;
  /** The whole list, as it was read before. */
  readonly whole: Sequence;
  readonly problemsOf: (traversed: Traversed, whole: Sequence) => readonly Problem[];
  /** The same traversal again. */
  readonly again: () => Promise<Traversed>;
  /** The whole list once more. */
  readonly wholeAgain: () => Promise<Sequence>;
  /** Whether the list was unchanged between two readings. Default: they show the same items in the same order. */
  readonly isStill?: (before: Sequence, after: Sequence) => boolean;
}

export interface Settled {
  /** Problems that are certain. */
  readonly problems: readonly Problem[];
  /** Aspects that may be violated: the list changed too often to decide. */
  readonly doubtful: readonly string[];
}

const fine: Settled = { problems: [], doubtful: [] };

/**
 * The number of times that a problem must occur, each time between two equal readings of the whole list. Once is not
 * enough: an item that is added and removed again between the readings stays unnoticed, and shifts the pages of a
 * correct server.
 */
const CALM = 3;

/** The number of attempts on a list that keeps changing. */
const MOST_ROUNDS = 6;

/** Traverses again, and reads the whole list before and after, until a problem is certain or explained. */
export async function settled<Traversed>(suspect: Suspect<Traversed>): Promise<Settled> {
  const { problemsOf, again, wholeAgain, isStill = isSame, ...first } = suspect;
  let { traversed, whole } = first;
  const met = new Map<string, number>();
  for (let round = 1; ; round += 1) {
    const found = problemsOf(traversed, whole);
    if (found.length === 0) return fine;
    let after = await wholeAgain();
    let isCalm = isStill(whole, after);
    // Each round reads the list more often, so that the readings do not coincide with a periodic change.
    for (let times = 1; isCalm && times < round; times += 1) {
      after = await wholeAgain();
      isCalm = isStill(whole, after);
    }
    // An item that was added or removed meanwhile is a problem in only one of the two comparisons.
    const inBoth = new Set(problemsOf(traversed, after).map(({ id }) => id));
    const left = found.filter(({ id }) => inBoth.has(id));
    if (left.length === 0) return fine;
    for (const { id } of isCalm ? left : []) met.set(id, (met.get(id) ?? 0) + 1);
    const certain = left.filter(({ id }) => (met.get(id) ?? 0) >= CALM);
    if (certain.length > 0) return { problems: certain, doubtful: [] };
    if (round === MOST_ROUNDS) return { problems: [], doubtful: left.map(({ aspect }) => aspect) };
    whole = after;
    traversed = await again();
  }
}
