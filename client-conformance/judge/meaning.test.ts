import { describe, expect, test } from 'vitest';
import { difference, sameText } from './meaning.ts';

describe('texts with the same meaning', () => {
  test.each([
    ['1.50', '1.5'],
    ['-0.10', '-0.1'],
    ['2021-08-17T19:14:49.123456789+08:00', '2021-08-17T11:14:49.123456789Z'],
    ['4320h', '4320h0m0s'],
    ['100ms', '0.1s'],
    ['as it is', 'as it is'],
  ])('%s and %s', (left, right) => {
    expect(sameText(left, right)).toBe(true);
    expect(sameText(right, left)).toBe(true);
  });

  test.each([
    ['1.5', '1.500000000000000001'],
    ['9007199254740993', '9007199254740992'],
    ['2021-08-17T11:14:49.123456789Z', '2021-08-17T11:14:49.123456788Z'],
    ['2021-08-17T11:14:49Z', '2021-08-17T11:14:49'],
    ['24h', '24'],
    ['a', 'A'],
    ['', '0'],
  ])('not %s and %s', (left, right) => {
    expect(sameText(left, right)).toBe(false);
    expect(sameText(right, left)).toBe(false);
  });
});

describe('answers', () => {
  test('may lose null, empty or unknown members, and gain nothing that matters', () => {
    const sent = { id: '7', chain: null, list: null, x_unheard_of: { a: 1 } };
    expect(difference(sent, { id: '7', list: [], extra: 1 }, 'answer')).toBeNull();
  });

  test('are compared up to the first place that differs', () => {
    expect(difference({ data: [{ a: '1.5' }] }, { data: [{ a: 1.5 }] }, 'answer')).toEqual({
      expected: '"1.5" (string) at /data/0/a',
      actual: '1.5 (number)',
    });
    expect(difference({ data: [1, 2] }, { data: [1] }, 'answer')).toEqual({
      expected: '2 items at /data',
      actual: '1 items',
    });
    expect(difference({ a: 1 }, null, 'answer')).not.toBeNull();
    expect(difference({ a: 1 }, [], 'answer')).not.toBeNull();
  });
});

describe('bodies', () => {
  test('contain the given values, and nothing else', () => {
    expect(difference({ a: 0 }, { a: 0 }, 'body')).toBeNull();
    expect(difference({ a: 0 }, {}, 'body')).not.toBeNull();
    expect(difference({ a: 0 }, { a: 0, b: null }, 'body')).not.toBeNull();
    expect(difference({ a: '' }, { a: null }, 'body')).not.toBeNull();
  });
});
