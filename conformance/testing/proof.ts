/** Which faulty servers each rule must find out, for the documentation. */
import { faultsOf } from '../faults/index.ts';
import { openContract } from '../model/contract.ts';
import { type ContractService as ServiceName, serviceNames } from '../model/services.ts';

/** A server that is wrong in one way. */
export interface DeclaredFault {
  readonly service: ServiceName;
  /** What it does. */
  readonly title: string;
  /** The rule that must find it out; the tests try it. */
  readonly kills: string;
  /** The operation that shows it, where it is one. */
  readonly operation: string | null;
}

/** A correct server that chooses otherwise. */
export interface DeclaredTwin {
  readonly service: ServiceName;
  readonly title: string;
  /** Open questions that it answers otherwise. */
  readonly about: readonly string[];
}

/** Every faulty server of the five services, and every correct one that chooses otherwise. Nothing is started. */
export async function declaredProof(): Promise<{
  readonly faults: readonly DeclaredFault[];
  readonly twins: readonly DeclaredTwin[];
}> {
  const contract = openContract();
  const all = await Promise.all(
    serviceNames.map(async (service) => ({ service, ...(await faultsOf((await contract.service(service)).api)) })),
  );
  return {
    faults: all.flatMap(({ service, mutants }) =>
      mutants.map(({ id, kills, operation }) => ({ service, title: id, kills, operation: operation ?? null })),
    ),
    twins: all.flatMap(({ service, twins }) => twins.map(({ id, about }) => ({ service, title: id, about }))),
  };
}
