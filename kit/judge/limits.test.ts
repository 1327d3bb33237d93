import { expect, it } from 'vitest';
import { timeLeft } from './limits.ts';

it.each([
  [100, 0, 0, 100],
  [100, 30, 999, 70],
  [100, 100, 500, 0],
  [100, 130, 500, 0],
  [100, 30, 1_000, 0],
])('of %i ms, after %i by the processor and %i by the clock, %i are left', (limit, taken, passed, left) => {
  expect(timeLeft(limit, taken, passed)).toBe(left);
});
