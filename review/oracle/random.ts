/** Reproducible random choices. */

/** A source of random choices. */
export interface Random {
  /** An integer from 0 (inclusive) to `end` (exclusive). */
  readonly below: (end: number) => number;
  readonly pick: <One>(list: readonly One[]) => One;
  /** True with a probability of one in `times`. */
  readonly once: (times: number) => boolean;
}

/** Creates a source (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    below,
    pick: <One>(list: readonly One[]): One => {
      if (list.length === 0) throw new RangeError('nothing to choose from');
      return list[below(list.length)] as One;
    },
    once: (times) => below(times) === 0,
  };
}
