import { afterEach, describe, expect, it, vi } from 'vitest';
import { pieces, readStream } from './bytes.ts';

const LIMITS = { size: 4, time: 1_000 };

describe('pieces', () => {
  it.each<[readonly (readonly number[])[], readonly number[]]>([
    [[], []],
    [[[1]], [1]],
    [
      [[1], [2, 3]],
      [1, 2, 3],
    ],
    [
      [[1, 2], [], [3], [4]],
      [1, 2, 3, 4],
    ],
  ])('%j are joined as %j', (given, joined) => {
    const kept = pieces(4);
    for (const piece of given) kept.add(Uint8Array.from(piece));
    expect([...kept.joined()]).toEqual(joined);
  });

  it('that are only one are not copied', () => {
    const kept = pieces(4);
    const piece = Uint8Array.of(1);
    kept.add(piece);
    expect(kept.joined()).toBe(piece);
  });

  it('have a largest size together', () => {
    const kept = pieces(4);
    kept.add(new Uint8Array(3));
    kept.add(new Uint8Array(1));
    expect(() => kept.add(new Uint8Array(1))).toThrow(expect.objectContaining({ status: 413 }));
  });
});

describe('a stream', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A stream of these pieces, which then ends, fails with an error, or stays open; and whether it was cancelled. */
  function streamOf(given: readonly Uint8Array[], end: Error | 'end' | 'open' = 'end') {
    const state = { isCancelled: false };
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of given) controller.enqueue(piece);
        if (end === 'end') controller.close();
      },
      pull(controller) {
        if (end instanceof Error) controller.error(end);
      },
      cancel() {
        state.isCancelled = true;
      },
    });
    return { stream, state };
  }

  it('is read to its end, and its timer is cleared', async () => {
    vi.useFakeTimers();
    const { stream, state } = streamOf([Uint8Array.of(1, 2), Uint8Array.of(3, 4)]);
    expect([...(await readStream(stream, LIMITS))]).toEqual([1, 2, 3, 4]);
    expect([state.isCancelled, vi.getTimerCount()]).toEqual([false, 0]);
  });

  it('is cancelled when it is too large', async () => {
    const { stream, state } = streamOf([new Uint8Array(5)], 'open');
    await expect(readStream(stream, LIMITS)).rejects.toMatchObject({ status: 413 });
    expect(state.isCancelled).toBe(true);
  });

  it('is cancelled when it takes too long', async () => {
    vi.useFakeTimers();
    const { stream, state } = streamOf([Uint8Array.of(1)], 'open');
    const reading = readStream(stream, LIMITS).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(999);
    expect(state.isCancelled).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(state.isCancelled).toBe(true);
    expect(await reading).toMatchObject({
      status: 408,
      message: 'the body did not arrive in time',
      headers: { Connection: 'close' },
    });
  });

  it('that breaks off is a mistake of the client, with its cause', async () => {
    const cause = new Error('reset');
    const { stream } = streamOf([Uint8Array.of(1)], cause);
    await expect(readStream(stream, LIMITS)).rejects.toMatchObject({
      status: 400,
      message: 'the body ended early',
      cause,
    });
  });
});
