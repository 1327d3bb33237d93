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

/** A request with what is special about it. */
export interface InputVariant {
  /** `body/amount: two points` */
  readonly name: string;
  readonly input: Input;
  /** It is at a limit of the document. Default: false. */
  readonly isLimit?: boolean;
  /** Sent in place of the input's body, where no JSON value can say it. */
  readonly rawBody?: { readonly contentType: string; readonly text: string };
}
