/** The faulty servers that stand beside the rules of a service. */
import type { Mutant, Wrongs } from '../core/mutant.ts';
import type { OwnRule } from '../core/rule.ts';
import type { ServiceContract } from '../run/contract.ts';
import { faultsAt } from './language/at.ts';
import { named } from './language/named.ts';

function isNamed(faults: readonly Omit<Mutant, 'kills'>[] | Wrongs): faults is Wrongs {
  return !Array.isArray(faults);
}

/** The faulty servers of the rules of a service that have no declaration. */
export function ownFaults({
  api,
  rules,
}: Pick<ServiceContract, 'api'> & { readonly rules: readonly OwnRule[] }): readonly Mutant[] {
  const at = faultsAt(api);
  return rules.flatMap(({ id: kills, faults }) => {
    const some = faults?.(at) ?? [];
    return (isNamed(some) ? named(some) : some).map((fault) => ({ ...fault, kills }));
  });
}
