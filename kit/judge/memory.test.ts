import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { giveBack, giveBackAfterTask } from './memory.ts';

const MIB = 2 ** 20;

let memory = 0;
const collect = vi.fn();

/** A process of 100 MiB after a task. */
beforeEach(async () => {
  vi.spyOn(process.memoryUsage, 'rss').mockImplementation(() => memory * MIB);
  vi.stubGlobal('gc', collect);
  for (memory of [0, 100]) await giveBackAfterTask();
  collect.mockReset();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it.each([
  ['growth of less than 16 MiB', [115], 0],
  ['growth of 16 MiB', [116], 1],
  ['slow growth', [110, 120], 1],
  ['growth after less than before', [50, 66], 1],
  ['as much as what was left after a collection', [200, 200], 1],
  ['growth after a collection', [200, 216], 2],
])('collects after %s: %j MiB', async (_, figures, times) => {
  for (memory of figures) await giveBackAfterTask();
  expect(collect).toHaveBeenCalledTimes(times);
});

it('collects within a task that has grown, and only then', () => {
  memory = 115;
  giveBack();
  expect(collect).not.toHaveBeenCalled();
  memory = 116;
  giveBack();
  giveBack();
  expect(collect).toHaveBeenCalledTimes(2);
});

it('does without a collector', async () => {
  vi.stubGlobal('gc', undefined);
  for (memory of [200, 300]) await expect(giveBackAfterTask()).resolves.toBeUndefined();
});
