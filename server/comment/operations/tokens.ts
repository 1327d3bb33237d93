/**
 * The service's own tokens (document 2, Authentication). The documents do not define them: here a token is a JWT
 * (HS256, signed with a secret of the database) that is valid for one year.
 */

import { randomBytes, webcrypto } from 'node:crypto';
import { Refusal } from '@wallet-services/runtime/refusal';
import { errors, jwtVerify, SignJWT } from 'jose';
import { type Clock, isCanonicalJwt, offNote } from '../../values/index.ts';
import type { CommentStore } from '../store/tables.ts';

/** Issues and verifies tokens. */
export interface Tokens {
  issue(userId: number): Promise<string>;
  /**
   * Verifies a token and returns the number of its user.
   *
   * @throws Refusal 401 when this service did not issue it, or it has expired
   */
  userOf(token: string): Promise<number>;
}

const ALGORITHM = 'HS256';
const ISSUER = 'comment';
const AUDIENCE = 'comment';

/** One year, in seconds. */
const LIFETIME = 365 * 24 * 3600;

/** Longest token that is verified: longer than any that is issued. */
const LONGEST = 1_024;

/** Reads the secret from the database, or creates it at the first start. */
export async function createTokens(store: CommentStore, clock: Clock): Promise<Tokens> {
  const secret = Buffer.from(await readSecret(store), 'base64');
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await webcrypto.subtle.importKey('raw', secret, hmac, false, ['sign', 'verify']);
  return {
    issue(userId) {
      const now = Math.floor(clock() / 1000);
      return new SignJWT()
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(String(userId))
        .setJti(webcrypto.randomUUID())
        .setIssuedAt(now)
        .setExpirationTime(now + LIFETIME)
        .sign(key);
    },
    async userOf(token) {
      if (token.length > LONGEST || !isCanonicalJwt(token)) throw refusal('is not one of this service');
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          issuer: ISSUER,
          audience: AUDIENCE,
          requiredClaims: ['sub', 'iat', 'exp'],
          currentDate: new Date(clock()),
        });
        return Number(payload.sub);
      } catch (error) {
        if (error instanceof errors.JWTExpired) throw refusal(`has expired${offNote(clock())}`);
        if (error instanceof errors.JOSEError) throw refusal('is not one of this service');
        throw error;
      }
    },
  };
}

async function readSecret(store: CommentStore): Promise<string> {
  await store
    .insertInto('comment_secrets')
    .values({ name: 'token', value: randomBytes(32).toString('base64') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await store
    .selectFrom('comment_secrets')
    .select('value')
    .where('name', '=', 'token')
    .executeTakeFirstOrThrow();
  return value;
}

/** The error for an invalid credential (RFC 6750, section 3). */
export function refusal(why: string): Refusal {
  return new Refusal(401, `the access token ${why}`, {
    hint: 'sign in at POST /auth/login',
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
  });
}
