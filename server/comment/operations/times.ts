/** When something is written. */
import { isoTime, knownInstantKey } from '../../values/index.ts';

/**
 * The present moment, or that of the entry before if the clock was set back since: a list in the order of time is
 * one in the order of writing.
 *
 * @param now milliseconds since 1970
 * @param before time of the entry before, if there is one
 */
export function writingTime(now: number, before: string | undefined): string {
  const present = isoTime(now);
  return before !== undefined && knownInstantKey(before) > knownInstantKey(present) ? before : present;
}
