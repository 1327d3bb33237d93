/**
 * Exact arithmetic with decimals in text form, which the services use for amounts, rates and prices. No value ever
 * passes through a floating-point number: a decimal is an integer (BigInt) and a number of decimals.
 */
import { LONGEST_DECIMAL } from './limits.ts';
import { signOf } from './numbers.ts';

/** A decimal in text form: digits, at most one point, an optional minus sign. */
export type DecimalString = string;

/** The rounding of a quotient or a rounded value: truncated towards zero, or to the nearest, halves away from zero. */
export type Rounding = 'truncate' | 'half-up';

interface Decimal {
  /** The digits without the point. */
  readonly digits: bigint;
  /** The number of digits after the point. */
  readonly scale: number;
}

const FORM = /^(-?)(\d+)(?:\.(\d+))?$/;

/** @throws RangeError when the text is not a decimal */
function parse(text: DecimalString): Decimal {
  const [, sign = '', whole = '', fraction = ''] = (text.length <= LONGEST_DECIMAL && FORM.exec(text)) || fail(text);
  return { digits: BigInt(sign + whole + fraction), scale: fraction.length };
}

function fail(text: string): never {
  throw new RangeError(`${JSON.stringify(text.slice(0, 40))} is not a decimal`);
}

/** Writes a decimal without trailing zeros. */
function write({ digits, scale }: Decimal): DecimalString {
  const negative = digits < 0n;
  const text = String(negative ? -digits : digits).padStart(scale + 1, '0');
  const point = text.length - scale;
  const fraction = text.slice(point).replace(/0+$/, '');
  return `${negative ? '-' : ''}${text.slice(0, point)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** The digits of a decimal when it is extended to more decimals. */
function digitsAt({ digits, scale }: Decimal, wanted: number): bigint {
  return digits * 10n ** BigInt(wanted - scale);
}

function quotient(dividend: bigint, divisor: bigint, rounding: Rounding): bigint {
  const whole = dividend / divisor;
  if (rounding === 'truncate') return whole;
  // Twice the rest is at least the divisor from one half on: 1 or -1, by the sign of the quotient.
  return whole + (2n * (dividend % divisor)) / divisor;
}

/** Compares for `sort`: negative, zero or positive when the first is less than, equal to or greater than the second. */
export function compare(one: DecimalString, other: DecimalString): -1 | 0 | 1 {
  const [a, b] = [parse(one), parse(other)];
  const scale = Math.max(a.scale, b.scale);
  const difference = digitsAt(a, scale) - digitsAt(b, scale);
  return signOf(difference);
}

/**
 * The exact sum.
 *
 * @throws RangeError when one is not a decimal
 * @example
 * add('0.1', '0.2') // '0.3'
 */
export function add(...terms: readonly DecimalString[]): DecimalString {
  const parsed = terms.map(parse);
  const scale = Math.max(0, ...parsed.map((term) => term.scale));
  return write({ digits: parsed.reduce((sum, term) => sum + digitsAt(term, scale), 0n), scale });
}

/** The exact difference. @throws RangeError when one is not a decimal */
export function subtract(minuend: DecimalString, subtrahend: DecimalString): DecimalString {
  return add(minuend, negate(subtrahend));
}

/** The same number with the opposite sign. @throws RangeError when it is not a decimal */
export function negate(text: DecimalString): DecimalString {
  const { digits, scale } = parse(text);
  return write({ digits: -digits, scale });
}

/**
 * The exact product.
 *
 * @throws RangeError when one is not a decimal
 */
export function multiply(...factors: readonly DecimalString[]): DecimalString {
  const parsed = factors.map(parse);
  const scale = parsed.reduce((sum, factor) => sum + factor.scale, 0);
  return write({ digits: parsed.reduce((product, factor) => product * factor.digits, 1n), scale });
}

/**
 * The quotient.
 *
 * @param decimals the number of decimals to compute. Default: 16
 * @throws RangeError when one is not a decimal, or the divisor is zero
 * @example
 * divide('1', '3', 8) // '0.33333333'
 */
export function divide(
  dividend: DecimalString,
  divisor: DecimalString,
  decimals = 16,
  rounding: Rounding = 'truncate',
): DecimalString {
  const [a, b] = [parse(dividend), parse(divisor)];
  if (b.digits === 0n) throw new RangeError('division by zero');
  const scale = Math.max(a.scale, b.scale);
  const shifted = digitsAt(a, scale) * 10n ** BigInt(decimals);
  return write({ digits: quotient(shifted, digitsAt(b, scale), rounding), scale: decimals });
}

/**
 * Rounded to at most the given number of decimals.
 *
 * @throws RangeError when it is not a decimal
 * @example
 * round('2.345', 2, 'half-up') // '2.35'
 */
export function round(text: DecimalString, decimals: number, rounding: Rounding = 'truncate'): DecimalString {
  return divide(text, '1', decimals, rounding);
}

/**
 * Rounded to exactly the given number of decimals, for display.
 *
 * @throws RangeError when it is not a decimal
 * @example
 * fixed('2.5', 2) // '2.50'
 */
export function fixed(text: DecimalString, decimals: number, rounding: Rounding = 'half-up'): DecimalString {
  const [whole = '', fraction = ''] = round(text, decimals, rounding).split('.');
  return decimals === 0 ? whole : `${whole}.${fraction.padEnd(decimals, '0')}`;
}

/** Whether a text is a decimal. */
export function isDecimal(text: string): text is DecimalString {
  return text.length <= LONGEST_DECIMAL && FORM.test(text);
}
