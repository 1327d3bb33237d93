/** Decimals of the money markets. */
import { Decimal } from 'decimal.js';

/** A wide context of its own: balances of 30 digits times rates of 16 decimals stay exact. */
export const Exact = Decimal.clone({ precision: 80, rounding: Decimal.ROUND_DOWN, toExpNeg: -40, toExpPos: 60 });

/** Transfers have 8 decimals; what is beyond stays with the market. */
export function transferable(amount: Decimal): Decimal {
  return amount.toDecimalPlaces(8, Decimal.ROUND_DOWN);
}
