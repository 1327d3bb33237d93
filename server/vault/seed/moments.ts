/** Times as numbers, for calculations. */
import { nanosecondsOf, timeOf } from '../../values/index.ts';

/** In nanoseconds. */
export const SECOND = 1_000_000_000n;
export const MINUTE = 60n * SECOND;
export const HOUR = 60n * MINUTE;

/** RFC 3339, in UTC. */
export function utcText(nanoseconds: bigint): string {
  const text = timeOf({ seconds: nanoseconds / SECOND, nanos: Number(nanoseconds % SECOND) });
  if (text === undefined) throw new RangeError(`${nanoseconds} nanoseconds are no moment that a time can write`);
  return text;
}

/** RFC 3339, at +08:00. */
export function eastText(nanoseconds: bigint): string {
  return utcText(nanoseconds + 8n * HOUR).replace('Z', '+08:00');
}

/** A time plus a number of seconds, in UTC. */
export function laterText(time: string, seconds: number): string {
  return utcText(nanosecondsOf(time) + BigInt(seconds) * SECOND);
}
