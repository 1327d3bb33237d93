/** The faulty servers that follow from what a document declares: every operation, and every use of every family. */
import { faultsAt } from '../fault/at.ts';
import type { Mutant } from '../faults/mutant.ts';
import type { ApiModel } from '../model/api.ts';
import { ACCEPTED } from '../rules/inputs/accepted.ts';
import { absentFaults } from '../rules/inputs/served.ts';
import { familyOf, ruleIdOf } from './index.ts';

/** Servers that lack an operation, and every fault of every declaration whose aspect the declaration demands. */
export function declaredFaults(api: ApiModel): readonly Mutant[] {
  const at = faultsAt(api);
  const broken = api.declarations.flatMap((declared) => {
    const faults = declared.rules.length === 0 ? [] : (familyOf(declared)?.faults(declared, at) ?? []);
    return faults.flatMap(({ kills, ...fault }): Mutant[] => {
      const id = ruleIdOf(declared, kills);
      return id === undefined ? [] : [{ ...fault, kills: id }];
    });
  });
  return [...absentFaults(api, ACCEPTED), ...broken];
}

/** Rules of declarations that no fault proves. */
export function unprovenRules(api: ApiModel): readonly string[] {
  const proven = new Set(declaredFaults(api).map(({ kills }) => kills));
  return api.declarations
    .filter((declared) => familyOf(declared) !== undefined)
    .flatMap(({ rules }) => rules.map(({ id }) => id))
    .filter((id) => !proven.has(id));
}
