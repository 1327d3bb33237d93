import { expect, test } from 'vitest';
import { loadApi, loadLedger } from '../model/load.ts';
import { serviceNames } from '../model/services.ts';
import { sharedTwins } from './every-service.ts';
import type { Twin } from './twin.ts';
import { withoutVariant } from './without.ts';

const ledger = await loadLedger();

async function namedBy(service: string): Promise<ReadonlySet<string>> {
  const own: { readonly twins: readonly Twin[] } = await import(`./${service}.ts`);
  return new Set([...sharedTwins(service), ...own.twins].flatMap(({ about }) => about));
}

test.each(serviceNames)(
  'a correct variant answers each open question of %s otherwise, or says why none can',
  async (service) => {
    const named = await namedBy(service);
    const { questions } = await loadApi(service, ledger);
    const untold = questions.filter(({ id }) => !named.has(id) && !withoutVariant.has(id));
    expect(untold.map(({ id }) => id)).toEqual([]);
  },
);

test('no reason stands for what a variant answers, or for what is no open question', async () => {
  const named = new Set((await Promise.all(serviceNames.map(namedBy))).flatMap((ids) => [...ids]));
  const known = new Set(ledger.questions.map(({ id }) => id));
  expect([...withoutVariant.keys()].filter((id) => named.has(id) || !known.has(id))).toEqual([]);
});
