/** Lists the people of a world with their credentials, orders and vaults. */
import type { OrderState, Person } from '@wallet-services/contract/sandbox';
import type { Store } from '../../service.ts';
import type { SwapTables } from '../../swap/store/tables.ts';
import type { VaultTables } from '../../vault/store/tables.ts';
import type { WalletTables } from '../../wallet/store/tables.ts';
import { positionsOf } from './positions.ts';

/** Largest number of listed orders, and of listed vaults, of a person. */
const MOST = 100;

export async function listPeople(store: Store): Promise<Person[]> {
  const tables = store.$extendTables<WalletTables>();
  const users = await tables.selectFrom('wallet_users').selectAll().execute();
  const sessions = await tables
    .selectFrom('wallet_sessions as session')
    .innerJoin('wallet_apps as app', 'app.client_id', 'session.client_id')
    .select(['session.user_id', 'session.session_id', 'session.private_key', 'app.name'])
    .execute();
  return Promise.all(
    users.map(async ({ user_id, full_name, identity_number, avatar_url, contract_address }) => ({
      user_id,
      full_name,
      identity_number,
      avatar_url,
      ...(contract_address === null ? {} : { contract_address }),
      keystores: sessions
        .filter((session) => session.user_id === user_id)
        .map(({ name, session_id, private_key }) => ({
          application: name,
          keystore: { client_id: user_id, session_id, private_key },
        })),
      owns: {
        positions: await positionsOf(store, user_id),
        orders: await ordersOf(store, user_id),
        vaults: await vaultsOf(store, user_id),
      },
    })),
  );
}

async function ordersOf(store: Store, userId: string): Promise<OrderState[]> {
  return store
    .$extendTables<SwapTables>()
    .selectFrom('swap_orders')
    .select(['id', 'user_id', 'state'])
    .where('user_id', '=', userId.toLowerCase())
    .orderBy('created_at', 'desc')
    .limit(MOST)
    .execute();
}

async function vaultsOf(store: Store, userId: string): Promise<string[]> {
  const rows = await store
    .$extendTables<VaultTables>()
    .selectFrom('vault_vaults')
    .select('id')
    .where('user_id', '=', userId.toLowerCase())
    .orderBy('number', 'desc')
    .limit(MOST)
    .execute();
  return rows.map(({ id }) => id);
}
