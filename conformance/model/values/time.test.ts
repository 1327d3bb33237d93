import { describe, expect, test } from 'vitest';
import { formatInstant, parseInstant } from './time.ts';

describe('parseInstant', () => {
  test.each([
    ['1970-01-01T00:00:00Z', 0n],
    ['1970-01-01T00:00:00.000000001Z', 1n],
    ['1970-01-01T08:00:00+08:00', 0n],
    ['1969-12-31T20:30:00-03:30', 0n],
    ['1969-12-31T23:59:59.999999999Z', -1n],
    ['2021-08-17T11:14:49.123456789Z', 1_629_198_889_123_456_789n],
    ['2021-08-17t11:14:49.5z', 1_629_198_889_500_000_000n],
    ['0001-01-01T00:00:00Z', -62_135_596_800_000_000_000n],
    ['2020-02-29T00:00:00Z', 1_582_934_400_000_000_000n],
    ['2016-12-31T23:59:60Z', 1_483_228_800_000_000_000n],
    ['2021-08-17T11:14:49.1234567891Z', 1_629_198_889_123_456_789n],
  ])('reads %s to the nanosecond', (text, nanoseconds) => {
    expect(parseInstant(text)).toBe(nanoseconds);
  });

  test.each([
    '',
    'yesterday',
    '2021-08-17',
    '2021-08-17T11:14:49',
    '2021-02-29T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2021-04-31T00:00:00Z',
    '2021-13-01T00:00:00Z',
    '2021-08-00T00:00:00Z',
    '2021-08-17T29:00:00Z',
    '2021-08-17T11:60:00Z',
    '2021-08-17T11:14:60Z',
    '2021-08-17T11:14:49.Z',
    '2021-08-17T11:14:49+24:00',
  ])('rejects %j', (text) => {
    expect(parseInstant(text)).toBeNull();
  });
});

describe('formatInstant', () => {
  test.each(['2021-08-17T11:14:49.123456789Z', '0001-01-01T00:00:00.000000000Z', '1969-12-31T23:59:59.999999999Z'])(
    'writes %s unchanged',
    (text) => {
      expect(formatInstant(parseInstant(text) ?? 0n)).toBe(text);
    },
  );

  test('writes a time in another UTC offset', () => {
    const time = parseInstant('2021-08-17T20:00:00Z') ?? 0n;
    expect(formatInstant(time, 480)).toBe('2021-08-18T04:00:00.000000000+08:00');
    expect(formatInstant(time, -210)).toBe('2021-08-17T16:30:00.000000000-03:30');
    expect(parseInstant(formatInstant(time, 480))).toBe(time);
  });
});
