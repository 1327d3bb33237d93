/**
 * Vaults and their events (document 3, Vault). Choices of this server: lists are ordered from the oldest vault to the
 * newest, 100 a page; a vault belongs to the user who owns it; `identity_id` is its number.
 */

import type { Vault, VaultEvent, VaultPage } from '@wallet-services/contract/vault';
import { Refusal } from '@wallet-services/runtime/refusal';
import type { WalletUser } from '../../network/index.ts';
import type { VaultRow } from '../store/tables.ts';
import type { VaultContext } from './context.ts';
import { type PageInput, readPage } from './paging.ts';

/** Default number of vaults on a page. */
const STANDARD = 100;

/**
 * Lists the vaults of all users, or of one.
 *
 * @throws Refusal 400 when the cursor is not in the list, or the limit is below 1
 */
export async function listVaults(
  { store }: Pick<VaultContext, 'store'>,
  page: PageInput,
  owner?: WalletUser,
): Promise<VaultPage> {
  const everyVault = store.selectFrom('vault_vaults');
  const listed = owner === undefined ? everyVault : everyVault.where('user_id', '=', owner.userId.toLowerCase());
  const { rows, pagination } = await readPage<VaultRow>(
    {
      standard: STANDARD,
      async has(number) {
        return (await listed.select('id').where('number', '=', number).executeTakeFirst()) !== undefined;
      },
      after(number, count) {
        const oldestFirst = listed.selectAll().orderBy('number').limit(count);
        return (number === undefined ? oldestFirst : oldestFirst.where('number', '>', number)).execute();
      },
    },
    page,
  );
  return { vaults: rows.map(vaultOf), pagination };
}

/** @throws Refusal 404 when there is no such vault */
export async function readVault({ store, idOf }: VaultContext, vat: string): Promise<Vault> {
  const id = idOf('vat', vat);
  const row = await store.selectFrom('vault_vaults').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw unknownVault(id);
  return vaultOf(row);
}

/**
 * The history of a vault, newest first.
 *
 * @throws Refusal 404 when there is no such vault
 */
export async function listVaultEvents({ store, idOf }: VaultContext, vat: string): Promise<VaultEvent[]> {
  const id = idOf('vat', vat);
  const rows = await store
    .selectFrom('vault_vault_events')
    .selectAll()
    .where('vault_id', '=', id)
    .orderBy('position', 'desc')
    .execute();
  // A vault without events does not exist: its opening is one.
  if (rows.length === 0) throw unknownVault(id);
  return rows.map(({ position: _position, ...event }) => event);
}

function vaultOf({ number, id, created_at, collateral_id, ink, art }: VaultRow): Vault {
  return { id, created_at, collateral_id, ink, art, identity_id: String(number) };
}

function unknownVault(id: string): Refusal {
  return new Refusal(404, `there is no vault ${id}`);
}
