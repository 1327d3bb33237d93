/** Markets (document 1, Market). */
import type { Market } from '@wallet-services/contract/lending';
import type { MarketRow } from '../store/tables.ts';
import type { LendingContext } from './context.ts';
import { marketRates } from './rates.ts';

/** All markets, ordered by id, with the rates derived from their balances. */
export async function listMarkets({ store }: LendingContext): Promise<Market[]> {
  const rows = await store.selectFrom('lending_markets').selectAll().orderBy('id').execute();
  return rows.map(marketOf);
}

function marketOf(row: MarketRow): Market {
  return { ...row, ...marketRates(row) };
}
