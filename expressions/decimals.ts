/**
 * The functions that expressions may call besides the standard functions of CEL: decimal numbers are mostly text, so
 * operators do not apply.
 */
import { type CelFunc, CelScalar, celFunc } from '@bufbuild/cel';
import { Decimal as BaseDecimal } from 'decimal.js';
import { parseIso } from './iso.ts';

/** The precision: more digits than any amount has, so that sums, differences and products of amounts are exact. */
const Decimal = BaseDecimal.clone({ precision: 120, toExpNeg: -9e15, toExpPos: 9e15 });

type Decimal = InstanceType<typeof Decimal>;

/** Matches the notation of the documents: digits, at most one point, an optional minus sign. */
const PLAIN = /^-?\d+(\.\d+)?$/;

/** Also matches the notation of libraries for very large and very small numbers: `2E+06`. */
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;

/** A text, or a number as JSON and CEL have it: a double counts as its decimal notation, `0.1` for 0.1. */
function read(value: unknown): Decimal {
  if (typeof value === 'bigint' || Number.isFinite(value)) {
    return new Decimal(String(value));
  }
  if (typeof value === 'string' && NUMBER.test(value)) return new Decimal(value);
  throw new Error(`${typeof value === 'string' ? JSON.stringify(value) : String(value)} is not a decimal number`);
}

const { BOOL, DOUBLE, DYN, STRING } = CelScalar;

function comparing(name: string, holds: (left: Decimal, right: Decimal) => boolean): CelFunc {
  return celFunc(name, [DYN, DYN], BOOL, (left, right) => holds(read(left), read(right)));
}

function computing(name: string, compute: (left: Decimal, right: Decimal) => Decimal): CelFunc {
  return celFunc(name, [DYN, DYN], STRING, (left, right) => {
    const result = compute(read(left), read(right));
    if (!result.isFinite()) throw new Error(`${name} of ${left} and ${right} is not a number`);
    return result.toFixed();
  });
}

/** The time as milliseconds since the epoch. */
function instant(text: string): number {
  const time = parseIso(text);
  if (time === null) throw new Error(`${JSON.stringify(text)} is not an ISO 8601 time`);
  if (time.offset === null) throw new Error(`${text} has no offset from UTC`);
  return Number(time.nanoseconds) / 1e6;
}

export const functions: readonly CelFunc[] = [
  celFunc('decimal', [DYN], BOOL, (value) => typeof value === 'string' && PLAIN.test(value)),
  comparing('decimal_lt', (left, right) => left.lt(right)),
  comparing('decimal_le', (left, right) => left.lte(right)),
  comparing('decimal_eq', (left, right) => left.eq(right)),
  comparing('decimal_ge', (left, right) => left.gte(right)),
  comparing('decimal_gt', (left, right) => left.gt(right)),
  celFunc('decimal_near', [DYN, DYN, DYN], BOOL, (left, right, tolerance) =>
    read(left).minus(read(right)).abs().lte(read(tolerance)),
  ),
  computing('decimal_add', (left, right) => left.plus(right)),
  computing('decimal_sub', (left, right) => left.minus(right)),
  computing('decimal_mul', (left, right) => left.times(right)),
  computing('decimal_div', (left, right) => left.div(right)),
  celFunc('instant', [STRING], DOUBLE, instant),
  celFunc('uuid_eq', [STRING, STRING], BOOL, (left, right) => left.toLowerCase() === right.toLowerCase()),
];
