import { expect, test } from 'vitest';
import { canonicalDecimal, isDecimal } from './decimal.ts';

test.each(['0', '-1', '0.00000001', '46120.38', '007'])('%s is a decimal number', (text) => {
  expect(isDecimal(text)).toBe(true);
});

test.each(['', '-', '.5', '1.', '1e5', '+1', '1,5', 'NaN', ' 1', '1.2.3'])('%j is not a decimal number', (text) => {
  expect(isDecimal(text)).toBe(false);
});

test.each([
  ['1.50', '1.5'],
  ['1.0', '1'],
  ['01', '1'],
  ['100', '100'],
  ['-0.0', '0'],
  ['0.10', '0.1'],
  ['-2.500', '-2.5'],
  ['12345678901234567890.123456789', '12345678901234567890.123456789'],
  ['text', 'text'],
])('%s is written %s', (text, canonical) => {
  expect(canonicalDecimal(text)).toBe(canonical);
});
