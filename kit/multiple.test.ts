import { expect, it } from 'vitest';
import { isMultiple } from './multiple.ts';

it.each([
  [19.99, 0.01, true],
  [4.35, 0.01, true],
  [0.3, 0.1, true],
  [-0.07, 0.01, true],
  [21000000.12345678, 1e-8, true],
  [1e-7, 1e-7, true],
  [1e300, 5e-324, true],
  [0, 0.01, true],
  [19.995, 0.01, false],
  [1e-8, 1e-7, false],
  [3, 2, false],
  [Number.POSITIVE_INFINITY, 2, false],
  [2, Number.POSITIVE_INFINITY, false],
  [2, Number.NaN, false],
])('%d and %d: %s', (value, step, expected) => expect(isMultiple(value, step)).toBe(expected));
