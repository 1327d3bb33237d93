/** The ledger: every documented rule and every open question, as the contract lists them. */

import type { Input } from '../input.ts';
import { isObject, objectsOf } from '../values/json.ts';
import { declarationsOf } from './behaviour.ts';
import type { Level, OpenApiDocument } from './document.ts';
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

/** What shows an open question: `Look` in spec/contract/decorators.tsp. */
export interface DeclaredProbe extends Partial<Input> {
  readonly kind: string;
  readonly at?: readonly string[];
  readonly members?: readonly string[];
  readonly credential?: string;
  readonly credentials?: 'none' | 'other';
  readonly schemes?: readonly string[];
}

/** What the ledger says of a point that the documents leave open. */
export interface OpenQuestionEntry {
  readonly id: string;
  readonly service: ServiceName;
  readonly operation?: string;
  readonly text: string;
  readonly source: string;
  readonly probe?: DeclaredProbe;
  /** By the name under which each is told. */
  readonly probes?: Readonly<Record<string, DeclaredProbe>>;
  /** Why nothing of it shows from outside. */
  readonly unobservable?: string;
  /** Why no correct server can be told by it from another. */
  readonly alike?: string;
}

export interface Ledger {
  readonly rules: readonly RuleEntry[];
  readonly questions: readonly OpenQuestionEntry[];
}

/** What a document itself lists: what it declares of behaviour, its own rules, and what it leaves open. */
export function ledgerOf(service: ServiceName, document: OpenApiDocument): Ledger {
  const declared = declarationsOf(document).flatMap(({ operation, rules }) =>
    rules.map(({ id, level, text, source }): RuleEntry => ({ id, service, operation, text, source, level })),
  );
  const questions = Object.values(document.paths).flatMap((item) =>
    Object.values(item).flatMap((operation) =>
      objectsOf(isObject(operation) ? operation['x-unspecified'] : null).map(
        ({ id, text, source, ...observation }): OpenQuestionEntry => ({
          ...{ id: String(id), service, operation: operation.operationId },
          ...{ text: String(text), source: String(source) },
          ...observation,
        }),
      ),
    ),
  );
  return { rules: declared, questions };
}
