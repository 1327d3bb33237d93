import { expect, onTestFinished, test, vi } from 'vitest';
import { memoryNonces } from './nonces.ts';

test('a nonce is taken until its time', async () => {
  let now = 0;
  const nonces = memoryNonces(() => now);
  expect([await nonces.take('a', 100), await nonces.take('b', undefined)]).toEqual([true, true]);
  now = 99;
  expect([await nonces.take('a', 200), await nonces.take('b', undefined)]).toEqual([false, false]);
  now = 100;
  expect([await nonces.take('a', 200), await nonces.take('b', undefined)]).toEqual([true, false]);
});

test('expired nonces are removed, at most once a minute', async () => {
  const removed = vi.spyOn(Map.prototype, 'delete');
  onTestFinished(() => void removed.mockRestore());
  let now = 5_000;
  const nonces = memoryNonces(() => now);
  const removedAt = async (seconds: number) => {
    now = seconds * 1_000;
    removed.mockClear();
    await nonces.take(`new-${seconds}`, 1_000_000_000);
    return removed.mock.calls.flat();
  };
  await nonces.take('a', 6_000);
  await nonces.take('b', 65_000);
  await nonces.take('c', 65_001);
  expect(await removedAt(64.999)).toEqual([]);
  expect(await removedAt(65)).toEqual(['a', 'b']);
  expect(await removedAt(124.999)).toEqual([]);
  expect(await removedAt(125)).toEqual(['c']);
});
