/** The gates of one service: each faulty server is found out, no correct one is blamed, every rule finds something out. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { declaredFaults, unprovenRules } from '../families/faults.ts';
import { openContract } from '../model/contract.ts';
import type { ContractService as ServiceName } from '../model/services.ts';
import { ownFaults } from '../rules/own.ts';
import { type Reference, startReference } from '../testing/reference.ts';
import type { Mutant, Twin } from './mutant.ts';
import { rulesWith, tryFault } from './trial.ts';

/** Milliseconds that a faulty server is waited for: some never answer. */
const SHORT = 400;

/** The rules that may find a mutant out. */
function killersOf({ kills }: Mutant): readonly string[] {
  return [kills];
}

/** What was written by hand for a service. */
export interface Gates {
  readonly mutants: readonly Mutant[];
  readonly twins: readonly Twin[];
}

async function killed(reference: Reference, service: ServiceName, mutant: Mutant): Promise<void> {
  const operations = mutant.operation === undefined ? [] : [mutant.operation];
  const report = await tryFault(reference, service, mutant, {
    selection: { rules: killersOf(mutant), operations },
    timeoutMs: mutant.timeoutMs ?? SHORT,
    reproduce: false,
  });
  const fallen = rulesWith(report, 'fail', 'warn');
  expect(killersOf(mutant).filter((id) => fallen.includes(id))).not.toEqual([]);
  expect(rulesWith(report, 'harness-error')).toEqual([]);
}

/** Declares the tests of a service's faulty servers and twins, each as a proxy in front of the reference server. */
export async function describeGates(service: ServiceName, { mutants: older, twins }: Gates): Promise<void> {
  const { api } = await openContract().service(service);
  const mutants = [...(await ownFaults(api)), ...older];
  let reference: Reference;
  beforeAll(async () => {
    reference = await startReference();
  });
  afterAll(() => reference.close());

  describe(`${service}: a server that breaks a declaration is found out`, () => {
    const declared = declaredFaults(api);
    test.each(declared.map((mutant) => [mutant.id, mutant] as const))('%s', (_, mutant) =>
      killed(reference, service, mutant),
    );

    test('every rule of a declaration is what finds out some faulty server', () => {
      expect(unprovenRules(api)).toEqual([]);
    });

    test('faulty servers are told apart', () => {
      const ids = [...declared, ...mutants].map(({ id }) => id);
      expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    });
  });

  describe(`${service}: a faulty server is found out`, () => {
    test.each(mutants.map((mutant) => [mutant.id, mutant] as const))('%s', (_, mutant) =>
      killed(reference, service, mutant),
    );

    test('every rule of the documents is what finds out some faulty server', () => {
      const killers = new Set(mutants.flatMap(killersOf));
      const declared = new Set(api.declarations.flatMap(({ rules }) => rules.map(({ id }) => id)));
      const unproven = api.rules.filter(({ id }) => !declared.has(id) && !killers.has(id));
      expect(unproven.map(({ id }) => id)).toEqual([]);
    });
  });

  if (twins.length === 0) return;
  describe(`${service}: a correct server that chooses otherwise is not blamed`, () => {
    test.each(twins.map((twin) => [twin.id, twin] as const))('%s', async (_, twin) => {
      const report = await tryFault(reference, service, twin);
      expect(rulesWith(report, 'fail', 'warn', 'harness-error')).toEqual([]);
      const undecided = twin.undecided ?? [];
      expect([...rulesWith(report, 'inconclusive', 'blocked')].sort()).toEqual([...undecided].sort());
    });
  });
}
