/** Declares the tests of correct servers that choose otherwise: none may be blamed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ServiceName } from '../model/document/services.ts';
import { faultsOf } from '../mutation/mutants.ts';
import { blamed, tryFault } from '../mutation/trial.ts';
import { openContract } from '../run/contract.ts';
import { type Reference, startReference } from './reference.ts';

/** Each twin is a proxy in front of the reference server. */
export async function describeTwins(service: ServiceName): Promise<void> {
  const contract = await openContract().service(service);
  const { api } = contract;
  const { twins } = await faultsOf(contract);
  let reference: Reference;
  beforeAll(async () => {
    reference = await startReference();
  });
  afterAll(() => reference.close());

  describe(`${service}: a correct server that chooses otherwise is not blamed`, () => {
    test.each(twins.map((twin) => [twin.id, twin] as const))('%s', async (_, twin) => {
      const judged = async () => blamed(await tryFault(reference, service, twin), twin);
      const said = await judged();
      // A busy machine may leave something undecided; who is blamed is not asked again.
      const isVague = said.length > 0 && said.every((one) => one.endsWith('is not decided'));
      expect(isVague ? await judged() : said).toEqual([]);
    });

    test('every open question that it names is one of the ledger', () => {
      const known = new Set(api.questions.map(({ id }) => id));
      expect(twins.flatMap(({ about }) => about).filter((id) => !known.has(id))).toEqual([]);
    });
  });
}
