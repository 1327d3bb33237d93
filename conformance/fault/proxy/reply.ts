/** Requests and replies of the servers that the suite is tried on. */
import { isObject, type JsonObject } from '../../model/json.ts';

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Text; of a body that is no JSON, its bytes, one a character. */
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

/** Answers requests: a small server, or another one behind it. */
export type Handler = (request: Request) => Reply | Promise<Reply>;

/** Stands in front of a handler: changes requests, replies, or does without the handler. */
export type Fault = (request: Request, next: (request: Request) => Promise<Reply>) => Reply | Promise<Reply>;

/** Puts a fault in front of a handler. */
export function behind(fault: Fault, handler: Handler): Handler {
  return (request) => fault(request, async (passed) => handler(passed));
}

/** How the bytes of a body are kept in a string. */
export function encodingOf(contentType: string | undefined): 'utf8' | 'latin1' {
  return contentType === undefined || /json|text/i.test(contentType) ? 'utf8' : 'latin1';
}

export function jsonReply(status: number, value: unknown): Reply {
  return { kind: 'reply', status, contentType: 'application/json; charset=utf-8', body: JSON.stringify(value) };
}

function parsed(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** The JSON of a successful reply; undefined for anything else. */
export function successOf(reply: Reply): unknown {
  if (reply.kind !== 'reply' || reply.status < 200 || reply.status > 299) return undefined;
  return parsed(reply.body)?.value;
}

/** The JSON of a request's body; undefined where it has none. */
export function bodyOf({ body }: Request): unknown {
  return parsed(body)?.value;
}

/** The members of a request's body; none where it is no JSON object. */
export function sentIn(request: Request): JsonObject {
  const body = bodyOf(request);
  return isObject(body) ? body : {};
}

/** Which requests are meant: a path's end, or a method and an expression for the path, `GET /vault/vats/[^/]+$`. */
export type Matcher = string | RegExp;

/** Whether a request is meant. Expressions are tried on `GET /path`, without the query. */
export function isMeant({ method, path }: Request, matcher: Matcher): boolean {
  return typeof matcher === 'string' ? path.endsWith(matcher) : matcher.test(`${method} ${path}`);
}

/** A fault that changes the JSON of successful replies to the requests that are meant. */
export function changed(matcher: Matcher, change: (json: unknown, request: Request) => unknown): Fault {
  return async (request, next) => {
    const reply = await next(request);
    const json = successOf(reply);
    if (!isMeant(request, matcher) || reply.kind !== 'reply' || json === undefined) return reply;
    return { ...reply, body: JSON.stringify(change(json, request)) };
  };
}
