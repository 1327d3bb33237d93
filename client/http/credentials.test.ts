import { expect, test } from 'vitest';
import { presenter, type Schemes } from './credentials.ts';
import { orAborted, sleep } from './wait.ts';

const schemes: Schemes = {
  Token: { type: 'bearer' },
  Key: { type: 'apiKey', in: 'header', name: 'X-Key' },
  Other: { type: 'apiKey', in: 'header', name: 'X-Other' },
};
const taken = { Token: ['GET /a', 'GET /b'], Key: ['GET /a'] };

test('each credential is presented with the calls that take it', async () => {
  const present = presenter(schemes, taken, { Token: 't', Key: 'k', Other: 'o' });
  const token = { name: 'Authorization', value: 'Bearer t', secret: 't', reject: undefined };
  const key = { name: 'X-Key', value: 'k', secret: 'k', reject: undefined };
  expect(await present('GET /a', undefined)).toEqual([token, key]);
  expect(await present('GET /b', undefined)).toEqual([token]);
  expect(await present('GET /c', undefined)).toEqual([]);
  expect(await presenter(schemes, taken, { Key: 'k' })('GET /a', undefined)).toEqual([key]);
});

test('a token of a source is rejected there', async () => {
  const rejected: string[] = [];
  const source = { token: async () => 't', reject: (token: string) => void rejected.push(token) };
  const [presented] = await presenter(schemes, taken, { Token: source })('GET /a', undefined);
  expect(presented).toMatchObject({ value: 'Bearer t', secret: 't' });
  presented?.reject?.();
  expect(rejected).toEqual(['t']);
});

const never = new Promise<never>(() => undefined);

test('a source is awaited no longer than the signal allows', async () => {
  const source = { token: () => never, reject: () => undefined };
  const present = presenter(schemes, taken, { Token: source });
  await expect(present('GET /a', AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
});

test('a wait ends with its signal, and then leaves it alone', async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const listeners: string[] = [];
  const watched = Object.assign(Object.create(null), {
    reason: new Error('enough'),
    throwIfAborted: () => signal.throwIfAborted(),
    addEventListener(...given: Parameters<AbortSignal['addEventListener']>) {
      listeners.push(`add ${given[0]}`);
      signal.addEventListener(...given);
    },
    removeEventListener(...given: Parameters<AbortSignal['removeEventListener']>) {
      listeners.push(`remove ${given[0]}`);
      signal.removeEventListener(...given);
    },
  }) as AbortSignal;
  expect(await orAborted(Promise.resolve(1), watched)).toBe(1);
  await expect(orAborted(Promise.reject(new Error('no')), watched)).rejects.toThrow('no');
  expect(listeners).toEqual(['add abort', 'remove abort', 'add abort', 'remove abort']);
  const waiting = orAborted(never, watched).catch((error: Error) => error.message);
  controller.abort();
  expect(await waiting).toBe('enough');
});

test('a wait without a signal ends with its promise', async () => {
  expect(await orAborted(Promise.resolve(1))).toBe(1);
  expect(await sleep(0)).toBeUndefined();
  await expect(sleep(1e9, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
});
