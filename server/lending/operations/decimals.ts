/** Decimal arithmetic of the lending markets. */
import { Decimal } from 'decimal.js';

/** A separate context of high precision: balances of 30 digits times rates of 16 decimals stay exact. */
export const Exact = Decimal.clone({ precision: 80, rounding: Decimal.ROUND_DOWN, toExpNeg: -40, toExpPos: 60 });

/** Truncates an amount to 8 decimals, as transfers have; the remainder stays in the market. */
export function transferable(amount: Decimal): Decimal {
  return amount.toDecimalPlaces(8, Decimal.ROUND_DOWN);
}
