/** The faulty servers beside the hand-written rules of a service. */
import type { Mutant, Wrongs } from '../core/mutant.ts';
import type { OwnRule } from '../core/rule.ts';
import type { ServiceContract } from '../run/contract.ts';
import { mutationsAt } from './language/at.ts';
import { named } from './language/named.ts';

function isNamed(mutants: readonly Omit<Mutant, 'kills'>[] | Wrongs): mutants is Wrongs {
  return !Array.isArray(mutants);
}

/** The faulty servers of the rules of a service that have no declaration. */
export function ownMutants({
  api,
  rules,
}: Pick<ServiceContract, 'api'> & { readonly rules: readonly OwnRule[] }): readonly Mutant[] {
  const at = mutationsAt(api);
  return rules.flatMap(({ id: kills, mutants }) => {
    const some = mutants?.(at) ?? [];
    return (isNamed(some) ? named(some) : some).map((mutation) => ({ ...mutation, kills }));
  });
}
