/** Amounts: exact decimals with 8 places, truncated unless rounded up explicitly. */
import { Decimal } from 'decimal.js';

/** Precise enough for products of amounts; independent of the library's shared defaults. */
export const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_DOWN, toExpNeg: -60, toExpPos: 60 });

/** Decimal places of amounts and values. */
const PLACES = 8;

/** The smallest amount. */
export const UNIT = new Exact('0.00000001');

export const ZERO = new Exact(0);

/** Truncates to 8 or another number of decimal places. */
export function cut(value: Decimal, places = PLACES): Decimal {
  return value.toDecimalPlaces(places, Decimal.ROUND_DOWN);
}

/** Rounds up to the next amount. */
export function raised(value: Decimal): Decimal {
  return value.toDecimalPlaces(PLACES, Decimal.ROUND_UP);
}

export function sum(values: readonly Decimal.Value[]): Decimal {
  return values.reduce<Decimal>((total, value) => total.plus(value), ZERO);
}

/** A quotient; 0 when the divisor is 0. */
export function quotient(dividend: Decimal.Value, divisor: Decimal.Value, places = PLACES): Decimal {
  const by = new Exact(divisor);
  return by.isZero() ? ZERO : cut(new Exact(dividend).dividedBy(by), places);
}

/** Upper limit of the amounts that a client may send. */
const LIMIT = new Exact('1e15');

/**
 * An amount in a request: digits with at most 8 decimal places, not negative, below 10^15.
 *
 * @returns undefined when the text is invalid
 */
export function amountOf(text: string): Decimal | undefined {
  if (!/^\d{1,15}(\.\d{1,8})?$/.test(text)) return undefined;
  const amount = new Exact(text);
  return amount.lessThan(LIMIT) ? amount : undefined;
}
