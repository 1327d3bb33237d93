/** A correct server that chooses otherwise where the documents leave it open, as what stands in front of another one. */

import type { ServiceTarget, Target } from '../model/target.ts';
import type { At, Mutation } from './place.ts';

export interface Variant {
  /** Says what the server does. Unique within its service. */
  readonly id: string;
  /** Open questions of the ledger that it answers otherwise. */
  readonly about: readonly string[];
  readonly choices: (at: At) => readonly Mutation[];
  /** Changes what the target says, where the server differs in what it has. */
  readonly target?: (target: Target) => Target;
  /** Rules that cannot be decided on this server; `*` stands for any text. Absent for most. */
  readonly undecided?: readonly string[];
  /** Advice of the documents that it does not follow: rules that warn of it. Absent for most. */
  readonly advised?: readonly string[];
}

/** Changes what the target says of a service. */
export function described(
  name: string,
  change: (service: ServiceTarget) => Partial<ServiceTarget>,
): (target: Target) => Target {
  return (target) => {
    const service = target.services[name];
    if (service === undefined) return target;
    return { ...target, services: { ...target.services, [name]: { ...service, ...change(service) } } };
  };
}

/** A correct server that chooses otherwise, as a proxy in front of another one. */
export interface ProxiedVariant extends Omit<Variant, 'choices'> {
  readonly mutation: Mutation;
}
