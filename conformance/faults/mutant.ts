/** A server that is wrong in one way. */
import type { Target } from '../target/target.ts';
import type { Choices } from './server/choices.ts';
import type { Fault } from './server/reply.ts';

export interface Mutant {
  readonly id: string;
  /** The rule that must fall over it. Others may too. */
  readonly kills: string;
  readonly fault: Fault;
  readonly choices?: Partial<Choices>;
  /** What the target must know for the fault to be seen. */
  readonly target?: (target: Target) => Target;
}
