/**
 * What databases in memory are filled with follows from their parts and the seed: a process that fills a second one
 * alike copies it from then on, in a tenth of the time.
 */
import type { OpenDatabase } from './database.ts';
import type { StoreOptions, StorePart } from './store.ts';

/** What those of the same parts and seed have in common. */
export interface Filled {
  /** What to begin with; undefined for the first two. */
  readonly held?: Uint8Array;
  /** Reports that a part has been filled, and whether it used the time: from there on the copies differ. */
  after(database: OpenDatabase, requestedTime: boolean): void;
}

interface Kept {
  opened: number;
  held?: Uint8Array;
}

const kept = new Map<string, Kept>();
const numbers = new WeakMap<StorePart, number>();
let last = 0;

/** Parts are identified by the objects, not by their names. */
function numberOf(part: StorePart): number {
  const number = numbers.get(part) ?? ++last;
  numbers.set(part, number);
  return number;
}

export function filledLike(parts: readonly StorePart[], { data, seed, seeded = parts }: StoreOptions): Filled {
  if (data !== undefined) return { after: () => undefined };
  const key = JSON.stringify([parts.map(numberOf), seeded.map(numberOf), seed]);
  const like = kept.get(key) ?? { opened: 0 };
  kept.set(key, like);
  like.opened += 1;
  let isAlike = like.opened === 2;
  return {
    ...(like.held === undefined ? {} : { held: like.held }),
    after(database, requestedTime) {
      isAlike &&= !requestedTime;
      if (isAlike) like.held = database.bytes?.();
    },
  };
}
