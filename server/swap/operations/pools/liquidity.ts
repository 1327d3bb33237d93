/** Adding to a pool and taking from it, in proportion to what it holds. Cut and raised in favour of the pool. */
import type { Decimal } from 'decimal.js';
import { cut, Exact, raised, UNIT } from './amounts.ts';
import { holds, type Pool, pooled } from './pools.ts';

/** What an addition takes and gives. */
export interface Addition {
  readonly base: Decimal;
  readonly quote: Decimal;
  /** Liquidity-provider tokens that are made. */
  readonly liquidity: Decimal;
}

/**
 * Adds as much of both assets as the proportion of the pool allows. The first addition sets the proportion, and
 * makes as many tokens as the root of the product, or D of the stable curve.
 *
 * @returns undefined when it is too little for any token
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
 * The assets in return for an amount of liquidity tokens.
 *
 * @returns undefined when the amount of an asset would be zero, or there are fewer tokens
 */
export function removal(pool: Pool, liquidity: Decimal): Pick<Addition, 'base' | 'quote'> | undefined {
  if (liquidity.greaterThan(pool.liquidity) || liquidity.lessThan(UNIT)) return undefined;
  const of = (amount: Decimal) => cut(amount.times(liquidity).dividedBy(pool.liquidity));
  const [base, quote] = [of(pool.base_amount), of(pool.quote_amount)];
  return Exact.min(base, quote).lessThan(UNIT) ? undefined : { base, quote };
}
