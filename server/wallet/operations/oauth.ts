/** OAuth with PKCE (document 1, Method A): a user grants scopes to an application, which gets a token for a code. */

import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { Refusal } from '@wallet-services/runtime/refusal';
import type { Clock } from '../../values/index.ts';
import type { WalletAppRow, WalletAuthorizationRow, WalletCodeRow, WalletStore } from '../store/tables.ts';
import { issueOAuthToken, OAUTH_LIFETIME } from './oauth-token.ts';
import { forgetAuthorizations, forgetCodes } from './quota.ts';

/** The scopes that can be granted. FULL cannot: only a keystore of one's own has it. */
const SCOPES = [
  'PROFILE:READ',
  'PHONE:READ',
  'CONTACTS:READ',
  'ASSETS:READ',
  'SNAPSHOTS:READ',
  'MESSAGES:REPRESENT',
  'PAYMENTS',
] as const;

const UNUSABLE = 'the code is unknown, was used, or has expired';

/** Lifetime of a code, in milliseconds. */
const CODE_LIFETIME = 300_000;

/** Expiry of the demonstration code, in milliseconds since 1970: in 2100. Until then it can be exchanged repeatedly. */
export const DEMO_CODE_EXPIRES = 4_102_444_800_000;

/** SHA-256 in base64url (RFC 7636). */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

/** An application's request to a user, before validation. */
export interface AuthorizationRequest {
  readonly client_id?: string | undefined;
  /** Space separated. */
  readonly scope?: string | undefined;
  readonly code_challenge?: string | undefined;
  /** `S256`; default: `S256`. */
  readonly code_challenge_method?: string | undefined;
  /** Must be registered. Without one, the code is shown instead of sent. */
  readonly redirect_uri?: string | undefined;
  readonly state?: string | undefined;
}

/** A validated request. */
export interface CheckedRequest {
  readonly app: WalletAppRow;
  /** The requested scopes without repetitions, in order. */
  readonly scopes: readonly string[];
  readonly challenge: string | undefined;
  readonly redirectUri: string | undefined;
  readonly state: string | undefined;
}

/** @throws Refusal 400 when the application, its redirect or the scopes are unknown, or PKCE is not S256 */
export async function checkAuthorization(store: WalletStore, request: AuthorizationRequest): Promise<CheckedRequest> {
  const { client_id = '', redirect_uri: redirectUri, code_challenge: challenge } = request;
  const app = await store.selectFrom('wallet_apps').selectAll().where('client_id', '=', client_id).executeTakeFirst();
  if (app === undefined) throw new Refusal(400, `there is no application with the client_id ${client_id}`);
  const registered: readonly string[] = JSON.parse(app.redirect_uris);
  if (redirectUri !== undefined && !registered.includes(redirectUri)) {
    throw new Refusal(400, `redirect_uri is not registered for ${app.name}`, {
      hint: `use ${registered.join(', ')}`,
    });
  }
  if ((request.code_challenge_method ?? 'S256') !== 'S256') throw new Refusal(400, 'code_challenge_method is not S256');
  if (challenge !== undefined && !CHALLENGE.test(challenge)) {
    throw new Refusal(400, 'code_challenge is not a SHA-256 in base64url, 43 characters');
  }
  return { app, scopes: scopesOf(request.scope ?? ''), challenge, redirectUri, state: request.state };
}

function scopesOf(text: string): string[] {
  const scopes = [...new Set(text.split(' ').filter((scope) => scope !== ''))];
  const unknown = scopes.find((scope) => !SCOPES.some((known) => known === scope));
  if (unknown !== undefined) throw new Refusal(400, `the scope ${unknown} is not one of ${SCOPES.join(', ')}`);
  if (scopes.length === 0) throw new Refusal(400, `scope is missing: send one or more of ${SCOPES.join(', ')}`);
  return scopes;
}

/**
 * Approves a request on behalf of the user.
 *
 * @returns the code, which is valid once and for five minutes
 * @throws Refusal 400 when there is no such user
 */
export async function approve(
  store: WalletStore,
  clock: Clock,
  { app, scopes, challenge, redirectUri }: CheckedRequest,
  userId: string,
): Promise<string> {
  const user = await store
    .selectFrom('wallet_users')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (user === undefined) throw new Refusal(400, `there is no user with the user_id ${userId}`);
  const code = randomBytes(32).toString('hex');
  await store.transaction().execute(async (transaction) => {
    await forgetCodes(transaction, { user_id: user.user_id, client_id: app.client_id }, clock(), DEMO_CODE_EXPIRES);
    await transaction
      .insertInto('wallet_codes')
      .values({
        code_hash: sha256(code).toString('hex'),
        user_id: user.user_id,
        client_id: app.client_id,
        scope: scopes.join(' '),
        code_challenge: challenge ?? null,
        redirect_uri: redirectUri ?? null,
        authorization_id: null,
        expires_at: clock() + CODE_LIFETIME,
      })
      .execute();
  });
  return code;
}

