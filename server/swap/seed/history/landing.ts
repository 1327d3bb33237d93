/**
 * Computes the two oldest swaps of a period with a given volume and first price: the later one pays the base asset, the
 * earlier one the quote asset. Their sizes are chosen so that the price before both equals that in the document to the
 * last digit, and their value equals the rest of the volume.
 */
import type { Decimal } from 'decimal.js';
import { cut, Exact, UNIT, ZERO } from '../../operations/pools/amounts.ts';
import { type Pool, type PoolSwap, pricesOf } from '../../operations/pools/pools.ts';
import { undoSwap } from './backwards.ts';
import type { PriceAt } from './moment.ts';

export interface Landing {
  /** The later swap, which pays the base asset; value in US dollars. */
  readonly sale: { readonly swap: PoolSwap; readonly value: Decimal };
  readonly purchase: { readonly swap: PoolSwap; readonly value: Decimal };
}

/** Number of rounds in which the size of the sale is improved; each halves the difference. */
const ROUNDS = 4;

/** Number of sale sizes to try, in smallest units: about every second one matches a price with 8 places. */
const TRIES = 64;
const APART = 1_237;

/**
 * @param after the pool after both
 * @param price units of the quote asset for one of the base asset, before both
 * @param volume value of both in US dollars
 * @returns undefined when the price cannot be reached with the volume
 */

export function land(after: Pool, price: Decimal, volume: Decimal, priceAt: PriceAt): Landing | undefined {
  const quotePrice = priceAt(after.quote_asset_id);
  const basePrice = priceAt(after.base_asset_id);
  let sold = volume.dividedBy(2);
  for (let round = 0; round < ROUNDS; round++) {
    const sale = sell(after, sold, basePrice, ZERO);
    const bought = sale === undefined ? undefined : approach(sale.before, price)?.times(quotePrice);
    if (bought === undefined) return undefined;
    sold = sold.plus(volume.minus(sold).minus(bought).dividedBy(2));
  }
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const sale = sell(after, sold, basePrice, UNIT.times(attempt * APART));
    const funds = sale === undefined ? undefined : approach(sale.before, price);
    if (sale === undefined || funds === undefined) return undefined;
    const swap = undoSwap(sale.before, after.quote_asset_id, funds);
    if (!pricesOf(swap.before).base_quote.equals(price)) continue;
    const value = cut(sold, 2);
    return { sale: { swap: sale, value }, purchase: { swap, value: volume.minus(value) } };
  }
  return undefined;
}

function sell(after: Pool, value: Decimal, price: Decimal, more: Decimal): PoolSwap | undefined {
  if (value.lessThan(1)) return undefined;
  return undoSwap(after, after.base_asset_id, cut(value.dividedBy(price)).plus(more));
}

/**
 * Newton's method: the amount of the quote asset that must have been paid, so that the price before was the given one.
 */
function approach(after: Pool, price: Decimal): Decimal | undefined {
  const now = pricesOf(after).base_quote;
  let funds = cut(after.quote_amount.times(now.minus(price)).dividedBy(now.times(2)));
  for (let step = 0; step < 12; step++) {
    if (funds.lessThan(UNIT)) return undefined;
    const { before } = undoSwap(after, after.quote_asset_id, funds);
    const exact = before.quote_amount.dividedBy(before.base_amount);
    // The centre of the prices that are displayed as the given one.
    const off = exact.minus(price).minus(UNIT.dividedBy(2));
    const change = cut(before.quote_amount.times(off).dividedBy(new Exact(2).times(exact)));
    if (change.isZero()) return funds;
    funds = funds.plus(change);
  }
  return funds;
}
