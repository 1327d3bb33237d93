import { expect, it } from 'vitest';
import { isKept } from '../testing/kept.ts';
import { within } from './within.ts';

it('returns the result and throws the error of the code that it runs', () => {
  expect(within(60_000, () => [1])).toEqual({ kind: 'judged', result: [1] });
  expect(() =>
    within(60_000, () => {
      throw new RangeError('of its own');
    }),
  ).toThrow(new RangeError('of its own'));
});

it.each([
  ['a pattern', () => /^(a+)+$/.test(`${'a'.repeat(60)}!`)],
  [
    'a loop',
    () => {
      for (;;);
    },
  ],
])('stops %s that does not end', (_, judge) => {
  expect(within<unknown>(50, judge)).toEqual({ kind: 'undecided', why: 'out of time' });
});

it('calls the function again when the machine was busy with other work until the limit', () => {
  let calls = 0;
  const judge = () => {
    calls += 1;
    // Waits without any use of the processor, as a process does that others keep from it.
    if (calls === 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
    return calls;
  };
  expect(within(300, judge)).toEqual({ kind: 'judged', result: 2 });
});

it('keeps nothing of the data', async () => {
  const use = (data: object) => within(60_000, () => Object.keys(data).length);
  expect(await isKept(() => ({ large: 'data' }), use)).toBe(false);
});
