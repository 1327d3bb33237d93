import { expect, test } from 'vitest';
import { atOnce, untilWith } from './until.ts';

/** Counts up with every question. */
function counter() {
  let count = 0;
  return async () => {
    count += 1;
    return count;
  };
}

test('what is there is asked for once, and not waited for', async () => {
  const pauses: number[] = [];
  const until = untilWith(async (milliseconds) => pauses.push(milliseconds), {});
  expect(await until(counter(), () => true)).toBe(1);
  expect(pauses).toEqual([]);
});

test('what comes later is asked for until it is there', async () => {
  expect(await untilWith(atOnce, {})(counter(), (count) => count === 4)).toBe(4);
});

test('what never comes is given up after the time of the target, longer and longer pauses between', async () => {
  const pauses: number[] = [];
  const until = untilWith(async (milliseconds) => pauses.push(milliseconds), { settleMs: 1000 });
  expect(await until(counter(), () => false)).toBe(6);
  expect(pauses).toEqual([50, 100, 200, 400, 250]);
});

test('a target that gives no time is asked once', async () => {
  expect(await untilWith(atOnce, { settleMs: 0 })(counter(), () => false)).toBe(1);
});
