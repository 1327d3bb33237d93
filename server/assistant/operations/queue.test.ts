import { setTimeout as wait } from 'node:timers/promises';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { describe, expect, test } from 'vitest';
import { jobQueue } from './queue.ts';
import { turnWaiting } from './waiting.ts';

describe('a queue', () => {
  test('runs jobs in order, as many at a time as allowed, and continues after a failed one', async () => {
    const begun: number[] = [];
    const failed: number[] = [];
    let [running, most] = [0, 0];
    const queue = jobQueue(
      4,
      async (job) => {
        begun.push(job);
        running += 1;
        most = Math.max(most, running);
        await wait(2);
        running -= 1;
        if (job % 4 === 0) throw new Error('unlucky');
      },
      (_error, job) => failed.push(job),
    );
    for (let job = 1; job <= 12; job += 1) queue.add(job, 1);
    expect(queue.waiting(1)).toBe(9);
    while (begun.length < 12 || running > 0) await wait(1);
    await queue.stop(100);
    expect(begun).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(failed).toEqual([4, 8, 12]);
    expect(most).toBe(3);
  });

  test('runs a failed job again after a while, until it succeeds or the queue stops', async () => {
    const begun: number[] = [];
    const failed: number[] = [];
    const queue = jobQueue(
      2,
      async (job) => {
        begun.push(job);
        if (job === 1 ? begun.filter((one) => one === 1).length < 3 : job === 2) throw new Error('no room');
      },
      (_error, job) => failed.push(job),
      5,
    );
    queue.add(1, 7);
    queue.add(3, 7);
    await expect.poll(() => begun.filter((one) => one === 1)).toHaveLength(3);
    await wait(20);
    expect([begun.filter((one) => one !== 1), failed]).toEqual([[3], [1, 1]]);
    queue.add(2, 7);
    await expect.poll(() => failed.length).toBeGreaterThan(4);
    await queue.stop(100);
    const { length } = begun;
    await wait(20);
    expect(begun).toHaveLength(length);
  });

  test('keeps places free for other owners, and alternates between owners', async () => {
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const owners = new Map<number, string>();
    const queue = jobQueue(
      2,
      (job) => {
        begun.push(owners.get(job) ?? '');
        return new Promise((resolve) => ends.push(resolve));
      },
      () => undefined,
    );
    const add = (owner: string, jobs: readonly number[]) => {
      for (const job of jobs) {
        owners.set(job, owner);
        queue.add(job, owner.charCodeAt(0));
      }
    };
    add('many', [1, 2, 3, 4]);
    await wait(5);
    expect(begun).toEqual(['many']);
    add('few', [11, 12]);
    add('late', [21]);
    for (let ended = 0; ended < 7; ended += 1) {
      await wait(5);
      ends.shift()?.();
    }
    await wait(5);
    expect(begun).toEqual(['many', 'few', 'many', 'few', 'late', 'many', 'many']);
    await queue.stop(100);
  });

  test('stops: running jobs finish or are aborted after a time, and no further one begins', async () => {
    const ended: number[] = [];
    const begun: number[] = [];
    const faults: unknown[] = [];
    const queue = jobQueue(
      2,
      async (job, signal) => {
        begun.push(job);
        await wait(job, undefined, { signal });
        ended.push(job);
      },
      (error) => faults.push(error),
    );
    for (const job of [20, 2 * PATIENCE, 1]) queue.add(job, job);
    await wait(10);
    await queue.stop(3_000);
    queue.add(2, 2);
    await wait(20);
    expect({ begun, ended, faults }).toEqual({ begun: [20, 2 * PATIENCE], ended: [20], faults: [] });
  });
});

describe('waiting', () => {
  const never = new AbortController().signal;

  test('reads once when the result is there, and after each change until then', async () => {
    const waiting = turnWaiting();
    expect(await waiting.until(1, async () => 'done', 10_000, never)).toBe('done');
    let looks = 0;
    const seen = waiting.until(1, async () => (++looks === 3 ? 'done' : undefined), 10_000, never);
    await wait(20);
    expect(looks).toBe(1);
    waiting.wake(2);
    await wait(5);
    expect(looks).toBe(1);
    waiting.wake(1);
    await wait(5);
    waiting.wake(1);
    expect(await seen).toBe('done');
    expect(looks).toBe(3);
  });

  test('reads again at intervals, because another process may have made the change', async () => {
    let looks = 0;
    const seen = await turnWaiting().until(1, async () => (++looks === 2 ? 'done' : undefined), 10_000, never);
    expect(seen).toBe('done');
  });

  test('ends at its time limit, and with its client or the server', async () => {
    const waiting = turnWaiting();
    const nothing = async () => undefined;
    expect(await waiting.until(1, nothing, 20, never)).toBeUndefined();
    const gone = new AbortController();
    const left = waiting.until(1, nothing, 60_000, gone.signal);
    const stayed = waiting.until(1, nothing, 60_000, never);
    gone.abort();
    expect(await left).toBeUndefined();
    waiting.wakeAll();
    expect(await stayed).toBeUndefined();
    expect(await waiting.until(1, nothing, 60_000, never)).toBeUndefined();
  });

  test('rejects with the error of the read', async () => {
    const waiting = turnWaiting();
    const broken = () => Promise.reject(new Error('blind'));
    await expect(waiting.until(1, broken, 60_000, never)).rejects.toThrow('blind');
  });
});
