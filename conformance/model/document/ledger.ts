/** The ledger: every documented rule and every open question that the contract lists. */

import type { Input } from '../input.ts';
import { isObject, objectsOf } from '../values/json.ts';
import { declarationsOf } from './behaviour.ts';
import type { Level, OpenApiDocument } from './document.ts';
import type { ServiceName } from './services.ts';

/** The entry of a documented rule in the ledger. */
export interface RuleEntry {
  readonly id: string;
  readonly service: ServiceName;
  /** An operationId, `Service/Method` of an RPC, or null for the whole service. */
  readonly operation: string | null;
  readonly text: string;
  /** Document and section, like "document 1, Limits". */
  readonly source: string;
  readonly level: Level;
  /** Ids of the statements that demand the rule, the most specific first. Absent: none are registered. */
  readonly clauses?: readonly string[];
  /** The first of these statements, in our own words. */
  readonly statement?: string;
}

/** The probe of an open question: `Look` in spec/contract/decorators.tsp. */
export interface DeclaredProbe extends Partial<Input> {
  readonly kind: string;
  readonly at?: readonly string[];
  readonly members?: readonly string[];
  readonly credential?: string;
  readonly credentials?: 'none' | 'other';
  readonly schemes?: readonly string[];
}

/** The entry in the ledger of a point that the documents leave open. */
export interface OpenQuestionEntry {
  readonly id: string;
  readonly service: ServiceName;
  readonly operation?: string;
  readonly text: string;
  readonly source: string;
  readonly probe?: DeclaredProbe;
  /** The probes, by the name under which each is reported. */
  readonly probes?: Readonly<Record<string, DeclaredProbe>>;
  /** Why the question cannot be observed from outside. */
  readonly unobservable?: string;
  /** Why the question does not distinguish correct servers. */
  readonly alike?: string;
}

export interface Ledger {
  readonly rules: readonly RuleEntry[];
  readonly questions: readonly OpenQuestionEntry[];
}

/** The contents of a document itself: its declared behaviour, its own rules, and its open questions. */
export function ledgerOf(service: ServiceName, document: OpenApiDocument): Ledger {
  const declared = declarationsOf(document).flatMap(({ operation, rules }) =>
    rules.map(({ id, level, text, source }): RuleEntry => ({ id, service, operation, text, source, level })),
  );
  const questions = Object.values(document.paths).flatMap((item) =>
    Object.values(item).flatMap((operation) =>
      objectsOf(isObject(operation) ? operation['x-unspecified'] : null).map(
        ({ id, text, source, ...observation }): OpenQuestionEntry => ({
          id: String(id),
          service,
          operation: operation.operationId,
          text: String(text),
          source: String(source),
          ...observation,
        }),
      ),
    ),
  );
  return { rules: declared, questions };
}
