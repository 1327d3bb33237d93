/** Whether a server's time is now: by its own Date header, and by our clock. Either may be wrong; both seldom are. */

import type { CheckContext } from '../core/context.ts';
import type { Exchange } from '../model/exchange.ts';

/** Answers may be kept for minutes; time zones lie further apart. In milliseconds. */
const TOLERANCE = 600_000;

/** Time zones differ by so much, or by a multiple of it. */
const QUARTER = 900_000;

/** The furthest time zones are 14 hours from UTC. */
const FURTHEST = 14 * 3_600_000;

/** How near to a whole quarter of an hour a time in another time zone is: what the way takes, and clocks that differ. */
const EXACT = 90_000;

/** Clocks that know when an answer was made, in milliseconds since the epoch. */
function clocksOf({ outcome, receivedAt }: Exchange): readonly number[] {
  const header = outcome.kind === 'answer' && outcome.date !== undefined ? Date.parse(outcome.date) : Number.NaN;
  return [header, receivedAt ?? Number.NaN].filter(Number.isFinite);
}

/**
 * `near`: now. `zone`: now in some time zone, taken for UTC. `far`: another time; a sandbox may have its own clock.
 * `unknown`: no member shows the time of the response.
 */
export type Nearness = 'near' | 'zone' | 'far' | 'unknown';

/** @param time milliseconds since the epoch. */
export function nearness(time: number, exchange: Exchange): Nearness {
  const apart = clocksOf(exchange).map((clock) => Math.abs(time - clock));
  if (apart.length === 0) return 'unknown';
  if (apart.some((one) => one <= TOLERANCE)) return 'near';
  const isZone = (one: number) =>
    one <= FURTHEST + EXACT && Math.abs(one - Math.round(one / QUARTER) * QUARTER) <= EXACT;
  return apart.every(isZone) ? 'zone' : 'far';
}

/**
 * `none`: a time is not ahead of every clock. `zone`: it is ahead of all, no further than time zones lie apart.
 * `more`: further.
 */
export type Ahead = 'none' | 'zone' | 'more';

/** @param time milliseconds since the epoch. @param reported the current time in the response itself. */
export function aheadOf(time: number, exchange: Exchange, reported: number | null): Ahead {
  const clocks = clocksOf(exchange);
  if (clocks.length === 0) return 'none';
  const ahead = time - Math.max(...clocks, ...(reported === null ? [] : [reported]));
  if (ahead <= TOLERANCE) return 'none';
  return ahead <= FURTHEST + EXACT ? 'zone' : 'more';
}

/** The time of the response, as text; null if it does not show it. */
export function nowText(exchange: Exchange): string | null {
  const [clock] = clocksOf(exchange);
  return clock === undefined ? null : new Date(clock).toISOString();
}

/** A time that is unchanged after this many milliseconds is constant. */
const STILL = 1_100;

/**
 * Sends a request again, a while later, if all responses have the same time. One operation may be cached for a while;
 * responses of several are not from one moment.
 * @returns the response with the same time; null if time advances.
 */
export async function isConstant(
  { send }: CheckContext,
  exchanges: readonly Exchange[],
  timeOf: (exchange: Exchange) => number | null,
): Promise<Exchange | null> {
  const reported = exchanges.filter((one) => timeOf(one) !== null);
  const calls = reported.flatMap(({ call }) => (call.kind === 'http' ? [call] : []));
  const [call, another] = new Map(calls.map((one) => [one.operation, one])).values();
  const times = new Set(reported.map(timeOf));
  if (call === undefined || another === undefined || times.size > 1) return null;
  const later = await send({ ...call, label: 'a while later', pauseMs: STILL });
  return times.has(timeOf(later)) ? later : null;
}
