/** Every faulty server and every differently choosing one, by service. */
import type { ContractService as ServiceName } from '../model/services.ts';
import { mutants as commentMutants } from './comment/mutants/index.ts';
import { twins as commentTwins } from './comment/twins.ts';
import { mutants as lendingMutants } from './lending/mutants/index.ts';
import type { Mutant, Twin } from './mutant.ts';
import { mutants as swapMutants } from './swap/mutants/index.ts';
import { twins as swapTwins } from './swap/twins.ts';
import { mutants as vaultMutants } from './vault/mutants/index.ts';

export interface Faults {
  readonly mutants: readonly Mutant[];
  /** As proxies; lending's are servers of their own. */
  readonly twins: readonly Twin[];
}

export const faults: Readonly<Record<ServiceName, Faults>> = {
  lending: { mutants: lendingMutants, twins: [] },
  comment: { mutants: commentMutants, twins: commentTwins },
  swap: { mutants: swapMutants, twins: swapTwins },
  vault: { mutants: vaultMutants, twins: [] },
  assistant: { mutants: [], twins: [] },
};
