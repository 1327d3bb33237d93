/** The types that judge inputs by a document. */
import type { ApiModel, Operation } from './document/api.ts';
import type { Input } from './input.ts';

/** Judges the inputs of an operation. */
export interface InputOracle {
  /** The inputs that break the document: `body/amount`, `query/offset`; empty when all are valid. */
  problems(operation: Operation, input: Input): readonly string[];
}

/** Judges the inputs of the operations of an API. */
export interface Judging {
  readonly api: ApiModel;
  readonly oracle: InputOracle;
}

/** How an input of a variant was changed: left out, another JSON type, another form of its type, or a random value. */
export type InputChange = 'missing' | 'type' | 'form' | 'random';

/** A request, and the property that distinguishes it. */
export interface InputVariant {
  /** The name of the variant for users, unique within its operation: `body/amount: two points`. */
  readonly name: string;
  /** The changed input: `body/amount`, `query/limit`, `body`. Absent: several, or none. */
  readonly place?: string;
  /** How it was changed. Absent: it is valid, or the document does not restrict it. */
  readonly change?: InputChange;
  /** The new value. Absent: it is missing, or not a JSON value. */
  readonly value?: unknown;
  readonly input: Input;
  /** The value is at a limit of the document. Default: false. */
  readonly isLimit?: boolean;
  /** A body that is sent in place of the input's, if a JSON value cannot express it. */
  readonly rawBody?: { readonly contentType: string; readonly text: string };
}
