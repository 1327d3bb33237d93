import { expect, test } from 'vitest';
import { durationMilliseconds } from './index.ts';

test.each([
  ['0', 0],
  ['0s', 0],
  ['500ms', 500],
  ['10s', 10_000],
  ['1.5h', 5_400_000],
  ['.5s', 500],
  ['1.s', 1_000],
  ['1h30m', 5_400_000],
  ['1m30.5s', 90_500],
  ['4320h', 15_552_000_000],
  ['250us', 0.25],
  ['250µs', 0.25],
  ['250μs', 0.25],
  ['1000000ns', 1],
])('%s is %d milliseconds', (text, milliseconds) => {
  expect(durationMilliseconds(text)).toBeCloseTo(milliseconds, 9);
});

test.each([
  '',
  '10',
  '10 s',
  ' 10s',
  '10s ',
  '-1s',
  '+1s',
  '1',
  's',
  '.s',
  '1d',
  '1e3s',
  '1S',
  '1h30',
  'ten',
  '1,5s',
  '1s1',
])('%j is not a duration', (text) => {
  expect(durationMilliseconds(text)).toBeUndefined();
});

test('a duration that is too large for a number is invalid', () => {
  expect(durationMilliseconds(`${'9'.repeat(400)}s`)).toBeUndefined();
});
