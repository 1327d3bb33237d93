import type { Variant } from '@wallet-services/conformance/core';
import { loadApi, loadLedger, serviceNames } from '@wallet-services/conformance/model';
import { expect, test } from 'vitest';
import { sharedVariants } from './shared/variants.ts';

const ledger = await loadLedger();

/** The open question of all services. Each service has its own question on the same subject. */
const OF_EACH_SERVICE = 'all.errors.body';

/** Open questions that no correct variant answers differently; the contract gives the reason for each. */
const alike = new Set(ledger.questions.flatMap(({ id, alike: why }) => (why === undefined ? [] : [id])));

async function namedBy(service: string): Promise<ReadonlySet<string>> {
  const own: { readonly variants: readonly Variant[] } = await import(`./${service}/variants.ts`);
  return new Set([...sharedVariants(service), ...own.variants].flatMap(({ about }) => about));
}

test.each(serviceNames)(
  'a correct variant answers each open question of %s differently, or there is a reason why none can',
  async (service) => {
    const named = await namedBy(service);
    const { questions } = await loadApi(service, ledger);
    const untold = questions.filter(({ id }) => !named.has(id) && !alike.has(id) && id !== OF_EACH_SERVICE);
    expect(untold.map(({ id }) => id)).toEqual([]);
  },
);

test('no question with a variant has a reason why there is none', async () => {
  const named = new Set((await Promise.all(serviceNames.map(namedBy))).flatMap((ids) => [...ids]));
  expect([...alike].filter((id) => named.has(id))).toEqual([]);
});
