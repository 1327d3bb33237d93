/** Faulty servers derived from the documents: each violates one place of a document. */
import type { ServiceName } from '../../model/document/services.ts';
import type { Observation, WireAnswer } from './seen.ts';

/** The earlier data that a fault may use. */
export interface Memory {
  /** The first successful answer of the operation. */
  readonly success: WireAnswer | null;
}

/** A server that violates one place of a document. */
export interface DerivedMutant {
  /** `vault readVault 200 /data/id: dropped`. Unique. */
  readonly id: string;
  readonly service: ServiceName;
  /** The operationId. */
  readonly operation: string;
  /**
   * The response in place of the correct one; null if it is unchanged. `allowed` if the document allows the response as
   * well, so that it is no violation.
   */
  readonly change: (seen: Observation, memory: Memory) => WireAnswer | 'allowed' | null;
  /** The fault concerns a successful response as a whole, so that any response of the operation shows it. */
  readonly shownByOne: boolean;
}
