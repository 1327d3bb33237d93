/** Verifies the credential of a request to the network. */

import type { SignedRequest } from '@wallet-services/client/sign-in';
import { Refusal } from '@wallet-services/runtime/refusal';
import type { Request } from 'express';
import { decodeJwt, decodeProtectedHeader, type JWTPayload } from 'jose';
import { type Clock, isCanonicalJwt } from '../../values/index.ts';
import type { WalletStore } from '../store/tables.ts';
import { oauthBearer } from './oauth-token.ts';
import { FULL, selfSigned } from './self-signed.ts';
import type { Bearer } from './token.ts';

/**
 * Identifies the caller.
 *
 * @param signed the request for which the token must be signed
 * @param scope the scope that suffices, besides FULL
 * @throws Refusal 401 when the token is invalid, 403 when it does not have the scope
 */
export async function authenticate(
  store: WalletStore,
  clock: Clock,
  request: Request,
  signed: SignedRequest,
  scope: string,
): Promise<Bearer> {
  const [, token] = /^Bearer +([^\s]+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (token === undefined) {
    throw new Refusal(401, 'the access token is missing', { hint: 'send it as Authorization: Bearer <token>' });
  }
  const claims = claimsOf(token);
  const ofSession = claims.sid !== undefined;
  if (ofSession === (claims.aid !== undefined)) {
    throw new Refusal(401, 'the token is neither signed with a keystore (sid) nor an OAuth token (aid)');
  }
  const bearer = ofSession
    ? await selfSigned(store, clock, token, claims, signed)
    : await oauthBearer(store, clock, token, claims);
  if (!bearer.scopes.includes(FULL) && !bearer.scopes.includes(scope)) {
    throw new Refusal(403, `the scope of the token is not ${scope}`);
  }
  return bearer;
}

/** Reads the claims before they are verified: they select the key for the verification. */
function claimsOf(token: string): JWTPayload {
  if (!isCanonicalJwt(token)) throw new Refusal(401, 'the token is not a JWT');
  try {
    const { alg } = decodeProtectedHeader(token);
    if (alg !== 'EdDSA') throw new Refusal(401, 'the token is not signed with EdDSA');
    return decodeJwt(token);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(401, 'the token is not a JWT');
  }
}
