/** Limits the number of requests that an address sends in a minute. */
import type { Clock } from './clock.ts';

export interface RateLimiter {
  /**
   * Counts a request of an address.
   *
   * @returns undefined when it is admitted, otherwise the seconds to wait
   */
  take(address: string): number | undefined | Promise<number | undefined>;
}

interface Window {
  taken: number;
  readonly ends: number;
}

const MINUTE = 60_000;

/** Number of known addresses above which idle ones are removed. */
const SWEEP_AT = 10_000;

/** The minute of an address begins with its first request. */
export function rateLimiter(perMinute: number, clock: Clock): RateLimiter {
  const windows = new Map<string, Window>();
  return {
    take(address) {
      const now = clock();
      let window = windows.get(address);
      if (window === undefined || window.ends <= now) {
        if (windows.size >= SWEEP_AT) sweep(windows, now);
        window = { taken: 0, ends: now + MINUTE };
        windows.set(address, window);
      }
      if (window.taken >= perMinute) return Math.max(1, Math.ceil((window.ends - now) / 1000));
      window.taken += 1;
      return undefined;
    },
  };
}

function sweep(windows: Map<string, Window>, now: number): void {
  for (const [address, { ends }] of windows) if (ends <= now) windows.delete(address);
}
