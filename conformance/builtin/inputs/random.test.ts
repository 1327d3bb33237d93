import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Fault } from '../../mutation/proxy/reply.ts';
import { tryMutant } from '../../mutation/trial.ts';
import { type Reference, startReference } from '../../testing/reference.ts';

let reference: Reference;
beforeAll(async () => {
  reference = await startReference();
});
afterAll(() => reference.close());

/** A vault of the reference server. */
const VAULT = '0a90a3b5-6c7e-3a42-8f10-8b2c3d5e0fd1';

const selection = { operations: ['listFlips'], rules: ['input.*'] };

test('a correct server passes random requests', async () => {
  const none: Fault = (request, next) => next(request);
  const report = await tryMutant(reference, 'vault', { mutation: () => none }, { fuzz: 1200, selection });
  const [service] = report.services;
  expect(service?.checks.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  expect(service?.requests).toBeGreaterThan(150);
});

test('a fault that no enumerated request shows is found and shrunk to the simplest request that shows it', async () => {
  const report = await tryMutant(
    reference,
    'vault',
    {
      mutation: () => (request, next) => {
        const [vat = ''] = /[^/]*$/.exec(request.path) ?? [];
        return /[G-Z]/.test(vat) ? next({ ...request, path: request.path.replace(vat, VAULT) }) : next(request);
      },
    },
    { fuzz: 400, selection: { ...selection, operations: ['readVault'] } },
  );
  const checks = report.services.flatMap((service) => service.checks);
  const [finding] = checks.flatMap(({ findings }) => findings);
  const url = new URL(finding?.exchange?.url ?? 'http://nothing');
  expect(finding?.expected).toContain('path/vat');
  expect(url.pathname.split('/').at(-1)?.length).toBeLessThan(5);
});

test('a server error to a valid request is found', async () => {
  const report = await tryMutant(
    reference,
    'vault',
    {
      mutation: () => (request, next) =>
        Number(request.query.get('limit')) > 1_000_000
          ? { kind: 'reply', status: 500, contentType: null, body: '' }
          : next(request),
    },
    { fuzz: 400, selection },
  );
  const failed = report.services.flatMap(({ checks }) => checks.filter(({ verdict }) => verdict === 'fail'));
  expect(failed.map(({ rule }) => rule)).toEqual(['input.no-server-error']);
});
