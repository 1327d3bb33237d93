/** A correct server that makes other choices where the documents leave them open, as changes to another server. */

import type { ServiceTarget, Target } from '../model/target.ts';
import type { At, Mutation } from './place.ts';

export interface Variant {
  /** Names the behaviour of the server. Unique within its service. */
  readonly id: string;
  /** Open questions of the ledger that it answers in another way. */
  readonly about: readonly string[];
  readonly choices: (at: At) => readonly Mutation[];
  /** Changes the target, where the server has other data. */
  readonly target?: (target: Target) => Target;
  /** Rules that cannot be decided on this server; `*` stands for any text. Absent: none. */
  readonly undecided?: readonly string[];
  /** Advice of the documents that it does not follow: rules that warn of it. Absent for most. */
  readonly advised?: readonly string[];
}

/** Changes the target of a service. */
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

/** A correct server that makes other choices, as a proxy in front of another server. */
export interface ProxiedVariant extends Omit<Variant, 'choices'> {
  readonly mutation: Mutation;
}
