import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimal } from './index.ts';

/** An independent implementation, with enough digits for the tests. */
const Exact = Decimal.clone({ precision: 400, toExpNeg: -1e9, toExpPos: 1e9 });

const decimals = fc
  .tuple(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.integer({ min: 0, max: 30 }))
  .map(([digits, scale]) => new Exact(digits.toString()).div(new Exact(10).pow(scale)).toFixed(scale));

/** A decimal in full length, without trailing zeros and `-0`. */
const short = (value: Decimal) => (value.isZero() ? '0' : value.toFixed());

test('sums, differences and products are exact', () => {
  fc.assert(
    fc.property(decimals, decimals, (a, b) => {
      expect(decimal.add(a, b)).toBe(short(new Exact(a).plus(b)));
      expect(decimal.subtract(a, b)).toBe(short(new Exact(a).minus(b)));
      expect(decimal.multiply(a, b)).toBe(short(new Exact(a).times(b)));
      expect(decimal.compare(a, b)).toBe(new Exact(a).cmp(b));
    }),
  );
});

test('quotients and rounded values have the requested number of decimals', () => {
  const places = fc.integer({ min: 0, max: 20 });
  fc.assert(
    fc.property(decimals, decimals, places, (a, b, count) => {
      fc.pre(!new Exact(b).isZero());
      const exact = new Exact(a).div(b);
      expect(decimal.divide(a, b, count)).toBe(short(exact.toDecimalPlaces(count, Decimal.ROUND_DOWN)));
      expect(decimal.round(a, count, 'half-up')).toBe(
        short(new Exact(a).toDecimalPlaces(count, Decimal.ROUND_HALF_UP)),
      );
      expect(decimal.fixed(a, count)).toBe(
        new Exact(a).toFixed(count, Decimal.ROUND_HALF_UP).replace(/^-(0(\.0*)?)$/, '$1'),
      );
    }),
  );
});

test.each<[string, string, string]>([
  ['0.1 + 0.2', decimal.add('0.1', '0.2'), '0.3'],
  ['nothing', decimal.add(), '0'],
  ['many', decimal.add('1', '-1', '0.00000001'), '0.00000001'],
  ['a third', decimal.divide('1', '3', 8), '0.33333333'],
  ['two thirds, rounded', decimal.divide('-2', '3', 2, 'half-up'), '-0.67'],
  ['half of a cent', decimal.round('-0.005', 2, 'half-up'), '-0.01'],
  ['towards zero', decimal.round('-0.009', 2), '0'],
  ['for people', decimal.fixed('2.5', 2), '2.50'],
  ['a negative nothing', decimal.negate('0.00'), '0'],
  ['more than a float holds', decimal.multiply('9007199254740993', '1.1'), '9907919180215092.3'],
])('%s', (_what, actual, expected) => expect(actual).toBe(expected));

describe('is not a decimal', () => {
  test.each(['', '1.', '.5', '1e3', ' 1', '1\n', '0x1', '--1', '+1', 'NaN', '1,5', `0.${'1'.repeat(10_000)}`])(
    '%j',
    (text) => {
      expect(() => decimal.add('1', text)).toThrow(/is not a decimal$/);
      expect(decimal.isDecimal(text)).toBe(false);
    },
  );
});

test('division by zero is rejected', () => {
  expect(() => decimal.divide('1', '-0.00')).toThrow('division by zero');
});
