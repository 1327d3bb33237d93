import { expect, it } from 'vitest';
import { isMultiple, multipleFrom } from './multiple.ts';

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

it.each([
  [0.3, 0.1, 0, 0.3],
  [0.25, 0.1, 0, 0.3],
  [0.25, 0.1, 4, 0.7],
  [19.99, 0.01, 0, 19.99],
  [-0.35, 0.1, 0, -0.3],
  [3e-7, 1e-7, 0, 3e-7],
  [7, 5, 0, 10],
  [9007199254740991, 1, 0, 9007199254740991],
])('from %d on, by %d: number %d is %d', (least, step, at, expected) => {
  expect(multipleFrom(least, step, at)).toBe(expected);
  expect(isMultiple(expected, step)).toBe(true);
});
