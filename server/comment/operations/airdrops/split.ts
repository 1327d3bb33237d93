/** Sharing the amount of an airdrop. The documents do not show how; here everybody gets the same. */
import { Decimal } from 'decimal.js';

/** Decimals of an amount (document 2, Limits). */
export const AMOUNT_DECIMALS = 8;

/** Wide enough for every amount that is taken. */
const Exact = Decimal.clone({ precision: 120, rounding: Decimal.ROUND_DOWN, toExpNeg: -40, toExpPos: 100 });

/**
 * Shares an amount. The shares add up to it exactly: what does not divide goes to the first ones, one smallest unit
 * each. An amount of fewer units than there are receivers is shared among the first.
 *
 * @param amount decimal text of at most 8 decimals, positive
 * @param receivers how many; at least one
 * @returns the shares in order; fewer than receivers when the amount does not suffice for all
 * @example
 * equalShares('1', 3) // ['0.33333334', '0.33333333', '0.33333333']
 */
export function equalShares(amount: string, receivers: number): string[] {
  if (receivers === 1) return [amount];
  const unit = new Exact(10).pow(-AMOUNT_DECIMALS);
  const units = new Exact(amount).dividedBy(unit);
  const each = units.dividedToIntegerBy(receivers);
  const left = units.minus(each.times(receivers)).toNumber();
  return Array.from({ length: receivers }, (_unused, place) => (place < left ? each.plus(1) : each))
    .filter((share) => share.greaterThan(0))
    .map((share) => share.times(unit).toFixed());
}
