/** What judges inputs by a document. */
import type { ApiModel, Operation } from './document/api.ts';
import type { Input } from './input.ts';

/** Judges the inputs of an operation. */
export interface InputOracle {
  /** Where the inputs break the document: `body/amount`, `query/offset`; empty when they are valid. */
  problems(operation: Operation, input: Input): readonly string[];
}

/** What judges the inputs of an API. */
export interface Judging {
  readonly api: ApiModel;
  readonly oracle: InputOracle;
}

/** How an input of a variant was changed: left out, another JSON type, another form of its type, or a random value. */
export type InputChange = 'missing' | 'type' | 'form' | 'random';

/** A request with what is special about it. */
export interface InputVariant {
  /** Names the variant for people, and among the others of its operation: `body/amount: two points`. */
  readonly name: string;
  /** The input that is special: `body/amount`, `query/limit`, `body`. Absent: several, or none. */
  readonly place?: string;
  /** How it was changed. Absent: it is valid, or the document says nothing about it. */
  readonly change?: InputChange;
  /** What it was set to. Absent: it is missing, or no JSON value. */
  readonly value?: unknown;
  readonly input: Input;
  /** It is at a limit of the document. Default: false. */
  readonly isLimit?: boolean;
  /** Sent in place of the input's body, where no JSON value can say it. */
  readonly rawBody?: { readonly contentType: string; readonly text: string };
}
