/** Requests and replies as data, and faults that stand between the two: of the suite's faulty servers, and of the sandbox. */

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Text; of a body that is no JSON, its bytes, one a character. */
  readonly body: string;
}

export interface WholeReply {
  readonly kind: 'reply';
  readonly status: number;
  readonly contentType: string | null;
  readonly body: string;
  /** The body is bytes, one a character. */
  readonly binary?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** How long the body takes to send, in small pieces, in milliseconds. Default: it is sent at once. */
  readonly dribble?: number | undefined;
}

/** What a broken server does instead of replying. */
export interface NoReply {
  /**
   * - `close`: the connection, in the middle of a body; `drop`: before anything of an answer
   * - `endless`: a body that never ends
   * - `garbage`: what is no HTTP
   */
  readonly kind: 'hang' | 'close' | 'drop' | 'endless' | 'garbage';
}

export type Reply =
  | WholeReply
  | NoReply
  /** Closed in the middle of what would have been the body. */
  | { readonly kind: 'cut'; readonly of: WholeReply };

/** Answers requests: a small server, or another one behind it. */
export type Handler = (request: Request) => Reply | Promise<Reply>;

export type Next = (request: Request) => Promise<Reply>;

/** Stands in front of a handler: changes requests, replies, or does without the handler. */
export type Fault = (request: Request, next: Next) => Reply | Promise<Reply>;

/** How the bytes of a body are kept in a string. */
export function encodingOf(contentType: string | undefined): 'utf8' | 'latin1' {
  return contentType === undefined || /json|text/i.test(contentType) ? 'utf8' : 'latin1';
}

export function jsonReply(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): WholeReply {
  const body = JSON.stringify(value);
  return { kind: 'reply', status, contentType: 'application/json; charset=utf-8', body, headers };
}

/** @returns undefined where it is no JSON */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
