/** Tokens that are kept until they are of no more use. */
import type { TokenSource } from '../http/index.ts';

/**
 * Keeps a token until it is stale or was rejected. However many ask at once, one is made; when making it fails, those
 * who asked are told, and the next one to ask tries again.
 *
 * @param make asks for a token
 * @param isStale whether it is about to end. Default: never
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
