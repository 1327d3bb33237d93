/** Tokens of OAuth: signed by the network, for an application that a user authorized. */
import { randomUUID } from 'node:crypto';
import { Refusal } from '@wallet-services/contract/lending';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { privateKeyOf, publicKeyOf, publicKeyText } from '../sign-in/ed25519.ts';
import type { Clock } from '../values/index.ts';
import type { WalletAuthorizationRow, WalletStore } from './tables.ts';
import { type Bearer, refusedToken } from './token.ts';

/** Name of the network's key. */
export const OAUTH_KEY = 'oauth';

/** How long a token holds: 30 days, in seconds. */
const LIFETIME = 30 * 86_400;

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
    .setExpirationTime(now + LIFETIME)
    .setJti(randomUUID())
    .sign(privateKeyOf(await networkKey(store)));
}

/** @throws Refusal 401 */
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
  if (authorization === undefined) throw new Refusal(401, 'the authorization was taken back');
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
    throw refusedToken(error);
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
