/** How far a server's clock is from ours: what is signed for it must be young there. */
import { apartFrom, type Exchange } from '../../model/exchange.ts';

/** Clocks that are no further apart, in milliseconds, are told alike: what is signed lives for minutes. */
const ALIKE = 30_000;

/** Clocks that are further apart are not meant: time zones are not. In milliseconds. */
const FURTHEST = 86_400_000;

/** A clock ticks meanwhile; an answer that somebody kept is the same. In milliseconds. */
export const TICK = 1_100;

/**
 * How many milliseconds the server's clock is ahead of ours; 0 where it is not, or where nothing tells.
 *
 * @param later asks the same a tick later: answers may be kept for minutes
 */
export async function aheadOfUs(first: Exchange, later: () => Promise<Exchange>): Promise<number> {
  if (Math.abs(apartFrom(first) ?? 0) <= ALIKE) return 0;
  const second = await later();
  const [before, after] = [apartFrom(first), apartFrom(second)];
  if (before === null || after === null || Math.abs(after) <= ALIKE) return 0;
  // By a clock that goes, the two are as far from ours; seconds are not told in parts.
  return Math.abs(after - before) < TICK && Math.abs(after) < FURTHEST ? after : 0;
}
