/**
 * Collateral types (document 3, Collateral type). Derived figures are computed at each read, so that they are never
 * stale: debt = art x rate, price = price of the collateral / price of the stable asset.
 */

import type { CollateralType } from '@wallet-services/contract/vault';
import { Refusal } from '@wallet-services/runtime/refusal';
import { Decimal } from 'decimal.js';
import type { CollateralRow, VaultStore } from '../store/tables.ts';
import type { VaultContext } from './context.ts';
import { Exact } from './exact.ts';

/** A price is a quotient, which must be truncated; the other figures are exact. */
const PRICE_DECIMALS = 8;

/** A row with the prices of its two assets. */
type PricedRow = CollateralRow & { readonly gem_price: string; readonly dai_price: string };

/** All collateral types, oldest first. */
export async function listCollateralTypes({ store }: Pick<VaultContext, 'store'>): Promise<CollateralType[]> {
  const rows = await priced(store).orderBy('created_key').orderBy('vault_collaterals.id').execute();
  return rows.map(collateralTypeOf);
}

/** @throws Refusal 404 when there is no such collateral type */
export async function readCollateralType({ store, idOf }: VaultContext, cat: string): Promise<CollateralType> {
  const id = idOf('cat', cat);
  const row = await priced(store).where('vault_collaterals.id', '=', id).executeTakeFirst();
  if (row === undefined) throw new Refusal(404, `there is no collateral type ${id}`);
  return collateralTypeOf(row);
}

function priced(store: VaultStore) {
  return store
    .selectFrom('vault_collaterals')
    .innerJoin('vault_assets as gems', 'gems.id', 'vault_collaterals.gem')
    .innerJoin('vault_assets as dais', 'dais.id', 'vault_collaterals.dai')
    .selectAll('vault_collaterals')
    .select(['gems.price as gem_price', 'dais.price as dai_price']);
}

function collateralTypeOf({ created_key: _key, gem_price, dai_price, live, ...row }: PricedRow): CollateralType {
  return {
    ...row,
    live: live === 1,
    debt: new Exact(row.art).times(row.rate).toFixed(),
    price: quotient(gem_price, dai_price),
  };
}

/** A quotient; 0 when the divisor is 0. */
function quotient(price: string, unit: string): string {
  const divisor = new Exact(unit);
  if (divisor.isZero()) return '0';
  return new Exact(price).dividedBy(divisor).toDecimalPlaces(PRICE_DECIMALS, Decimal.ROUND_DOWN).toFixed();
}
