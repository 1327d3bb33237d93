/**
 * Caches the initial content of databases in memory. It depends only on their parts and the seed, so after a process
 * has filled a second equal one, further ones are copied, in a tenth of the time.
 */
import type { OpenDatabase } from './database.ts';
import type { StoreOptions, StorePart } from './store.ts';

/** What databases with equal parts and seed share. */
export interface Filled {
  /** The content to start with; undefined for the first two databases. */
  readonly held?: Uint8Array;
  /** Reports that a part was filled, and whether it read the clock: content that depends on the time is not copied. */
  after(database: OpenDatabase, requestedTime: boolean): void;
}

interface Kept {
  opened: number;
  held?: Uint8Array;
}

const kept = new Map<string, Kept>();
const numbers = new WeakMap<StorePart, number>();
let last = 0;

/** Identifies a part by its object, not by its name. */
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
