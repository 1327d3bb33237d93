/** Declares the tests of correct servers that choose otherwise: none may be blamed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsAt, together } from '../fault/at.ts';
import { rulesWith, tryFault } from '../faults/trial.ts';
import { openContract } from '../model/contract.ts';
import type { ServiceName } from '../model/services.ts';
import { matches } from '../run/selection.ts';
import { ofEveryService } from '../twins/every-service.ts';
import type { Twin } from '../twins/twin.ts';
import { type Reference, startReference } from './reference.ts';

/** Each twin is a proxy in front of the reference server. */
export async function describeTwins(service: ServiceName, own: readonly Twin[]): Promise<void> {
  const twins = [...ofEveryService, ...own];
  const { api } = await openContract().service(service);
  let reference: Reference;
  beforeAll(async () => {
    reference = await startReference();
  });
  afterAll(() => reference.close());

  describe(`${service}: a correct server that chooses otherwise is not blamed`, () => {
    test.each(twins.map((twin) => [twin.id, twin] as const))(
      '%s',
      async (_, { choices, target, undecided = [], advised = [] }) => {
        const fault = together(...choices(faultsAt(api)));
        const report = await tryFault(reference, service, { fault, ...(target === undefined ? {} : { target }) });
        expect(rulesWith(report, 'fail', 'harness-error')).toEqual([]);
        expect([...rulesWith(report, 'warn')].sort()).toEqual([...advised].sort());
        const open = rulesWith(report, 'inconclusive', 'blocked');
        expect(open.filter((id) => !undecided.some((pattern) => matches(id, pattern)))).toEqual([]);
        expect(undecided.filter((pattern) => !open.some((id) => matches(id, pattern)))).toEqual([]);
      },
    );

    test('every open question that it names is one of the ledger', () => {
      const known = new Set(api.questions.map(({ id }) => id));
      expect(twins.flatMap(({ about }) => about).filter((id) => !known.has(id))).toEqual([]);
    });
  });
}
