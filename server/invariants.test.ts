import { operations } from '@wallet-services/contract/vault';
import { expect, test } from 'vitest';
import { invariantsOf } from './invariants.ts';
import { call, testServer } from './testing/server.ts';

const requested = { path: {}, query: {}, headers: {}, cookies: {}, body: undefined };

const timeOf = (iso: string, epoch: number) => ({ status: 200, body: { ts: epoch * 1000, data: { iso, epoch } } });

test('an answer that violates a relation is reported with the rule', async () => {
  const judge = await invariantsOf('vault');
  const epoch = Date.UTC(2026, 0, 2) / 1000;
  expect(judge(operations.readTime, requested, timeOf('2026-01-02T00:00:00Z', epoch))).toBeUndefined();
  expect(judge(operations.readTime, requested, timeOf('2026-01-02T01:00:00Z', epoch))).toMatchObject({
    pointer: '',
    message: expect.stringContaining('vault.readTime.'),
  });
  expect(judge(operations.readTime, requested, { status: 500, body: {} })).toBeUndefined();
});

test('a server checks its own answers', async () => {
  const server = await testServer({ services: ['vault'], invariants: true });
  for (const path of ['/vault/time', '/vault/flips', '/vault/cats']) {
    expect(await call(`${server.httpUrl}${path}`)).toMatchObject({ status: 200 });
  }
});
