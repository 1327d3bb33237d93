/** OAuth tokens: the network signs them for an application that a user authorized. */

import { createHash, randomUUID } from 'node:crypto';
import { Refusal } from '@wallet-services/runtime/refusal';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { privateKeyOf, publicKeyOf, publicKeyText } from '../../values/ed25519.ts';
import type { Clock } from '../../values/index.ts';
import type { WalletAuthorizationRow, WalletStore } from '../store/tables.ts';
import { type Bearer, refusedToken } from './token.ts';

/** Name of the network's key. */
export const OAUTH_KEY = 'oauth';

/** Lifetime of a token: 30 days, in milliseconds. */
export const OAUTH_LIFETIME = 30 * 86_400_000;

/** Signs the token of an authorization. */
export async function issueOAuthToken(
  store: WalletStore,
  clock: Clock,
  authorization: WalletAuthorizationRow,
): Promise<string> {
  const now = Math.floor(clock() / 1000);
  return new SignJWT({ aid: authorization.authorization_id, scp: authorization.scope })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT' })
    .setIssuer(authorization.client_id)
    .setIssuedAt(now)
    .setExpirationTime(now + OAUTH_LIFETIME / 1000)
    .setJti(randomUUID())
    .sign(privateKeyOf(await networkKey(store)));
}

/**
 * Time of issue of the demonstration tokens, in seconds: that of the documents' examples. They are valid until 2100.
 */
const DEMO_ISSUED = 1_629_198_889;
const DEMO_EXPIRES = 4_102_444_800;

/**
 * Signs the token of a demonstration user's authorization: always the same one, so that it can be documented.
 *
 * @returns undefined when the user has no initial authorization
 */
export async function demoOAuthToken(store: WalletStore, userId: string): Promise<string | undefined> {
  const authorization = await store
    .selectFrom('wallet_authorizations')
    .selectAll()
    .where('authorization_id', '=', demoAuthorizationId(userId))
    .executeTakeFirst();
  if (authorization === undefined) return undefined;
  return new SignJWT({ aid: authorization.authorization_id, scp: authorization.scope })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT' })
    .setIssuer(authorization.client_id)
    .setIssuedAt(DEMO_ISSUED)
    .setExpirationTime(DEMO_EXPIRES)
    .setJti(authorization.authorization_id)
    .sign(privateKeyOf(await networkKey(store)));
}

/** Id of the initial authorization of a user of the cast, derived from the user's id. */
export function demoAuthorizationId(userId: string): string {
  const hex = createHash('sha256').update(`authorization of ${userId}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

/** @throws Refusal 401 when the token is invalid */
export async function oauthBearer(
  store: WalletStore,
  clock: Clock,
  token: string,
  { aid }: JWTPayload,
): Promise<Bearer> {
  await verify(token, await networkKey(store), clock);
  const authorization = await store
    .selectFrom('wallet_authorizations')
    .selectAll()
    .where('authorization_id', '=', String(aid))
    .executeTakeFirst();
  if (authorization === undefined) throw new Refusal(401, 'the authorization was revoked');
  const { user_id, client_id, scope } = authorization;
  return { userId: user_id, clientId: client_id, scopes: scope.split(' ') };
}

async function verify(token: string, privateKey: string, clock: Clock): Promise<void> {
  try {
    await jwtVerify(token, publicKeyOf(publicKeyText(privateKeyOf(privateKey))), {
      algorithms: ['EdDSA'],
      currentDate: new Date(clock()),
      requiredClaims: ['aid', 'scp', 'iss', 'iat', 'exp', 'jti'],
    });
  } catch (error) {
    throw refusedToken(error, clock());
  }
}

async function networkKey(store: WalletStore): Promise<string> {
  const { private_key } = await store
    .selectFrom('wallet_keys')
    .select('private_key')
    .where('name', '=', OAUTH_KEY)
    .executeTakeFirstOrThrow();
  return private_key;
}
