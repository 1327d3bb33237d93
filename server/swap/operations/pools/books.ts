/** The books of the group: the current pools and prices, and how they change. */
import type { Decimal } from 'decimal.js';
import { isoTime } from '../../../values/index.ts';
import type { PairRow, SwapStore, TransactionRow, TransactionType } from '../../store/tables.ts';
import { cut, Exact, ZERO } from './amounts.ts';
import { keepPeriods, keyOf, shown } from './periods.ts';
import { feeShare, type Pool, type PoolSwap } from './pools.ts';

/** Prices in US dollars by asset id. */
export type AssetPrices = ReadonlyMap<string, Decimal>;

/** A change of a pool. */
export interface Entry {
  readonly id: string;
  readonly type: TransactionType;
  readonly user_id: string;
  readonly follow_id: string;
  readonly order_id: string | null;
  /** The pool before and after. */
  readonly before: Pool;
  readonly after: Pool;
  readonly pay_asset_id: string;
  readonly filled_asset_id: string;
  readonly funds: Decimal;
  readonly amount: Decimal;
  /** In units of the paid asset. */
  readonly fee: Decimal;
}

/** All pairs ordered by number, including empty ones. */
export async function readPools(store: SwapStore): Promise<Pool[]> {
  const rows = await store.selectFrom('swap_pairs').selectAll().orderBy('route_id').execute();
  return rows.map(poolOf);
}

export async function readPrices(store: SwapStore): Promise<AssetPrices> {
  const rows = await store.selectFrom('swap_assets').select(['id', 'price']).execute();
  return new Map(rows.map(({ id, price }) => [id, new Exact(price)]));
}

export function poolOf(row: PairRow): Pool {
  return {
    ...row,
    base_amount: new Exact(row.base_amount),
    quote_amount: new Exact(row.quote_amount),
    liquidity: new Exact(row.liquidity),
  };
}

export function pairRow(pool: Pool): PairRow {
  return {
    ...pool,
    base_amount: pool.base_amount.toFixed(),
    quote_amount: pool.quote_amount.toFixed(),
    liquidity: pool.liquidity.toFixed(),
  };
}

/** The value of an amount, in US dollars. */
export function worth(prices: AssetPrices, assetId: string, amount: Decimal): Decimal {
  return cut(amount.times(prices.get(assetId) ?? ZERO));
}

/** The value of a pool, in US dollars. */
export function poolWorth(prices: AssetPrices, pool: Pool): Decimal {
  const { base_asset_id, base_amount, quote_asset_id, quote_amount } = pool;
  return worth(prices, base_asset_id, base_amount).plus(worth(prices, quote_asset_id, quote_amount));
}

/** The entry of a swap against a pool. */
export function swapEntry(swap: PoolSwap, who: Pick<Entry, 'id' | 'user_id' | 'follow_id' | 'order_id'>): Entry {
  const { before, after, pay_asset_id, fill_asset_id, funds, amount, fee } = swap;
  return { ...who, type: 'Swap', before, after, pay_asset_id, filled_asset_id: fill_asset_id, funds, amount, fee };
}

/**
 * Stores an entry: the transaction, the changed pool, and the periods that contain it. Call it within a database
 * transaction.
 *
 * @param now milliseconds since 1970
 */
export async function enter(store: SwapStore, entry: Entry, prices: AssetPrices, now: number): Promise<void> {
  const { after } = entry;
  const last = await store
    .selectFrom('swap_transactions')
    .select(({ fn }) => fn.max('number').as('number'))
    .executeTakeFirst();
  const row = transactionRow(entry, entryWorth(entry, prices), (last?.number ?? 0) + 1, isoTime(now), keyOf(now));
  await store.insertInto('swap_transactions').values(row).execute();
  const { route_id, base_amount, quote_amount, liquidity } = pairRow(after);
  await store
    .updateTable('swap_pairs')
    .set({ base_amount, quote_amount, liquidity })
    .where('route_id', '=', route_id)
    .execute();
  await keepPeriods(store, {
    route_id,
    at: now,
    volume: entry.type === 'Swap' ? row.value : ZERO,
    base_amount,
    quote_amount,
    value: poolWorth(prices, after).toFixed(),
  });
}

function entryWorth({ type, before, after, pay_asset_id, funds }: Entry, prices: AssetPrices): Decimal {
  if (type === 'Swap') return worth(prices, pay_asset_id, funds);
  const base = after.base_amount.minus(before.base_amount).abs();
  const quote = after.quote_amount.minus(before.quote_amount).abs();
  return worth(prices, after.base_asset_id, base).plus(worth(prices, after.quote_asset_id, quote));
}

/** The row of an entry. */
export function transactionRow(
  entry: Entry,
  value: Decimal,
  number: number,
  created_at: string,
  created_key: string,
): TransactionRow {
  const { before, after, pay_asset_id, filled_asset_id, type } = entry;
  const isSwap = type === 'Swap';
  return {
    number,
    id: entry.id,
    created_at,
    created_key,
    user_id: entry.user_id,
    type,
    route_id: after.route_id,
    order_id: entry.order_id,
    base_asset_id: after.base_asset_id,
    quote_asset_id: after.quote_asset_id,
    base_amount: after.base_amount.minus(before.base_amount).toFixed(),
    quote_amount: after.quote_amount.minus(before.quote_amount).toFixed(),
    fee_asset_id: pay_asset_id,
    fee_amount: entry.fee.toFixed(),
    pay_asset_id,
    filled_asset_id,
    funds: entry.funds.toFixed(),
    amount: entry.amount.toFixed(),
    value: value.toFixed(),
    fee_value: isSwap ? shown(value.times(feeShare(after.swap_method))) : '0',
    follow_id: entry.follow_id === '' ? entry.id : entry.follow_id,
    liquidity: after.liquidity.minus(before.liquidity).toFixed(),
  };
}
