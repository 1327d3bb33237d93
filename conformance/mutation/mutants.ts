/** Every faulty server of a service, and every correct one that chooses otherwise. */

import type { Mutant } from '../core/mutant.ts';
import type { ProxiedTwin } from '../core/variant.ts';
import type { ServiceContract } from '../run/contract.ts';
import { declaredFaults } from './declared.ts';
import { faultsAt, together } from './language/at.ts';
import { ownFaults } from './own.ts';

export interface Faults {
  readonly mutants: readonly Mutant[];
  /** As proxies. */
  readonly twins: readonly ProxiedTwin[];
}

async function twinsOf({ api, variants }: ServiceContract): Promise<readonly ProxiedTwin[]> {
  const at = faultsAt(api);
  return (await variants()).map(({ choices, ...twin }) => ({ ...twin, fault: () => together(...choices(at))() }));
}

/** What follows from the declarations of a document, what stands beside its own rules, and its variants. */
export async function faultsOf(contract: ServiceContract): Promise<Faults> {
  const { api } = contract;
  return { mutants: [...declaredFaults(api), ...ownFaults(contract)], twins: await twinsOf(contract) };
}
