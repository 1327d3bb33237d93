import { describe, expect, test } from 'vitest';
import { formOf, isNamed, sameReported, sameValue } from './same.ts';

describe('two views of an item agree', () => {
  test.each([
    ['2021-08-17T11:14:49.123456789Z', '2021-08-17T19:14:49.123+08:00', true],
    ['2021-08-17T11:14:49Z', '2021-08-17T11:14:49.999Z', true],
    ['2021-08-17T11:14:49Z', '2021-08-17T11:14:50.001Z', false],
    ['2021-08-17T11:14:49.123Z', '2021-08-17T11:14:49.124Z', false],
    ['a', 'b', false],
  ])('of %j and %j: %j', (left, right, isSame) => expect(sameReported(left, right)).toBe(isSame));
});

describe('two values agree', () => {
  test.each([
    ['1.50', '1.5'],
    [2, '2.0'],
    ['2021-08-17T11:14:49Z', '2021-08-17T19:14:49.000+08:00'],
    ['C6D0C728-2624-429B-8E0D-D9D19B6592FA', 'c6d0c728-2624-429b-8e0d-d9d19b6592fa'],
    [null, undefined],
    ['', null],
    [[], null],
    [{ id: 7, note: null }, { id: '7' }],
    [
      [1, 2],
      ['1', '2'],
    ],
  ])('%j and %j', (left, right) => {
    expect(sameValue(left, right)).toBe(true);
  });

  test.each([
    ['1.50', '1.51'],
    ['2021-08-17T11:14:49Z', '2021-08-17T11:14:49.000000001Z'],
    [0, null],
    [false, ''],
    ['a', 'b'],
    [
      [1, 2],
      [2, 1],
    ],
    [{ id: 7 }, { id: 7, note: 'x' }],
  ])('but not %j and %j', (left, right) => {
    expect(sameValue(left, right)).toBe(false);
  });
});

test('an id is named by its text', () => {
  expect(isNamed(7, '7')).toBe(true);
  expect(isNamed(9_007_199_254_740_992, '9007199254740993')).toBe(true);
  expect(isNamed('ABC', 'abc')).toBe(true);
  expect(isNamed(7, '8')).toBe(false);
  expect(isNamed(0, ' ')).toBe(false);
  expect(isNamed(undefined, 'undefined')).toBe(false);
});

test('ids have a form', () => {
  expect(['c6d0c728-2624-429b-8e0d-d9d19b6592fa', 7, '7', 'BTC-A', '', null].map(formOf)).toEqual([
    'uuid',
    'number',
    'number',
    'text',
    null,
    null,
  ]);
});
