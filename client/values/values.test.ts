import { Action } from '@wallet-services/contract/lending/models';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { compareTimes, duration, durationMilliseconds, nameOf, nanoseconds, timestamp } from './index.ts';

test('an action number has its documented name', () => {
  expect([0, 1, 5, 37].map((action) => nameOf(Action, action))).toEqual([
    'Default',
    'Supply',
    'Mint',
    'ProposalRemoveOracleSigner',
  ]);
  expect(nameOf(Action, 38)).toBeUndefined();
  expectTypeOf(nameOf(Action, 1)).toEqualTypeOf<keyof typeof Action | undefined>();
});

describe('a duration', () => {
  test.each([
    [{ days: 180 }, '4320h'],
    [{ hours: 1.5 }, '1h30m'],
    [{ seconds: 90, milliseconds: 5 }, '1m30s5ms'],
    [{ milliseconds: 500 }, '500ms'],
    [{}, '0s'],
  ])('%j is written %s, and read again', (parts, text) => {
    expect(duration(parts)).toBe(text);
    expect(duration({ milliseconds: durationMilliseconds(text) })).toBe(text);
  });

  test.each([{ days: -1 }, { milliseconds: 0.5 }, { hours: Number.NaN }, { days: Number.POSITIVE_INFINITY }])(
    '%j cannot be written',
    (parts) => expect(() => duration(parts)).toThrow(RangeError),
  );

  test.each(['', '1', 'h', '1 h', '-1s', '1d', '1hx', 'x1h'])('%j is not a duration', (text) => {
    expect(() => durationMilliseconds(text)).toThrow('is not a duration');
  });
});

describe('a time', () => {
  test('keeps its nanoseconds, whatever the offset', () => {
    expect(nanoseconds('2021-08-17T19:14:49.123456789+08:00')).toBe(1_629_198_889_123_456_789n);
    expect(timestamp(1_629_198_889_123_456_789n)).toBe('2021-08-17T11:14:49.123456789Z');
  });

  test.each(['2021-08-17T11:14:49Z', '1969-12-31T23:59:59.999999999Z', '2024-02-29T00:00:00.5Z'])(
    '%s is written as it was read',
    (time) => expect(timestamp(nanoseconds(time))).toBe(time),
  );

  test('is compared as a moment', () => {
    expect(compareTimes('2021-08-17T19:14:49+08:00', '2021-08-17T11:14:49Z')).toBe(0);
    expect(compareTimes('2021-08-17T11:14:49.000000001Z', '2021-08-17T11:14:49.000000002Z')).toBe(-1);
    expect(compareTimes('2016-12-31T23:59:60Z', '2016-12-31T23:59:59Z')).toBe(1);
  });

  test.each([
    '',
    '2021-08-17',
    '2021-02-30T00:00:00Z',
    '2021-08-17T25:00:00Z',
    '2021-08-17T11:14:49',
    '2021-08-17T11:14:49+0800',
  ])('%j is not a time', (time) => expect(() => nanoseconds(time)).toThrow('is not a time'));

  test('lies between the years 0 and 9999', () => {
    expect(() => timestamp(10n ** 30n)).toThrow(RangeError);
    expect(() => timestamp(300_000_000_000n * 1_000_000_000n)).toThrow(RangeError);
  });
});
