/** Servers that are wrong in one way, and correct ones that choose otherwise, as proxies in front of a correct server. */

import type { Target } from '../model/target.ts';
import type { Fault } from '../mutation/proxy/reply.ts';
import type { Twin as Choosing } from './variant.ts';

interface Variant {
  /** Says what the server does: `the second page repeats the first`. Unique within its service. */
  readonly id: string;
  /** Makes the fault; each run gets one of its own, so that it may remember things. */
  readonly fault: () => Fault;
  /** Changes what the target says, where the fault would not be seen otherwise. */
  readonly target?: (target: Target) => Target;
}

/** A server that is wrong in one way. */
export interface Mutant extends Variant {
  /** The rule that must fall over it. Others may too. */
  readonly kills: string;
  /** The operationId whose cases show it. A rule that watches every answer has all cases run, unless this is given. */
  readonly operation?: string;
  /** Longest wait for an answer, in milliseconds, where a right one may take its time. Default: a short one. */
  readonly timeoutMs?: number;
}

/** A correct server that chooses otherwise where the documents leave it open. */
export type Twin = Variant & Omit<Choosing, 'choices'>;
