/** Faulty servers by what they do wrong. */
import type { Mutant, Wrongs } from '../../core/mutant.ts';

/** Mutants from mutations by description. @param more further members of each mutant. */
export function named(mutants: Wrongs, more: Pick<Mutant, 'timeoutMs'> = {}): readonly Omit<Mutant, 'kills'>[] {
  return Object.entries(mutants).map(([id, mutation]) => ({ id, mutation, ...more }));
}
