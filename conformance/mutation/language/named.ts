/** Faulty servers by what they do wrong. */
import type { Mutant, Wrongs } from '../../core/mutant.ts';

/** Faulty servers by what they do wrong. @param more of each of them. */
export function named(mutants: Wrongs, more: Pick<Mutant, 'timeoutMs'> = {}): readonly Omit<Mutant, 'kills'>[] {
  return Object.entries(mutants).map(([id, mutation]) => ({ id, mutation, ...more }));
}
