/** Timestamps of new entries. */
import { isoTime, knownInstantKey } from '../../values/index.ts';

/**
 * The current time, or that of the previous entry if the clock was set back since: entries keep the order in which they
 * were written when they are ordered by time.
 *
 * @param now milliseconds since 1970
 * @param before time of the previous entry, if there is one
 */
export function writingTime(now: number, before: string | undefined): string {
  const present = isoTime(now);
  return before !== undefined && knownInstantKey(before) > knownInstantKey(present) ? before : present;
}
