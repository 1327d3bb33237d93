/** Access tokens that renew themselves. */
import type { TokenSource } from '../http/index.ts';
import { keptToken } from './kept-token.ts';
import { type Keystore, signToken, TEN_MINUTES, type TokenOptions } from './token.ts';

/** The keystore, and the purpose of its tokens. */
export interface AccessTokenOptions extends Pick<TokenOptions, 'scope' | 'lifetime' | 'clock'> {
  readonly keystore: Keystore;
}

/** How long before its expiry a token is replaced, in milliseconds; a short-lived one after half of its lifetime. */
const AHEAD = 60_000;

/**
 * A source of access tokens that a keystore signs: valid for ten minutes, cached, and replaced a minute before they
 * expire or when a service rejects them. Nothing is sent anywhere.
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
