/** Tokens that are cached while they are valid. */
import type { TokenSource } from '../http/index.ts';

/**
 * Caches a token until it is stale or was rejected. Simultaneous callers share one token; when making it fails, all of
 * them get the error, and the next caller tries again.
 * @param make requests a token
 * @param isStale whether it is about to expire. Default: never
 */
export function keptToken(make: () => Promise<string>, isStale: () => boolean = () => false): TokenSource {
  let made: Promise<string> | undefined;
  let kept: string | undefined;

  function renew(): Promise<string> {
    const making = make();
    made = making;
    kept = undefined;
    const settle = (token: string | undefined) => {
      if (made !== making) return;
      kept = token;
      if (token === undefined) made = undefined;
    };
    making.then(settle, () => settle(undefined));
    return making;
  }

  return {
    token: () => (made === undefined || isStale() ? renew() : made),
    reject(token) {
      if (token === kept) made = undefined;
    },
  };
}
