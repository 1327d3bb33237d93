/** Inputs of an operation: texts, and a JSON body. */

/** Inputs of an operation, as sent: texts, and a JSON body. */
export interface Input {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON body. Absent: no body is sent. */
  readonly body?: unknown;
}

/** No inputs at all. */
export const noInput: Input = { path: {}, query: {}, headers: {} };

/** The inputs with a header, in any case, or without it. @param name in small letters */
export function withHeader(input: Input, name: string, value?: string): Input {
  const others = Object.entries(input.headers).filter(([other]) => other.toLowerCase() !== name);
  return { ...input, headers: { ...Object.fromEntries(others), ...(value === undefined ? {} : { [name]: value }) } };
}

/** The member of an input with the parameters of a place. */
export const places = { path: 'path', query: 'query', header: 'headers' } as const;
