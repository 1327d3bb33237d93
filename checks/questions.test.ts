import type { Variant } from '@wallet-services/conformance/core';
import { loadApi, loadLedger, serviceNames } from '@wallet-services/conformance/model';
import { expect, test } from 'vitest';
import { sharedVariants } from './shared/variants.ts';

const ledger = await loadLedger();

/** What the question of each service answers, by its own variants. */
const OF_EACH_SERVICE = 'all.errors.body';

/** Open questions that no correct variant answers otherwise; the contract says why of each. */
const alike = new Set(ledger.questions.flatMap(({ id, alike: why }) => (why === undefined ? [] : [id])));

async function namedBy(service: string): Promise<ReadonlySet<string>> {
  const own: { readonly variants: readonly Variant[] } = await import(`./${service}/variants.ts`);
  return new Set([...sharedVariants(service), ...own.variants].flatMap(({ about }) => about));
}

test.each(serviceNames)(
  'a correct variant answers each open question of %s otherwise, or says why none can',
  async (service) => {
    const named = await namedBy(service);
    const { questions } = await loadApi(service, ledger);
    const untold = questions.filter(({ id }) => !named.has(id) && !alike.has(id) && id !== OF_EACH_SERVICE);
    expect(untold.map(({ id }) => id)).toEqual([]);
  },
);

test('no reason stands for what a variant answers', async () => {
  const named = new Set((await Promise.all(serviceNames.map(namedBy))).flatMap((ids) => [...ids]));
  expect([...alike].filter((id) => named.has(id))).toEqual([]);
});
