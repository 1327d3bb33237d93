import { describe, expect, it } from 'vitest';
import { compareNumbers, digitsOf, isBigInteger, isMultiple, isNumeric } from './number.ts';

describe('a number', () => {
  it.each<[unknown, boolean, boolean, boolean]>([
    [7, false, false, true],
    ['7', false, false, false],
    ['9007199254740993', true, true, true],
    ['-9007199254740993', true, true, true],
    ['900719925474099', false, false, false],
    ['0.90071992547409931', true, false, true],
    ['-0.9007199254740993', true, false, true],
    ['0.90071992547409', false, false, false],
    ['9007199254740993x', false, false, false],
    [9007199254740992n, false, false, false],
    [['9007199254740993'], false, false, false],
    [null, false, false, false],
  ])('that is %s has digits, is a big integer, is numeric: %s, %s, %s', (value, hasDigits, isBig, isNumber) => {
    expect([digitsOf(value), isBigInteger(value), isNumeric(value)]).toEqual([
      hasDigits ? value : undefined,
      isBig,
      isNumber,
    ]);
  });

  it.each<[unknown, unknown, number]>([
    [1, 2, -1],
    [2, 1, 1],
    [10, 9, 1],
    [1, 1, 0],
    [-1.5, -1.25, -1],
    [1.5, 1.25, 1],
    [2, 1.75, 1],
    [1.75, 2, -1],
    ['9007199254740993', 9007199254740992, 1],
    ['9007199254740993', '9007199254740994', -1],
    ['1.00000000000000000', 1, 0],
    ['1.00000000000000001', 1, 1],
    ['0.10000000000000001', 0.1, 1],
    [1e21, 1e22, -1],
    [1e22, '9007199254740993', 1],
    ['9007199254740993', 1e22, -1],
    [Number.POSITIVE_INFINITY, 1, Number.POSITIVE_INFINITY],
    ['7', 5, 2],
  ])('that is %s compares with %s as %s', (one, other, expected) => {
    expect(compareNumbers(one, other)).toBe(expected);
  });

  it.each<[unknown, unknown, boolean]>([
    [4, 2, true],
    [2, 4, false],
    [0.3, 0.1, true],
    [0.25, 0.1, false],
    [3, 0.5, true],
    [0, 2, true],
    [2, 0, false],
    ['9007199254740993', 2, false],
    ['9007199254740994', 2, true],
    [1e22, 2, true],
    [2, 1e-7, true],
    [3e-7, 1e-7, true],
    [-3e-7, 1e-7, true],
    [3.5e-7, 1e-7, false],
    [Number.POSITIVE_INFINITY, 2, false],
    [1e22, Number.NaN, false],
  ])('%s is a multiple of %s: %s', (value, step, expected) => {
    expect(isMultiple(value, step)).toBe(expected);
  });
});
