/** Access tokens that renew themselves. */
import type { TokenSource } from '../http/index.ts';
import { keptToken } from './kept-token.ts';
import { type Keystore, signToken, TEN_MINUTES, type TokenOptions } from './token.ts';

/** The keystore, and what its tokens are for. */
export interface AccessTokenOptions extends Pick<TokenOptions, 'scope' | 'lifetime' | 'clock'> {
  readonly keystore: Keystore;
}

/** So long before its end a token is replaced, in milliseconds; of a short-lived one, half of its life. */
const AHEAD = 60_000;

/**
 * Hands out access tokens that a keystore signs: ten minutes each, kept, and replaced a minute before they end or when
 * a service rejects them. Nothing is sent anywhere.
 *
 * @example
 * const token = accessToken({ keystore: { clientId, sessionId, privateKey } });
 * const swap = createClient({ baseUrl, token });
 */
export function accessToken({ keystore, ...options }: AccessTokenOptions): TokenSource {
  const { lifetime = TEN_MINUTES, clock = Date.now } = options;
  let until = Number.POSITIVE_INFINITY;
  return keptToken(
    async () => {
      until = clock() + lifetime - Math.min(AHEAD, lifetime / 2);
      return signToken(keystore, options);
    },
    () => clock() >= until,
  );
}
