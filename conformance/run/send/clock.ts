/** The difference between a server's clock and ours: signatures for the server must be recent by its clock. */
import { apartFrom, type Exchange } from '../../model/exchange.ts';

/** Clocks that differ by no more than this, in milliseconds, count as equal: signatures are valid for minutes. */
const ALIKE = 30_000;

/** The largest difference that is corrected, in milliseconds: errors of time zones are smaller. */
const FURTHEST = 86_400_000;

/**
 * The pause between the two requests, in milliseconds: a clock advances meanwhile, and a cached answer stays the same.
 */
export const TICK = 1_100;

/**
 * How many milliseconds the server's clock is ahead of ours; 0 where it is not, or where no answer shows it.
 *
 * @param later sends the same request a tick later: answers may be cached for minutes
 */
export async function aheadOfUs(first: Exchange, later: () => Promise<Exchange>): Promise<number> {
  if (Math.abs(apartFrom(first) ?? 0) <= ALIKE) return 0;
  const second = await later();
  const [before, after] = [apartFrom(first), apartFrom(second)];
  if (before === null || after === null || Math.abs(after) <= ALIKE) return 0;
  // By a running clock, both answers differ equally from ours; dates have no fractions of a second.
  return Math.abs(after - before) < TICK && Math.abs(after) < FURTHEST ? after : 0;
}
