/** Access tokens, signed with a keystore (document 1, Access token for protected operations). */
import { SignJWT } from 'jose';
import { importPrivateKey } from './private-key.ts';
import { GET_ME, requestSignature, type SignedRequest } from './request-signature.ts';

/** The credentials that the wallet network issued to an application. */
export interface Keystore {
  /** UUID. */
  readonly clientId: string;
  /** UUID. */
  readonly sessionId: string;
  /** Ed25519, 32 or 64 bytes, in hexadecimal, base64 or base64url. A secret. */
  readonly privateKey: string;
}

/** The purpose of the token; every member has a default. */
export interface TokenOptions extends Partial<SignedRequest> {
  /** Default: `FULL`. */
  readonly scope?: string | undefined;
  /** Lifetime in milliseconds. Default: 600,000 (ten minutes). */
  readonly lifetime?: number | undefined;
  /** Returns the current time in milliseconds since 1970. Default: the system clock. */
  readonly clock?: (() => number) | undefined;
}

/** The default lifetime of a token, in milliseconds. */
export const TEN_MINUTES = 600_000;

/**
 * Signs one access token. By default it is one that the services accept: for `GET /me`, scope FULL, ten minutes.
 * `accessToken` caches and renews such tokens.
 *
 * @throws TypeError when the private key is not an Ed25519 key
 * @example
 * const token = await signToken({ clientId, sessionId, privateKey });
 * await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
 */
export async function signToken(keystore: Keystore, options: TokenOptions = {}): Promise<string> {
  const { scope = 'FULL', lifetime = TEN_MINUTES, clock = Date.now, ...request } = options;
  const now = clock();
  return new SignJWT({
    uid: keystore.clientId,
    sid: keystore.sessionId,
    sig: await requestSignature({ ...GET_ME, ...request }),
    scp: scope,
  })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT' })
    .setIssuedAt(Math.floor(now / 1000))
    .setExpirationTime(Math.floor((now + lifetime) / 1000))
    .setJti(crypto.randomUUID())
    .sign(await importPrivateKey(keystore.privateKey));
}
