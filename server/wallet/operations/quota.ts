/** What anybody may have made for a user and an application: it ends, and the oldest makes room for the newest. */
import type { WalletStore } from '../store/tables.ts';

/** Codes, and authorizations, of one user for one application. */
const MOST = 1_000;

interface Whose {
  readonly user_id: string;
  readonly client_id: string;
}

/**
 * Forgets the codes that have ended, and makes room for one.
 *
 * @param now milliseconds since 1970
 * @param end codes that hold until then, or longer, stay
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

/** Likewise of authorizations; with one, its tokens end. @param before those granted until then have ended */
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
