/** Requests and replies as data, and the faults between the two: those of the suite's mutants, and of the sandbox. */

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Text; when the body is not JSON, its bytes, one per character. */
  readonly body: string;
}

export interface WholeReply {
  readonly kind: 'reply';
  readonly status: number;
  readonly contentType: string | null;
  readonly body: string;
  /** The body is bytes, one per character. */
  readonly binary?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** How long sending the body takes, in small pieces, in milliseconds. Default: it is sent at once. */
  readonly dribble?: number | undefined;
}

/** Statuses whose responses have no body, whatever a document says (RFC 9110). */
export const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/** The behaviour of a broken server instead of a reply. */
export interface NoReply {
  /**
   * - `close`: closes the connection in the middle of a body; `drop`: before any part of a response
   * - `endless`: a body that never ends
   * - `garbage`: bytes that are not HTTP
   */
  readonly kind: 'hang' | 'close' | 'drop' | 'endless' | 'garbage';
}

export type Reply =
  | WholeReply
  | NoReply
  /** Closed in the middle of the body. */
  | { readonly kind: 'cut'; readonly of: WholeReply };

/** Answers requests: a small server, or an upstream server. */
export type Handler = (request: Request) => Reply | Promise<Reply>;

export type Next = (request: Request) => Promise<Reply>;

/** Wraps a handler: changes requests or replies, or answers in its place. */
export type Fault = (request: Request, next: Next) => Reply | Promise<Reply>;

/** How the bytes of a body are kept in a string. */
export function encodingOf(contentType: string | undefined): 'utf8' | 'latin1' {
  return contentType === undefined || /json|text/i.test(contentType) ? 'utf8' : 'latin1';
}

export function jsonReply(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): WholeReply {
  const body = JSON.stringify(value);
  return { kind: 'reply', status, contentType: 'application/json; charset=utf-8', body, headers };
}

/** @returns undefined when it is not JSON */
export function jsonOf(text: string): unknown {
  // An error takes long, and many messages have no body.
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
