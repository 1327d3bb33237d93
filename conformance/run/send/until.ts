/** Repeats requests for results that take effect a moment later. */
import type { Until } from '../../core/context.ts';
import type { ServiceTarget } from '../../model/target.ts';

/** Waits for a number of milliseconds. */
export type Pause = (milliseconds: number) => Promise<unknown>;

/** No wait at all: for callers that already have the answers. */
export const atOnce: Pause = async () => undefined;

/** The time that a change may take to show, in milliseconds, if the target gives none: no document gives a time. */
const SETTLES = 5000;

/** Pauses before a request is repeated, in milliseconds; the last one is used again. */
const PAUSES = [50, 100, 200, 400, 800];

/**
 * Sends a request until the result is there, or until the total of the pauses reaches the time of the target. The
 * number of requests follows from the answers alone, so that a recorded conversation goes the same way.
 */
export function untilWith(pause: Pause, { settleMs = SETTLES }: Pick<ServiceTarget, 'settleMs'>): Until {
  return async (send, isThere) => {
    let found = await send();
    for (let [attempt, left] = [0, settleMs]; left > 0 && !isThere(found); attempt += 1) {
      const milliseconds = Math.min(PAUSES[attempt] ?? PAUSES.at(-1) ?? 0, left);
      left -= milliseconds;
      await pause(milliseconds);
      found = await send();
    }
    return found;
  };
}
