/** Requests and replies of the small servers that the suite is tried on. */

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** A reply, or what a broken server does instead of one. */
export type Reply =
  | {
      readonly kind: 'reply';
      readonly status: number;
      readonly contentType: string | null;
      readonly body: string;
      /** The body is bytes, one a character. */
      readonly binary?: boolean;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'hang' }
  /** Closes the connection in the middle of the body. */
  | { readonly kind: 'close' }
  /** A body that never ends. */
  | { readonly kind: 'endless' }
  /** What is no HTTP. */
  | { readonly kind: 'garbage' };

export type Handler = (request: Request) => Reply;

/** Stands in front of a handler: changes requests, replies, or does without the handler. */
export type Fault = (request: Request, next: Handler) => Reply;

export function jsonReply(status: number, value: unknown): Reply {
  return { kind: 'reply', status, contentType: 'application/json; charset=utf-8', body: JSON.stringify(value) };
}

/** A fault that changes the JSON of successful replies to requests whose path ends as given. */
export function changed(pathEnd: string, change: (json: unknown, request: Request) => unknown): Fault {
  return (request, next) => {
    const reply = next(request);
    if (!request.path.endsWith(pathEnd) || reply.kind !== 'reply' || reply.status !== 200) return reply;
    return { ...reply, body: JSON.stringify(change(JSON.parse(reply.body), request)) };
  };
}
