/** The ledger: every documented rule and every open question, as the contract lists them. */
import type { Level } from './document.ts';
import type { ServiceName } from './services.ts';

/** What the ledger says of a documented rule. */
export interface RuleEntry {
  readonly id: string;
  readonly service: ServiceName;
  /** An operationId, `Service/Method` of an RPC, or null for the whole service. */
  readonly operation: string | null;
  readonly text: string;
  /** Document and section, like "document 1, Limits". */
  readonly source: string;
  readonly level: Level;
}

/** What the ledger says of a point that the documents leave open. */
export interface OpenQuestionEntry {
  readonly id: string;
  readonly service: ServiceName | 'all';
  readonly operation?: string;
  readonly text: string;
  readonly source: string;
}

export interface Ledger {
  readonly rules: readonly RuleEntry[];
  readonly questions: readonly OpenQuestionEntry[];
}
