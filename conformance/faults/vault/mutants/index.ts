/** Vault servers that are wrong in one way. */
import type { Mutant } from '../../mutant.ts';
import { accessMutants } from './access.ts';
import { pageMutants } from './pages.ts';
import { resourceMutants } from './resources.ts';

export const mutants: readonly Mutant[] = [...resourceMutants, ...pageMutants, ...accessMutants];
