import { expect, test } from 'vitest';
import { whenFree } from './free.ts';

const none = Object.assign(new Error('sorry, too many clients already'), { code: '53300' });

function failing(times: number, error: Error): () => Promise<string> {
  let left = times;
  return async () => {
    left -= 1;
    if (left >= 0) throw error;
    return 'a connection';
  };
}

test('a request waits for a connection that becomes free', async () => {
  expect(await whenFree(failing(3, none))).toBe('a connection');
});

test('a request waits for a limited time, and does not wait for other errors', async () => {
  await expect(whenFree(failing(1_000, none), 100)).rejects.toBe(none);
  const other = new Error('closed the connection');
  await expect(whenFree(failing(1, other))).rejects.toBe(other);
});
