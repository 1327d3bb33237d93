/** Requests and replies as faults see them: in the form of the suite's faulty servers, whose faults fit in. */

export interface FaultyRequest {
  readonly method: string;
  /** Without the address of the world. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Text; of a body that is no JSON, its bytes, one a character. */
  readonly body: string;
}

/** A whole reply. */
export interface WholeReply {
  readonly kind: 'reply';
  readonly status: number;
  readonly contentType: string | null;
  readonly body: string;
  /** The body is bytes, one a character. */
  readonly binary?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A reply, or what happens instead of one. */
export type Reply =
  | WholeReply
  | { readonly kind: 'hang' | 'close' | 'endless' | 'garbage' | 'drop' }
  /** Closed in the middle of what would have been the body. */
  | { readonly kind: 'cut'; readonly of: WholeReply };

export type Next = (request: FaultyRequest) => Promise<Reply>;

/** Stands between the caller and the service. */
export type Fault = (request: FaultyRequest, next: Next) => Reply | Promise<Reply>;

/** How the bytes of a body are kept in a string. */
export function encodingOf(contentType: string | undefined): 'utf8' | 'latin1' {
  return contentType === undefined || /json|text/i.test(contentType) ? 'utf8' : 'latin1';
}

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
