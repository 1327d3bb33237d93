/** Declares the tests of conforming variants: no rule may fail on them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ServiceName } from '../model/document/services.ts';
import { testServersOf } from '../mutation/mutants.ts';
import { blamed, TRIES, tryMutant } from '../mutation/trial.ts';
import { openContract } from '../run/contract.ts';
import { type Reference, startReference } from './reference.ts';

/** Each variant is a proxy in front of the reference server. */
export async function describeVariants(service: ServiceName): Promise<void> {
  const contract = await openContract().service(service);
  const { api } = contract;
  const { variants } = await testServersOf(contract);
  let reference: Reference;
  beforeAll(async () => {
    reference = await startReference();
  });
  afterAll(() => reference.close());

  describe(`${service}: a conforming variant has no failures`, () => {
    test.each(variants.map((variant) => [variant.id, variant] as const))('%s', async (_, variant) => {
      const judged = async () => blamed(await tryMutant(reference, service, variant), variant);
      let reported = await judged();
      // A busy machine may leave something undecided, which is tried again; a failure is not.
      const isVague = () => reported.length > 0 && reported.every((one) => one.endsWith('is not decided'));
      for (let again = 1; again <= TRIES && isVague(); again += 1) reported = await judged();
      expect(reported).toEqual([]);
    });

    test('every open question that it names is in the ledger', () => {
      const known = new Set(api.questions.map(({ id }) => id));
      expect(variants.flatMap(({ about }) => about).filter((id) => !known.has(id))).toEqual([]);
    });
  });
}
