/** Every faulty server and every differently choosing one, by service. */
import type { ContractService as ServiceName } from '../model/services.ts';
import { mutants as assistantMutants } from './assistant/mutants/index.ts';
import { twins as assistantTwins } from './assistant/twins.ts';
import type { Mutant, Twin } from './mutant.ts';
import { mutants as swapMutants } from './swap/mutants/index.ts';
import { twins as swapTwins } from './swap/twins.ts';

export interface Faults {
  readonly mutants: readonly Mutant[];
  /** As proxies; lending's are servers of their own. */
  readonly twins: readonly Twin[];
}

export const faults: Readonly<Record<ServiceName, Faults>> = {
  lending: { mutants: [], twins: [] },
  comment: { mutants: [], twins: [] },
  swap: { mutants: swapMutants, twins: swapTwins },
  vault: { mutants: [], twins: [] },
  assistant: { mutants: assistantMutants, twins: assistantTwins },
};
