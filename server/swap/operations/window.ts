/**
 * The range of statistics and candles, and the times of their points. The documents do not define the points
 * (`swap.stats.sampling`). Here they ascend, one at each full minute, hour, day, ... in UTC within the range that ends
 * now; the longer the range, the longer the steps.
 */
import { Refusal } from '@wallet-services/runtime/refusal';
import { durationMilliseconds } from '../../values/index.ts';
import { DAY, HOUR, MINUTE, startOfPeriod } from './pools/periods.ts';

/** The times of the points of a series. */
export interface Window {
  /** Time between two points, in seconds. */
  readonly step: number;
  /** Start of each point, ascending, in seconds since 1970. */
  readonly starts: readonly number[];
  /** End of the last point: now, in milliseconds since 1970. */
  readonly now: number;
}

const STANDARD = '720h';

/** Largest number of points in a series, except for the longest step. */
const MOST = 720;

/** Lengths of a step in seconds, and from how many steps on it is used. */
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
 * @param dur Go-style duration; default: 720h
 * @param since time of the first record, in seconds since 1970: all points are later
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
