/** Assets with the chains that they belong to (document 3, Asset). */

import type { Asset, Chain } from '@wallet-services/contract/vault';
import { Refusal } from '@wallet-services/runtime/refusal';
import type { AssetRow } from '../store/tables.ts';
import type { VaultContext } from './context.ts';

/** All assets, in the order of the group. */
export async function listAssets({ store }: Pick<VaultContext, 'store'>): Promise<Asset[]> {
  const rows = await store.selectFrom('vault_assets').selectAll().orderBy('position').execute();
  return rows.map((row) => assetOf(row, rows));
}

/** @throws Refusal 404 when there is no such asset */
export async function readAsset(context: VaultContext, asset_id: string): Promise<Asset> {
  const id = context.idOf('asset', asset_id);
  const asset = (await listAssets(context)).find((listed) => listed.id === id);
  if (asset === undefined) throw new Refusal(404, `there is no asset ${id}`);
  return asset;
}

function assetOf(row: AssetRow, rows: readonly AssetRow[]): Asset {
  const chain = row.chain_known === 1 ? rows.find(({ id }) => id === row.chain_id) : undefined;
  return { ...reported(row), chain: chain === undefined ? null : { ...reported(chain), chain: null } };
}

function reported({ id, name, symbol, logo, chain_id, price }: AssetRow): Omit<Chain, 'chain'> {
  return { id, name, symbol, logo, chain_id, price };
}

/** @param position position in the list */
export function assetRow({ chain, ...asset }: Asset, position: number): AssetRow {
  return { ...asset, chain_known: chain === null ? 0 : 1, position };
}
