/** Faulty servers that follow from the documents: each breaks one thing that a document says. */
import type { ServiceName } from '../../model/document/services.ts';
import type { Observation, WireAnswer } from './seen.ts';

/** What the fault may look back on. */
export interface Memory {
  /** The first successful answer of the operation. */
  readonly success: WireAnswer | null;
}

/** A server that breaks one thing. */
export interface DerivedMutant {
  /** `vault readVault 200 /data/id: dropped`. Unique. */
  readonly id: string;
  readonly service: ServiceName;
  /** The operationId. */
  readonly operation: string;
  /**
   * What it answers instead; null when it answers as it should. `allowed` when the document allows the answer as well,
   * so that there is no fault.
   */
  readonly change: (seen: Observation, memory: Memory) => WireAnswer | 'allowed' | null;
  /** The fault is in the whole of a successful answer, so that one answer of the operation shows it. */
  readonly shownByOne: boolean;
}
