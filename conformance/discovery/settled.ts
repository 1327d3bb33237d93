/**
 * Tells what a server does wrong with a list from what others did to the list meanwhile. Between any two requests
 * somebody may add, take away or move an item; then two honest answers disagree.
 */
import type { Breach } from '../core/judgement.ts';
import { isSame, type Sequence } from './sequence.ts';

/** What is wrong with a walk, beside one that knows the whole list. */
export interface Problem {
  /** Of the declaration. */
  readonly aspect: string;
  /** The same problem, met again, has the same. */
  readonly id: string;
  readonly breach: Breach;
}

/** A walk, or something else that is compared with the whole list. */
export interface Suspect<Traversed = Sequence> {
  readonly traversed: Traversed;
  /** As it was read before. */
  readonly whole: Sequence;
  readonly problemsOf: (traversed: Traversed, whole: Sequence) => readonly Problem[];
  /** The same walk once more. */
  readonly again: () => Promise<Traversed>;
  /** The whole list once more. */
  readonly wholeAgain: () => Promise<Sequence>;
  /** Whether the list stood still between two readings. Default: they show the same items in the same order. */
  readonly isStill?: (before: Sequence, after: Sequence) => boolean;
}

export interface Settled {
  /** What is certainly wrong. */
  readonly problems: readonly Problem[];
  /** Aspects of which something may be wrong: the list never stood still long enough to tell. */
  readonly doubtful: readonly string[];
}

const fine: Settled = { problems: [], doubtful: [] };

/**
 * So often must the same problem be met, each time between two readings of the whole list that show the same: an item
 * that is added and taken away again between them goes unseen, and may shift the pages of an honest server.
 */
const CALM = 3;

/** A list that does not stand still is given up after so many walks. */
const MOST_ROUNDS = 6;

/** Walks again, and reads the whole list before and after, until a problem is certain, or is explained. */
export async function settled<Traversed>(suspect: Suspect<Traversed>): Promise<Settled> {
  const { problemsOf, again, wholeAgain, isStill = isSame, ...first } = suspect;
  let { traversed, whole } = first;
  const met = new Map<string, number>();
  for (let round = 1; ; round += 1) {
    const found = problemsOf(traversed, whole);
    if (found.length === 0) return fine;
    let after = await wholeAgain();
    let isCalm = isStill(whole, after);
    // More often each time, so that what comes and goes is not always met in step.
    for (let times = 1; isCalm && times < round; times += 1) {
      after = await wholeAgain();
      isCalm = isStill(whole, after);
    }
    // What came or went meanwhile is a problem beside one of the two readings only.
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
