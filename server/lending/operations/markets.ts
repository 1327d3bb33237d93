/** Markets (document 1, Market). */
import type { Market } from '@wallet-services/contract/lending';
import type { LendingStore, MarketRow } from '../store/tables.ts';
import { marketRates } from './rates.ts';

/** Every market, by id, with the rates that follow from its balances. */
export async function listMarkets(store: LendingStore): Promise<Market[]> {
  const rows = await store.selectFrom('lending_markets').selectAll().orderBy('id').execute();
  return rows.map(marketOf);
}

function marketOf(row: MarketRow): Market {
  return { ...row, ...marketRates(row) };
}
