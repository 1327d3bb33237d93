import { expect, test } from 'vitest';
import { nanosecondsOf } from '../../values/index.ts';
import { ratesBetween } from './rates.ts';

const rates = ratesBetween([
  ['2021-03-03T00:00:00Z', '1.04'],
  ['2021-03-01T00:00:00Z', 1],
  ['2021-03-02T00:00:00Z', '1.01'],
]);

test.each([
  ['before the first', '2021-02-01T00:00:00Z', '1'],
  ['at the first', '2021-03-01T00:00:00Z', '1'],
  ['half way', '2021-03-01T12:00:00Z', '1.005'],
  ['at a known moment', '2021-03-02T00:00:00Z', '1.01'],
  ['where it has many decimals, cut to four', '2021-03-02T08:00:01Z', '1.02'],
  ['after the last', '2021-04-01T00:00:00Z', '1.04'],
])('the rate %s', (_when, time, rate) => {
  expect(rates(nanosecondsOf(time)).toFixed()).toBe(rate);
});
