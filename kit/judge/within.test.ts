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

it('keeps nothing of the data', async () => {
  const use = (data: object) => within(60_000, () => Object.keys(data).length);
  expect(await isKept(() => ({ large: 'data' }), use)).toBe(false);
});
