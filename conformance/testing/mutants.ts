/** The mutation tests of one service: each faulty server is detected, and every rule detects one. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Mutant } from '../core/mutant.ts';
import type { ContractService as ServiceName } from '../model/document/services.ts';
import { declaredMutants, unprovenRules } from '../mutation/declared.ts';
import { ownMutants } from '../mutation/own.ts';
import { rulesWith, tryItsRule } from '../mutation/trial.ts';
import { openContract } from '../run/contract.ts';
import type { RunReport } from '../run/report.ts';
import { type Reference, startReference, withReference } from './reference.ts';

/**
 * The report of the rule that must detect a faulty server; if concurrent writes or a busy machine left it undecided,
 * the report for a separate server.
 */
async function reportOn(reference: Reference, service: ServiceName, mutant: Mutant): Promise<RunReport> {
  const report = await tryItsRule(reference, service, mutant);
  if (rulesWith(report, 'fail', 'warn').includes(mutant.kills)) return report;
  return withReference((deserted) => tryItsRule(deserted, service, mutant));
}

async function killed(reference: Reference, service: ServiceName, mutant: Mutant): Promise<void> {
  const report = await reportOn(reference, service, mutant);
  expect(rulesWith(report, 'fail', 'warn')).toContain(mutant.kills);
  expect(rulesWith(report, 'harness-error')).toEqual([]);
}

/**
 * Declares the tests of a service's faulty servers, each as a proxy in front of the reference server.
 *
 * @param inTurn whether they must run one after the other, since the requests to one change the data of all
 */
export async function describeMutants(service: ServiceName, inTurn = false): Promise<void> {
  const describeAll = inTurn ? describe : describe.concurrent;
  const contract = await openContract().service(service);
  const { api } = contract;
  const mutants = ownMutants(contract);
  let reference: Reference;
  beforeAll(async () => {
    reference = await startReference();
  });
  afterAll(() => reference.close());
  const each = (some: readonly Mutant[]) =>
    test.each(some.map((mutant) => [mutant.id, mutant] as const))('%s', (_, mutant) =>
      killed(reference, service, mutant),
    );

  describeAll(`${service}: a server that breaks a declaration is found out`, () => {
    const declared = declaredMutants(api);
    each(declared);

    test('every rule of a declaration detects a faulty server', () => {
      expect(unprovenRules(api)).toEqual([]);
    });

    test('faulty servers have distinct ids', () => {
      const ids = [...declared, ...mutants].map(({ id }) => id);
      expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    });
  });

  describeAll(`${service}: a faulty server is found out`, () => {
    each(mutants);

    test('every rule of the documents detects a faulty server', () => {
      const killers = new Set(mutants.map(({ kills }) => kills));
      const declared = new Set(api.declarations.flatMap(({ rules }) => rules.map(({ id }) => id)));
      const unproven = api.rules.filter(({ id }) => !declared.has(id) && !killers.has(id));
      expect(unproven.map(({ id }) => id)).toEqual([]);
    });
  });
}
