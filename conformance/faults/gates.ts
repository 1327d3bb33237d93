/** The gates of one service: each faulty server is found out, no correct one is blamed, every rule finds something out. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ContractService as ServiceName } from '../model/services.ts';
import { type Reference, startReference } from '../testing/reference.ts';
import type { Mutant, Twin } from './mutant.ts';
import { rulesWith, tryFault } from './trial.ts';

/** Milliseconds that a faulty server is waited for: some never answer. */
const SHORT = 400;

/** Rules of the suite that hold for every service; the mutants that are derived from the document find out about them. */
function isGeneral(id: string): boolean {
  return id.startsWith('wire.') || id.startsWith('input.');
}

/** Declares the tests of a service's mutants and twins, each as a proxy in front of the reference server. */
export function describeGates(service: ServiceName, mutants: readonly Mutant[], twins: readonly Twin[]): void {
  let reference: Reference;
  beforeAll(async () => {
    reference = await startReference();
  });
  afterAll(() => reference.close());

  describe(`${service}: a faulty server is found out`, () => {
    test.each(mutants.map((mutant) => [mutant.id, mutant] as const))('%s', async (_, mutant) => {
      const operations = mutant.operation === undefined ? [] : [mutant.operation];
      const options = {
        selection: { rules: [mutant.kills], operations },
        timeoutMs: mutant.timeoutMs ?? SHORT,
        reproduce: false,
      };
      const report = await tryFault(reference, service, mutant, options);
      expect(rulesWith(report, 'fail', 'warn')).toContain(mutant.kills);
      expect(rulesWith(report, 'harness-error')).toEqual([]);
    });

    test('every rule of the documents is what finds out some faulty server', async () => {
      const { api } = await reference.contract.service(service);
      const killers = new Set(mutants.map(({ kills }) => kills));
      const declared = new Set(api.declarations.flatMap(({ rules }) => rules.map(({ id }) => id)));
      const unproven = api.rules.filter(({ id }) => !isGeneral(id) && !declared.has(id) && !killers.has(id));
      expect(unproven.map(({ id }) => id)).toEqual([]);
    });
  });

  if (twins.length === 0) return;
  describe(`${service}: a correct server that chooses otherwise is not blamed`, () => {
    test.each(twins.map((twin) => [twin.id, twin] as const))('%s', async (_, twin) => {
      const report = await tryFault(reference, service, twin);
      expect(rulesWith(report, 'fail', 'warn', 'harness-error')).toEqual([]);
      expect([...rulesWith(report, 'inconclusive', 'blocked')].sort()).toEqual([...(twin.undecided ?? [])].sort());
    });
  });
}
