/** Faulty servers by what they do wrong. */
import type { Wrongs } from '../../core/family.ts';
import type { OwnFault } from '../../core/rule.ts';

/** Faulty servers by what they do wrong. @param more of each of them. */
export function named(faults: Wrongs, more: Pick<OwnFault, 'timeoutMs'> = {}): readonly OwnFault[] {
  return Object.entries(faults).map(([id, fault]) => ({ id, fault, ...more }));
}
