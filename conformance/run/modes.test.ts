import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Reference, startReference } from '../testing/reference.ts';
import { runSuite } from './suite.ts';

let reference: Reference;
beforeAll(async () => {
  reference = await startReference();
});
afterAll(() => reference.close());

test('a run that only reads sends nothing that changes data, and reports what it could not try', async () => {
  const methods = new Set<string>();
  const report = await runSuite(reference.target, {
    contract: reference.contract,
    readOnly: true,
    selection: { services: ['comment', 'assistant'] },
    onEvent: (event) => {
      if (event.type === 'exchange-finished' && !event.exchange.url.endsWith('/auth/login')) {
        methods.add(event.exchange.method);
      }
    },
  });
  expect([...methods]).toEqual(['GET']);
  const checks = report.services.flatMap((service) => service.checks);
  expect(checks.some(({ reasons }) => reasons.some(({ reason }) => reason.includes('only reads')))).toBe(true);
  expect(checks.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
});

test('the suite signs in by itself: by keystore, and by message with its own key', async () => {
  const { comment } = reference.target.services;
  if (comment === undefined) throw new Error('the target has no comment service');
  const { keystores = {}, message } = reference.target.signIn ?? {};
  for (const signIn of [{ keystores }, message === undefined ? {} : { message }]) {
    const authorized: string[] = [];
    await runSuite(
      { services: { comment }, signIn, allowInconclusive: [] },
      {
        contract: reference.contract,
        selection: { operations: ['readMe'] },
        onEvent: (event) => {
          if (event.type !== 'exchange-finished' || !event.exchange.url.endsWith('/me')) return;
          const { outcome, headers } = event.exchange;
          if (outcome.kind === 'answer' && outcome.status === 200) authorized.push(headers['authorization'] ?? '');
        },
      },
    );
    expect(authorized.length).toBeGreaterThan(0);
  }
});

test('RPC methods are called over each of the four protocols', async () => {
  const { lending } = reference.target.services;
  if (lending === undefined) throw new Error('the target has no lending service');
  for (const [protocol, url] of Object.entries(lending.rpc)) {
    const report = await runSuite(
      { services: { lending: { ...lending, rpc: { [protocol]: url } } }, allowInconclusive: [] },
      { contract: reference.contract, selection: { rules: ['lending.*Markets*'] } },
    );
    const verdicts = report.services.flatMap(({ checks }) => checks.map(({ verdict }) => verdict));
    expect(new Set(verdicts), protocol).toEqual(new Set(['pass']));
  }
});
