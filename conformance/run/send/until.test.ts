import { expect, test } from 'vitest';
import { atOnce, untilWith } from './until.ts';

/** Counts its calls. */
function counter() {
  let count = 0;
  return async () => {
    count += 1;
    return count;
  };
}

test('a result that is there is requested once, without a wait', async () => {
  const pauses: number[] = [];
  const until = untilWith(async (milliseconds) => pauses.push(milliseconds), {});
  expect(await until(counter(), () => true)).toBe(1);
  expect(pauses).toEqual([]);
});

test('a result that comes later is requested until it is there', async () => {
  expect(await untilWith(atOnce, {})(counter(), (count) => count === 4)).toBe(4);
});

test('a result that never comes is given up after the time of the target, with longer and longer pauses', async () => {
  const pauses: number[] = [];
  const until = untilWith(async (milliseconds) => pauses.push(milliseconds), { settleMs: 1000 });
  expect(await until(counter(), () => false)).toBe(6);
  expect(pauses).toEqual([50, 100, 200, 400, 250]);
});

test('a target with a time of 0 gets one request', async () => {
  expect(await untilWith(atOnce, { settleMs: 0 })(counter(), () => false)).toBe(1);
});
