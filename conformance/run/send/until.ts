/** Asks again for what takes effect a moment later. */
import type { Until } from '../../core/context.ts';
import type { ServiceTarget } from '../../model/target.ts';

/** Waits for so many milliseconds. */
export type Pause = (milliseconds: number) => Promise<unknown>;

/** No wait at all: for who has the answers already. */
export const atOnce: Pause = async () => undefined;

/** How long what was done may take to show, in milliseconds, if the target says nothing else: no document gives a time. */
const SETTLES = 5000;

/** Pauses before something is asked again, in milliseconds; the last one is repeated. */
const PAUSES = [50, 100, 200, 400, 800];

/**
 * Asks until it is there, or until the pauses together are as long as the target gives. How often it is asked follows
 * from the answers alone, so that a recorded conversation goes the same way.
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
