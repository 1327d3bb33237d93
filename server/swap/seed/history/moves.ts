/** Reverses one event of the generated history: computes the pools before it from the pools after it. */
import type { Decimal } from 'decimal.js';
import type { RandomSource } from '../../../values/index.ts';
import { cut, Exact, ZERO } from '../../operations/pools/amounts.ts';
import { type Entry, swapEntry } from '../../operations/pools/books.ts';
import type { Pool, PoolSwap } from '../../operations/pools/pools.ts';
import { undoAddition, undoRemoval, undoSwap } from './backwards.ts';
import type { PriceAt } from './moment.ts';

/** An entry of the books, with its time and its value at that time. */
export interface Happened {
  readonly entry: Entry;
  /** Nanoseconds since 1970. */
  readonly at: bigint;
  /** Swapped or moved value in US dollars. */
  readonly value: Decimal;
  /** Value of the pool after the entry, in US dollars. */
  readonly poolValue: Decimal;
}

/** The user, and the order if there is one. */
export type Doer = Pick<Entry, 'user_id' | 'follow_id' | 'order_id'>;

/** A swap that results in the pool `after`. @param value in US dollars */
export function swapMove(
  after: Pool,
  payAssetId: string,
  value: Decimal,
  at: bigint,
  doer: Doer,
  priceAt: PriceAt,
  random: RandomSource,
): Happened {
  const swap = undoSwap(after, payAssetId, cut(value.dividedBy(priceAt(payAssetId))));
  return swapped(swap, value, at, doer, priceAt, random);
}

/** A swap of given funds; its value follows from the prices at that time. */
export function hopMove(
  after: Pool,
  payAssetId: string,
  funds: Decimal,
  at: bigint,
  doer: Doer,
  priceAt: PriceAt,
  random: RandomSource,
): Happened {
  return swapped(undoSwap(after, payAssetId, funds), cut(funds.times(priceAt(payAssetId))), at, doer, priceAt, random);
}

export function swapped(
  swap: PoolSwap,
  value: Decimal,
  at: bigint,
  doer: Doer,
  priceAt: PriceAt,
  random: RandomSource,
): Happened {
  const entry = swapEntry(swap, { id: random.uuid(), ...doer });
  return { entry, at, value, poolValue: worthAt(swap.after, priceAt) };
}

/** An addition of liquidity, or a removal when the share is negative. @param share of the existing tokens */
export function liquidityMove(
  after: Pool,
  share: number,
  at: bigint,
  doer: Doer,
  priceAt: PriceAt,
  random: RandomSource,
): Happened {
  const tokens = cut(after.liquidity.times(new Exact(Math.abs(share))));
  const before = share > 0 ? undoAddition(after, tokens) : undoRemoval(after, tokens);
  return liquidityHappened(before, after, at, doer, priceAt, random);
}

/** The first addition to an empty pool. */
export function openingMove(after: Pool, at: bigint, doer: Doer, priceAt: PriceAt, random: RandomSource): Happened {
  const before = { ...after, base_amount: ZERO, quote_amount: ZERO, liquidity: ZERO };
  return liquidityHappened(before, after, at, doer, priceAt, random);
}

function liquidityHappened(
  before: Pool,
  after: Pool,
  at: bigint,
  doer: Doer,
  priceAt: PriceAt,
  random: RandomSource,
): Happened {
  const tokens = after.liquidity.minus(before.liquidity);
  const added = tokens.greaterThan(0);
  const moved = (side: 'base' | 'quote') => after[`${side}_amount`].minus(before[`${side}_amount`]).abs();
  const value = cut(moved('base').times(priceAt(after.base_asset_id))).plus(
    cut(moved('quote').times(priceAt(after.quote_asset_id))),
  );
  const entry: Entry = {
    id: random.uuid(),
    type: added ? 'Deposit' : 'Withdraw',
    ...doer,
    before,
    after,
    pay_asset_id: added ? after.base_asset_id : after.liquidity_asset_id,
    filled_asset_id: added ? after.liquidity_asset_id : after.base_asset_id,
    funds: added ? ZERO : tokens.abs(),
    amount: added ? tokens : ZERO,
    fee: ZERO,
  };
  return { entry, at, value, poolValue: worthAt(after, priceAt) };
}

function worthAt({ base_asset_id, base_amount, quote_asset_id, quote_amount }: Pool, priceAt: PriceAt): Decimal {
  return cut(base_amount.times(priceAt(base_asset_id))).plus(cut(quote_amount.times(priceAt(quote_asset_id))));
}
