/** Every faulty server and every differently choosing one, by service. */
import type { ContractService as ServiceName } from '../model/services.ts';
import type { Mutant, Twin } from './mutant.ts';

export interface Faults {
  readonly mutants: readonly Mutant[];
  /** As proxies; lending's are servers of their own. */
  readonly twins: readonly Twin[];
}

export const faults: Readonly<Record<ServiceName, Faults>> = {
  lending: { mutants: [], twins: [] },
  comment: { mutants: [], twins: [] },
  swap: { mutants: [], twins: [] },
  vault: { mutants: [], twins: [] },
  assistant: { mutants: [], twins: [] },
};
