import { expect, test } from 'vitest';
import type { CheckContext } from '../core/context.ts';
import { inconclusive, Stopped } from '../core/judgement.ts';
import { smallSuite } from '../testing/api.ts';
import { once } from './memo.ts';

function ctx(): CheckContext {
  const never = () => Promise.reject(new Error('nothing is sent'));
  return { suite: smallSuite({ operations: {} }), send: never, until: never };
}

const later = () => new Promise((resolve) => setTimeout(resolve, 1));

test('runs a search once, however often it is called', async () => {
  const one = ctx();
  let times = 0;
  const find = once(async () => (times += 1));
  expect(await Promise.all([find(one), find(one)])).toEqual([1, 1]);
  expect(await find(ctx())).toBe(2);
});

test('runs a search once for each list of arguments, or for each key of them', async () => {
  const one = ctx();
  const pair = once(async (_, left: string, right: number) => [left, right]);
  expect([await pair(one, 'a', 1), await pair(one, 'a', 2)]).toEqual([
    ['a', 1],
    ['a', 2],
  ]);
  const byLeft = once(async (_, left: string, right: number) => [left, right], { key: (left) => left });
  expect([await byLeft(one, 'a', 1), await byLeft(one, 'a', 2)]).toEqual([
    ['a', 1],
    ['a', 1],
  ]);
});

test('keeps two searches apart that have the same arguments', async () => {
  const one = ctx();
  const [text, number] = [once(async (_, id: string) => id), once(async (_, id: string) => id.length)];
  expect([await text(one, 'abc'), await number(one, 'abc')]).toEqual(['abc', 3]);
});

test('gives the substitute to a search that needs its own result', async () => {
  const one = ctx();
  const folders = once(async (inner: CheckContext): Promise<readonly string[]> => ['root', ...(await folders(inner))], {
    without: [],
  });
  expect(await folders(one)).toEqual(['root']);
});

test('ends two searches that need each other', async () => {
  const one = ctx();
  const find = once(
    async (inner: CheckContext, key: string, other: string): Promise<readonly string[]> => {
      await later();
      return [key, ...(await find(inner, other, key))];
    },
    { without: [] },
  );
  const found = await Promise.all([find(one, 'a', 'b'), find(one, 'b', 'a')]);
  expect(found.map(([first]) => first)).toEqual(['a', 'b']);
});

test('waits for a search that needs others, and not the one that waits', async () => {
  const one = ctx();
  const leaf = once(async () => later().then(() => 'leaf'), { without: 'nothing' });
  const branch = once(async (inner: CheckContext) => `branch and ${await leaf(inner)}`, { without: 'nothing' });
  const tree = once(async (inner: CheckContext) => Promise.all([branch(inner), leaf(inner)]), {
    without: ['', ''],
  });
  expect(await tree(one)).toEqual(['branch and leaf', 'leaf']);
});

test('repeats a search that failed, but not one that was stopped', async () => {
  const one = ctx();
  let times = 0;
  const find = once(async (_, error: 'failed' | 'stopped') => {
    times += 1;
    throw error === 'failed' ? new Error('interrupted') : new Stopped(inconclusive('no such thing'));
  });
  for (let call = 0; call < 2; call += 1) await expect(find(one, 'failed')).rejects.toThrow('interrupted');
  expect(times).toBe(2);
  for (let call = 0; call < 2; call += 1) await expect(find(one, 'stopped')).rejects.toThrow(Stopped);
  expect(times).toBe(3);
});
