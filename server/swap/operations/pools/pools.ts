/**
 * Pools and their prices. The documents describe no pricing (`swap.pricing`); the reference server's choice: a fee is
 * taken from the payment and stays in the pool, amounts have 8 places, and the remainder stays in the pool too.
 */
import type { Decimal } from 'decimal.js';
import type { SwapMethod } from '../../store/tables.ts';
import { cut, Exact, quotient, UNIT } from './amounts.ts';
import { invariant, reserveBeside, slope } from './stable-curve.ts';

/** Fees, as shares of the payment. */
const FEES: Readonly<Record<SwapMethod, Decimal>> = {
  'constant-product': new Exact('0.003'),
  'stable-swap': new Exact('0.0004'),
};

/** The reserves of a pair, in units of each asset. */
export interface Pool {
  /** Number of the pair in routes. */
  readonly route_id: number;
  readonly swap_method: SwapMethod;
  readonly base_asset_id: string;
  readonly quote_asset_id: string;
  readonly base_amount: Decimal;
  readonly quote_amount: Decimal;
  /** Liquidity-provider tokens in circulation. */
  readonly liquidity: Decimal;
  readonly liquidity_asset_id: string;
}

/** A swap against one pool. */
export interface PoolSwap {
  readonly pay_asset_id: string;
  readonly fill_asset_id: string;
  readonly funds: Decimal;
  readonly amount: Decimal;
  /** In units of the paid asset. */
  readonly fee: Decimal;
  /** The pool before and after. */
  readonly before: Pool;
  readonly after: Pool;
}

export function feeShare(method: SwapMethod): Decimal {
  return FEES[method];
}

/** The other asset of the pool; undefined when the asset is not in it. */
export function otherAsset({ base_asset_id, quote_asset_id }: Pool, assetId: string): string | undefined {
  if (assetId === base_asset_id) return quote_asset_id;
  return assetId === quote_asset_id ? base_asset_id : undefined;
}

/**
 * Pays an asset into a pool.
 *
 * @returns undefined when the asset is not in the pool, or the result would be zero
 */
export function swapIn(pool: Pool, payAssetId: string, funds: Decimal): PoolSwap | undefined {
  const fill_asset_id = otherAsset(pool, payAssetId);
  if (fill_asset_id === undefined || !holds(pool) || funds.lessThan(UNIT)) return undefined;
  const paysBase = payAssetId === pool.base_asset_id;
  const [paid, filled] = paysBase ? [pool.base_amount, pool.quote_amount] : [pool.quote_amount, pool.base_amount];
  const amount = amountOut(pool.swap_method, paid, filled, funds);
  if (amount.lessThan(UNIT)) return undefined;
  return {
    pay_asset_id: payAssetId,
    fill_asset_id,
    funds,
    amount,
    fee: cut(funds.times(feeShare(pool.swap_method))),
    before: pool,
    after: paysBase ? changed(pool, funds, amount.negated()) : changed(pool, amount.negated(), funds),
  };
}

/** The pool with changed reserves and liquidity. */
export function changed(pool: Pool, base: Decimal, quote: Decimal, liquidity?: Decimal): Pool {
  return {
    ...pool,
    base_amount: pool.base_amount.plus(base),
    quote_amount: pool.quote_amount.plus(quote),
    liquidity: liquidity === undefined ? pool.liquidity : pool.liquidity.plus(liquidity),
  };
}

/** The result of a swap. `paid` and `filled` are the pool's reserves of the paid asset and of the other one. */
function amountOut(method: SwapMethod, paid: Decimal, filled: Decimal, funds: Decimal): Decimal {
  const net = funds.minus(funds.times(FEES[method]));
  if (method === 'constant-product') return cut(filled.times(net).dividedBy(paid.plus(net)));
  return cut(filled.minus(reserveBeside(paid.plus(net), invariant(paid, filled))));
}

/** A figure that swaps never decrease: the product of the reserves, or D of the stable curve. */
export function pooled({ swap_method, base_amount, quote_amount }: Pool): Decimal {
  return swap_method === 'constant-product' ? base_amount.times(quote_amount) : invariant(base_amount, quote_amount);
}

export function holds({ base_amount, quote_amount }: Pool): boolean {
  return base_amount.greaterThan(0) && quote_amount.greaterThan(0);
}

/** Decimal places of the inverse price, because a unit of the quote asset may be little of the base asset. */
const INVERSE_PLACES = 12;

/** The prices of an infinitesimal swap, without the fee. */
export interface Prices {
  /** Units of the quote asset for one of the base asset. */
  readonly base_quote: Decimal;
  /** Units of the base asset for one of the quote asset. */
  readonly quote_base: Decimal;
}

export function pricesOf({ swap_method, base_amount, quote_amount }: PricedPool): Prices {
  if (swap_method === 'constant-product') {
    return {
      base_quote: quotient(quote_amount, base_amount),
      quote_base: quotient(base_amount, quote_amount, INVERSE_PLACES),
    };
  }
  const price = slope(base_amount, quote_amount);
  return { base_quote: cut(price), quote_base: quotient(1, price, INVERSE_PLACES) };
}

export type PricedPool = Pick<Pool, 'swap_method' | 'base_amount' | 'quote_amount'>;