/** An application's request for a token, before validation. */
export interface TokenRequest {
  readonly client_id?: string | undefined;
  readonly code?: string | undefined;
  /** Required when the code was requested with a challenge. */
  readonly code_verifier?: string | undefined;
  /** Required when the code was requested without a challenge. */
  readonly client_secret?: string | undefined;
  /** Optional; otherwise it must be that of the request for the code. */
  readonly redirect_uri?: string | undefined;
}

/** The token and its properties. */
export interface TokenAnswer {
  readonly access_token: string;
  readonly scope: string;
  readonly authorization_id: string;
}

/**
 * Exchanges a code for a token, once. When a code is presented again, someone else has seen it, so the token that was
 * issued for it is revoked (RFC 6749, section 4.1.2).
 *
 * @throws Refusal 401 when the code is unknown, used, expired or another's, or the application's proof is invalid
 */
export async function exchange(store: WalletStore, clock: Clock, request: TokenRequest): Promise<TokenAnswer> {
  const { client_id = '', code = '' } = request;
  const authorization = await store
    .transaction()
    .execute(async (transaction): Promise<WalletAuthorizationRow | undefined> => {
      const codeHash = sha256(code).toString('hex');
      const row = await transaction
        .selectFrom('wallet_codes')
        .selectAll()
        .where('code_hash', '=', codeHash)
        .where('client_id', '=', client_id)
        .executeTakeFirst();
      if (row === undefined || row.expires_at <= clock()) {
        throw new Refusal(401, UNUSABLE);
      }
      const app = await transaction
        .selectFrom('wallet_apps')
        .selectAll()
        .where('client_id', '=', client_id)
        .executeTakeFirstOrThrow();
      checkProof(row, app, request);
      if (row.authorization_id !== null) {
        await transaction
          .deleteFrom('wallet_authorizations')
          .where('authorization_id', '=', row.authorization_id)
          .execute();
        return undefined;
      }
      const granted = {
        authorization_id: randomUUID(),
        user_id: row.user_id,
        client_id: row.client_id,
        scope: row.scope,
        granted_at: clock(),
      };
      await forgetAuthorizations(transaction, row, clock() - OAUTH_LIFETIME);
      await transaction.insertInto('wallet_authorizations').values(granted).execute();
      if (row.expires_at < DEMO_CODE_EXPIRES) {
        const { authorization_id } = granted;
        await transaction
          .updateTable('wallet_codes')
          .set({ authorization_id })
          .where('code_hash', '=', codeHash)
          .execute();
      }
      return granted;
    });
  if (authorization === undefined) {
    throw new Refusal(401, UNUSABLE, { hint: 'it was used before, so its token was revoked' });
  }
  const access_token = await issueOAuthToken(store, clock, authorization);
  return { access_token, scope: authorization.scope, authorization_id: authorization.authorization_id };
}

/**
 * A client with a challenge must send its verifier, any other client the secret. A wrong value is always rejected.
 */
function checkProof(row: WalletCodeRow, app: WalletAppRow, request: TokenRequest): void {
  const { code_challenge } = row;
  // SDKs send empty values for members that they do not have.
  const { code_verifier, client_secret = '', redirect_uri } = request;
  if (redirect_uri !== undefined && redirect_uri !== row.redirect_uri) {
    throw new Refusal(401, 'redirect_uri differs from that of the authorization request');
  }
  if (code_challenge !== null) {
    if (!isChallengeOf(code_challenge, code_verifier ?? ''))
      throw new Refusal(401, 'code_verifier does not match the code_challenge');
  } else if (client_secret === '') {
    throw new Refusal(401, 'client_secret is missing: the authorization request had no code_challenge');
  }
  if (client_secret !== '' && !same(client_secret, app.client_secret)) {
    throw new Refusal(401, 'client_secret is wrong');
  }
}

/**
 * Whether a challenge was made from a verifier: from its text (RFC 7636, section 4.2), or from the bytes that the text
 * encodes, as an SDK of the network does.
 */
function isChallengeOf(challenge: string, verifier: string): boolean {
  if (!VERIFIER.test(verifier)) return false;
  const made = [sha256(verifier), sha256(Buffer.from(verifier, 'base64url'))];
  return made.map((hash) => same(hash.toString('base64url'), challenge)).includes(true);
}

/** Compares in constant time. */
function same(presented: string, expected: string): boolean {
  return timingSafeEqual(sha256(presented), sha256(expected));
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}
