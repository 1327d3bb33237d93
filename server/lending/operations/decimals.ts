/** Decimals of the money markets. */
import { Decimal } from 'decimal.js';

/** A separate context of high precision: balances of 30 digits times rates of 16 decimals stay exact. */
export const Exact = Decimal.clone({ precision: 80, rounding: Decimal.ROUND_DOWN, toExpNeg: -40, toExpPos: 60 });

/** Transfers have 8 decimals; the remainder stays with the market. */
export function transferable(amount: Decimal): Decimal {
  return amount.toDecimalPlaces(8, Decimal.ROUND_DOWN);
}
