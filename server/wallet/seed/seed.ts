/** The data of an empty sandbox: people, applications, and their keystores, which are derived from the seed. */

import { createHash } from 'node:crypto';
import type { StoreTransaction } from '../../service.ts';
import { privateKeyOf, publicKeyText } from '../../values/ed25519.ts';
import type { RandomSource } from '../../values/index.ts';
import { DEMO_CODE_EXPIRES } from '../operations/oauth.ts';
import { demoAuthorizationId, OAUTH_KEY } from '../operations/oauth-token.ts';
import type {
  WalletAppRow,
  WalletAuthorizationRow,
  WalletCodeRow,
  WalletSessionRow,
  WalletTables,
  WalletUserRow,
} from '../store/tables.ts';
import { type Cast, type CastApp, ORCHARD_NOTES, readCast } from './cast.ts';

/** Fills the tables of the sandbox. */
export async function seedWallet(store: StoreTransaction, random: RandomSource): Promise<void> {
  const cast = await readCast();
  const tables = store.$extendTables<WalletTables>();
  await tables
    .insertInto('wallet_users')
    .values([...cast.users, ...cast.apps.map(appUser)])
    .execute();
  await tables
    .insertInto('wallet_apps')
    .values(cast.apps.map((app) => appRow(app, random)))
    .execute();
  await tables.insertInto('wallet_sessions').values(sessions(cast, random)).execute();
  await tables.insertInto('wallet_authorizations').values(cast.users.map(authorization)).execute();
  await tables.insertInto('wallet_codes').values(demoCode(cast)).execute();
  await tables
    .insertInto('wallet_keys')
    .values({ name: OAUTH_KEY, private_key: Buffer.from(random.bytes(32)).toString('base64url') })
    .execute();
}

/** The initial authorization of a user of the cast, for OAuth tokens without a browser. */
function authorization({ user_id }: WalletUserRow): WalletAuthorizationRow {
  return {
    authorization_id: demoAuthorizationId(user_id),
    user_id,
    client_id: ORCHARD_NOTES.clientId,
    scope: 'PROFILE:READ ASSETS:READ',
    granted_at: null,
  };
}

/**
 * The initial code with which the first user of the cast authorizes the alternate broker; it can be used repeatedly.
 */
function demoCode({ users, demoCode: { clientId, code } }: Cast): WalletCodeRow[] {
  return users.slice(0, 1).map(({ user_id }) => ({
    code_hash: createHash('sha256').update(code).digest('hex'),
    user_id,
    client_id: clientId,
    scope: 'PROFILE:READ ASSETS:READ',
    code_challenge: null,
    redirect_uri: null,
    authorization_id: null,
    expires_at: DEMO_CODE_EXPIRES,
  }));
}

/** The user of an application, with a long number. */
function appUser({ clientId, name }: CastApp, place: number): WalletUserRow {
  return {
    user_id: clientId,
    identity_number: String(7_000_101_201 + place),
    full_name: name,
    avatar_url: '',
    contract_address: null,
  };
}

function appRow({ clientId, name, redirectUris }: CastApp, random: RandomSource): WalletAppRow {
  return {
    client_id: clientId,
    name,
    redirect_uris: JSON.stringify(redirectUris),
    client_secret: Buffer.from(random.bytes(32)).toString('hex'),
  };
}

function sessions({ users, apps }: Cast, random: RandomSource): WalletSessionRow[] {
  return [
    ...users.map(({ user_id }) => session(user_id, ORCHARD_NOTES.clientId, random)),
    ...apps.map(({ clientId }) => session(clientId, clientId, random)),
  ];
}

function session(userId: string, clientId: string, random: RandomSource): WalletSessionRow {
  const privateKey = Buffer.from(random.bytes(32)).toString('base64url');
  return {
    session_id: random.uuid(),
    user_id: userId,
    client_id: clientId,
    public_key: publicKeyText(privateKeyOf(privateKey)),
    private_key: privateKey,
  };
}
