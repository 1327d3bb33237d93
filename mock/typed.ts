/** The operations of the contract and their answers, as types. */

/** The name of an operation. */
export type OperationName<Service extends string> = Service extends string ? string : never;

/** An answer to an operation. */
export interface AnswerTo<Name extends string> {
  readonly name?: Name;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | number | readonly string[]>>;
  readonly body?: unknown;
}
