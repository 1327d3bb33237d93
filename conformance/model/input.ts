/** Inputs of an operation: texts, and a JSON body. */

/** Inputs of an operation, as sent: texts, and a JSON body. */
export interface Input {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent: no body is sent. */
  readonly body?: unknown;
}

/** No inputs at all. */
export const noInput: Input = { path: {}, query: {}, headers: {} };

/** The member of an input with the parameters of a place. */
export const places = { path: 'path', query: 'query', header: 'headers' } as const;
