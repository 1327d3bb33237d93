/**
 * Tokens that are signed with a keystore (document 1, Access token for protected operations). The documents do not
 * define the claims; these are the reference network's: `uid` and `sid` name the keystore, `sig` is the SHA-256 of
 * method, path and body of the request that the token is for, `scp` is FULL; `iat`, `exp` and `jti` as in RFC 7519.
 */

import { timingSafeEqual } from 'node:crypto';
import { requestSignature, type SignedRequest } from '@wallet-services/client/sign-in';
import { Refusal } from '@wallet-services/runtime/refusal';
import { type JWTPayload, jwtVerify } from 'jose';
import { publicKeyOf } from '../../values/ed25519.ts';
import type { Clock } from '../../values/index.ts';
import type { WalletStore } from '../store/tables.ts';
import { type Bearer, refusedToken } from './token.ts';

/** Longest lifetime, in seconds: 90 days, for which an SDK of the network signs tokens. */
const LONGEST = 90 * 86_400;

/** How far the signer's clock may be ahead, in seconds. */
const SKEW = 60;

export const FULL = 'FULL';

/** @throws Refusal 401 when the token is invalid */
export async function selfSigned(
  store: WalletStore,
  clock: Clock,
  token: string,
  claims: JWTPayload,
  request: SignedRequest,
): Promise<Bearer> {
  const { sid, uid } = claims;
  if (typeof sid !== 'string' || typeof uid !== 'string') throw new Refusal(401, 'the token lacks uid or sid');
  const session = await store
    .selectFrom('wallet_sessions')
    .select(['user_id', 'client_id', 'public_key'])
    .where('session_id', '=', sid)
    .executeTakeFirst();
  if (session === undefined || session.user_id !== uid) throw new Refusal(401, 'this user has no such session');
  const verified = await verify(token, session.public_key, clock);
  checkLifetime(verified, clock);
  if (!(await fits(verified.sig, request))) {
    throw new Refusal(401, `the token is not signed for ${request.method} ${request.path}`);
  }
  if (verified.scp !== FULL) throw new Refusal(401, 'the scope of the token is not FULL');
  return { userId: session.user_id, clientId: session.client_id, scopes: [FULL] };
}

async function verify(token: string, publicKey: string, clock: Clock): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, publicKeyOf(publicKey), {
      algorithms: ['EdDSA'],
      currentDate: new Date(clock()),
      requiredClaims: ['uid', 'sid', 'iat', 'exp', 'jti', 'sig', 'scp'],
    });
    return payload;
  } catch (error) {
    throw refusedToken(error, clock());
  }
}

function checkLifetime({ iat = 0, exp = 0, jti }: JWTPayload, clock: Clock): void {
  if (typeof jti !== 'string' || jti === '') throw new Refusal(401, 'the token has no jti');
  if (iat > clock() / 1000 + SKEW) throw new Refusal(401, 'the token was issued in the future');
  if (exp <= iat || exp - iat > LONGEST)
    throw new Refusal(401, 'the lifetime of the token is not between 0 and 90 days');
}

async function fits(sig: unknown, request: SignedRequest): Promise<boolean> {
  if (typeof sig !== 'string') return false;
  const presented = Buffer.from(sig);
  const expected = Buffer.from(await requestSignature(request));
  return presented.length === expected.length && timingSafeEqual(presented, expected);
}
