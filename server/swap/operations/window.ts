/**
 * The range of statistics and candles, and the times of their points. The documents leave the points open
 * (`swap.stats.sampling`); here they ascend, one at each full minute, hour, day, ... in UTC within the range that ends
 * now; the longer the range, the further apart.
 */
import { Refusal } from '@wallet-services/runtime/refusal';
import { durationMilliseconds } from '../../values/index.ts';
import { DAY, HOUR, MINUTE, startOfPeriod } from './pools/periods.ts';

/** The times of the points of a series. */
export interface Window {
  /** From one point to the next, in seconds. */
  readonly step: number;
  /** Ascending, seconds since 1970. */
  readonly starts: readonly number[];
  /** When the last point ends: now, in milliseconds since 1970. */
  readonly now: number;
}

const STANDARD = '720h';

/** Most points of a series, but for the coarsest step. */
const MOST = 720;

/** By steps of this length, in seconds, beginning with stretches of that many steps. */
const STEPS = [
  { step: MINUTE, from: 0 },
  { step: HOUR, from: 2 * HOUR },
  { step: DAY, from: 2 * DAY },
  { step: 7 * DAY, from: MOST * DAY },
  { step: 28 * DAY, from: MOST * 7 * DAY },
] as const;

/**
 * The window of a duration.
 *
 * @param dur Go-style; 720h when it is left out
 * @param since the time of the first record, in seconds since 1970: all points are later
 * @param now milliseconds since 1970
 * @throws Refusal 400 when the duration is malformed or not positive
 */
export function windowOf(dur: string | undefined, since: number, now: number): Window {
  const length = durationMilliseconds(dur ?? STANDARD);
  if (length === undefined || length <= 0) {
    throw new Refusal(400, 'dur is not a duration', { hint: 'such as 24h, 90m or 4320h, which is 180 days' });
  }
  const step = (STEPS.findLast(({ from }) => length >= from * 1000) ?? STEPS[0]).step;
  const earliest = Math.max(now - length, startOfPeriod(since * 1000, step) * 1000 - 1);
  const starts: number[] = [];
  for (let start = startOfPeriod(now, step); start * 1000 > earliest; start -= step) starts.push(start);
  return { step, starts: starts.reverse(), now };
}
