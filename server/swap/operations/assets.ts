/** Assets (document 2, `/assets`). Their members are the reference server's (`swap.Asset.shape`). */
import type { Asset } from '@wallet-services/contract/swap';
import type { AssetRow } from '../store/tables.ts';
import type { SwapContext } from './context.ts';

/** All assets, in the order of the group. */
export async function listAssets({ store }: SwapContext): Promise<Asset[]> {
  const rows = await store.selectFrom('swap_assets').selectAll().orderBy('position').execute();
  return rows.map((row) => {
    const chain = row.chain_known === 1 ? rows.find(({ id }) => id === row.chain_id) : undefined;
    return { ...reported(row), chain: chain === undefined ? null : { ...reported(chain), chain: null } };
  });
}

function reported({ id, name, symbol, logo, chain_id, price, extra }: AssetRow): Asset {
  return { id, name, symbol, logo, chain_id, price, extra };
}
