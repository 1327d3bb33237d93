/** Shares the amount of an airdrop. The documents do not say how; here all receivers get the same. */
import { Decimal } from 'decimal.js';

/** Decimals of an amount (document 2, Limits). */
export const AMOUNT_DECIMALS = 8;

/** Precise enough for every amount that the service accepts. */
const Exact = Decimal.clone({ precision: 120, rounding: Decimal.ROUND_DOWN, toExpNeg: -40, toExpPos: 100 });

/**
 * Shares an amount. The shares add up to it exactly: the first receivers get one smallest unit more, as far as there is
 * a remainder. An amount with fewer units than receivers is shared among the first ones.
 *
 * @param amount decimal text of at most 8 decimals, positive
 * @param receivers number of receivers, at least one
 * @returns the shares in order; fewer than `receivers` when the amount is too small for all
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
