/** Limits the codes and authorizations that any client can request: they expire, and the oldest ones are deleted. */
import type { WalletStore } from '../store/tables.ts';

/** Largest number of codes, and of authorizations, of a user for an application. */
const MOST = 1_000;

interface Whose {
  readonly user_id: string;
  readonly client_id: string;
}

/**
 * Deletes expired codes, and the oldest ones if there is no room for another.
 *
 * @param now milliseconds since 1970
 * @param end codes that are valid until then or longer are kept
 */
export async function forgetCodes(
  store: WalletStore,
  { user_id, client_id }: Whose,
  now: number,
  end: number,
): Promise<void> {
  await store.deleteFrom('wallet_codes').where('expires_at', '<=', now).execute();
  const oldest = await store
    .selectFrom('wallet_codes')
    .select('expires_at')
    .where('user_id', '=', user_id)
    .where('client_id', '=', client_id)
    .where('expires_at', '<', end)
    .orderBy('expires_at', 'desc')
    .limit(1)
    .offset(MOST - 1)
    .executeTakeFirst();
  if (oldest === undefined) return;
  await store
    .deleteFrom('wallet_codes')
    .where('user_id', '=', user_id)
    .where('client_id', '=', client_id)
    .where('expires_at', '<=', oldest.expires_at)
    .execute();
}

/** The same for authorizations, with their tokens. @param before authorizations granted until then have expired */
export async function forgetAuthorizations(
  store: WalletStore,
  { user_id, client_id }: Whose,
  before: number,
): Promise<void> {
  const oldest = await store
    .selectFrom('wallet_authorizations')
    .select('granted_at')
    .where('user_id', '=', user_id)
    .where('client_id', '=', client_id)
    .where('granted_at', 'is not', null)
    .orderBy('granted_at', 'desc')
    .limit(1)
    .offset(MOST - 1)
    .executeTakeFirst();
  await store
    .deleteFrom('wallet_authorizations')
    .where('user_id', '=', user_id)
    .where('client_id', '=', client_id)
    .where('granted_at', '<=', Math.max(before, Number(oldest?.granted_at ?? before)))
    .execute();
}
