import { expect, onTestFinished, test } from 'vitest';
import { databaseNonces, openStore } from './index.ts';

const NOW = Date.UTC(2021, 7, 17, 11, 14, 49);

test('a nonce is deleted only when its message has expired', async () => {
  const store = await openStore([]);
  onTestFinished(() => store.destroy());
  let now = NOW;
  const nonces = databaseNonces(store, () => now);
  expect(await nonces.take('for ever', undefined)).toBe(true);
  expect(await nonces.take('for a minute', NOW + 60_000)).toBe(true);
  now = NOW + 59_999;
  expect(await nonces.take('for a minute', NOW + 60_000)).toBe(false);
  now = NOW + 60_000;
  expect(await nonces.take('for a minute', undefined)).toBe(true);
  expect(await nonces.take('for ever', undefined)).toBe(false);
});

test('of many concurrent uses of a nonce, one is accepted', async () => {
  const store = await openStore([]);
  onTestFinished(() => store.destroy());
  const nonces = databaseNonces(store, () => NOW);
  const taken = await Promise.all(Array.from({ length: 10 }, () => nonces.take('once', undefined)));
  expect(taken.filter(Boolean)).toHaveLength(1);
});
