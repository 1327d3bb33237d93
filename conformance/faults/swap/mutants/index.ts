/** Swap servers that are wrong in one way each. */
import type { Mutant } from '../../mutant.ts';
import { actionMutants } from './actions.ts';
import { answerMutants } from './answers.ts';
import { listMutants } from './lists.ts';
import { marketMutants } from './market.ts';

export const mutants: readonly Mutant[] = [...answerMutants, ...actionMutants, ...listMutants, ...marketMutants];
