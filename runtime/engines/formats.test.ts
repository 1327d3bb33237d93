import { describe, expect, it } from 'vitest';
import { formats } from './formats.ts';

const dateTime = formats['date-time'];

describe('date-time', () => {
  it.each([
    '2021-08-17T11:14:49Z',
    '2021-08-17T11:14:49.999999999Z',
    '2020-12-12T12:12:12+08:00',
    '2021-08-31t23:59:59.5z',
    '2020-02-29T00:00:00Z',
    '2000-02-29T00:00:00-23:59',
    '0001-01-01T00:00:00Z',
    '2016-12-31T23:59:60Z',
    '2017-01-01T07:59:60+08:00',
    '2017-01-01T05:29:60+05:30',
    '2016-12-31T18:29:60-05:30',
    '2021-08-17 11:14:49Z',
  ])('accepts %s', (text) => expect(dateTime(text)).toBe(true));

  it.each([
    '',
    '2021-08-17',
    '2021-08-17T11:14:49',
    '2021-02-30T11:14:49Z',
    '2021-02-29T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2021-04-31T00:00:00Z',
    '2021-13-01T00:00:00Z',
    '2021-00-10T00:00:00Z',
    '2021-08-17T24:00:00Z',
    '2021-08-17T29:00:00Z',
    '2021-08-17T11:60:00Z',
    '2021-08-17T11:14:60Z',
    '2022-02-29T00:00:00Z',
    '2017-01-01T07:59:60+07:00',
    '2021-08-17T11:14:49.Z',
    '2021-08-17T11:14:49+0800',
    '2021-08-17T11:14:49+24:00',
    '20210-08-17T11:14:49Z',
    ' 2021-08-17T11:14:49Z',
    '2021-08-17T11:14:49Z\n',
  ])('rejects %j', (text) => expect(dateTime(text)).toBe(false));
});

describe('date', () => {
  it('knows the length of each month', () => {
    expect(['2021-01-31', '2020-02-29', '2021-04-30'].every(formats.date)).toBe(true);
    expect(['2021-01-32', '2021-02-29', '2021-04-31', '2021-1-1', '2021-01-01T00:00:00Z'].some(formats.date)).toBe(
      false,
    );
  });
});

describe('int32', () => {
  it('ends at 32 bits', () => {
    expect([2147483647, -2147483648, 0].every(formats.int32.validate)).toBe(true);
    expect([2147483648, -2147483649, 0.5].some(formats.int32.validate)).toBe(false);
  });
});

describe('int64', () => {
  it('ends at 64 bits', () => {
    expect([2 ** 61, -(2 ** 63), 0].every(formats.int64.validate)).toBe(true);
    expect([2 ** 63, 2 ** 70, 1e30, 0.5].some(formats.int64.validate)).toBe(false);
  });
});

it('float ends at the largest 32-bit float', () => {
  expect([0, -3.4e38, 1e-50, 3.4028234663852886e38].every(formats.float.validate)).toBe(true);
  expect([3.5e38, Number.POSITIVE_INFINITY, Number.NaN].some(formats.float.validate)).toBe(false);
});

it.each([
  ['time', ['11:14:49Z', '11:14:49', '23:59:60+08:00'], ['24:00:00', '1:2:3', '11:14']],
  ['duration', ['P1Y2M3W4DT5H6M7.5S', 'PT1S', 'P1D'], ['P', 'PT', '1D', 'P1S']],
  ['uri', ['https://a.b/c?d=%20#e', 'mailto:a@b', 'urn:a'], ['a b:c', '/a', 'https://a b', '']],
] as const)('%s', (name, good, bad) => {
  expect(good.every((text) => formats[name].test(text))).toBe(true);
  expect(bad.some((text) => formats[name].test(text))).toBe(false);
});
