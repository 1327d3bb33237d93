import { expect, test } from 'vitest';
import type { CheckContext } from '../core/context.ts';
import { smallSuite } from '../testing/api.ts';
import { memoized } from './memo.ts';

function ctx(): CheckContext {
  const never = () => Promise.reject(new Error('nothing is asked'));
  return { suite: smallSuite({ operations: {} }), send: never, until: never };
}

const later = () => new Promise((resolve) => setTimeout(resolve, 1));

test('what is looked for twice is found once', async () => {
  const one = ctx();
  let times = 0;
  const find = () => memoized(one, 'a', async () => (times += 1));
  expect(await Promise.all([find(), find()])).toEqual([1, 1]);
});

test('what needs itself is done without', async () => {
  const one = ctx();
  const folders = (): Promise<readonly string[]> =>
    memoized(one, 'folders', async () => ['root', ...(await folders())], []);
  expect(await folders()).toEqual(['root']);
});

test('two that need each other do not wait for each other for ever', async () => {
  const one = ctx();
  const find = (key: string, other: string): Promise<readonly string[]> =>
    memoized(
      one,
      key,
      async () => {
        await later();
        return [key, ...(await find(other, key))];
      },
      [],
    );
  const found = await Promise.all([find('a', 'b'), find('b', 'a')]);
  expect(found.map(([first]) => first)).toEqual(['a', 'b']);
});

test('what could not be found may be looked for again', async () => {
  const one = ctx();
  await expect(memoized(one, 'a', () => Promise.reject(new Error('interrupted')))).rejects.toThrow('interrupted');
  expect(await memoized(one, 'a', async () => 7)).toBe(7);
});
