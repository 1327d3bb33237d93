/**
 * Adds liquidity to a pool and removes it, in proportion to its reserves. Amounts are rounded in favour of the pool.
 */
import type { Decimal } from 'decimal.js';
import { cut, Exact, raised, UNIT } from './amounts.ts';
import { holds, type Pool, pooled } from './pools.ts';

/** The amounts of an addition. */
export interface Addition {
  readonly base: Decimal;
  readonly quote: Decimal;
  /** Minted liquidity-provider tokens. */
  readonly liquidity: Decimal;
}

/**
 * Adds as much of both assets as the proportion of the pool allows. The first addition sets the proportion, and mints
 * the square root of the product, or D of the stable curve, in tokens.
 *
 * @returns undefined when the amounts are too small for any token
 */
export function addition(pool: Pool, base: Decimal, quote: Decimal): Addition | undefined {
  if (!holds(pool)) {
    const filled = { ...pool, base_amount: base, quote_amount: quote };
    const worth = pooled(filled);
    const liquidity = cut(pool.swap_method === 'constant-product' ? worth.squareRoot() : worth);
    return liquidity.lessThan(UNIT) || !holds(filled) ? undefined : { base, quote, liquidity };
  }
  const share = Exact.min(base.dividedBy(pool.base_amount), quote.dividedBy(pool.quote_amount));
  const liquidity = cut(pool.liquidity.times(share));
  if (liquidity.lessThan(UNIT)) return undefined;
  return { ...cost(pool, liquidity), liquidity };
}

/** The cost of an amount of liquidity tokens. */
function cost(pool: Pool, liquidity: Decimal): Pick<Addition, 'base' | 'quote'> {
  const of = (amount: Decimal) => raised(amount.times(liquidity).dividedBy(pool.liquidity));
  return { base: of(pool.base_amount), quote: of(pool.quote_amount) };
}

/**
 * Computes the assets that are returned for an amount of liquidity tokens.
 *
 * @returns undefined when the amount of an asset would be zero, or the pool has fewer tokens
 */
export function removal(pool: Pool, liquidity: Decimal): Pick<Addition, 'base' | 'quote'> | undefined {
  if (liquidity.greaterThan(pool.liquidity) || liquidity.lessThan(UNIT)) return undefined;
  const of = (amount: Decimal) => cut(amount.times(liquidity).dividedBy(pool.liquidity));
  const [base, quote] = [of(pool.base_amount), of(pool.quote_amount)];
  return Exact.min(base, quote).lessThan(UNIT) ? undefined : { base, quote };
}
