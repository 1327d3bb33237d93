/** The request that a handler gets. */

import type { WithBody } from './body.ts';
import type { HeadersAsSent } from './engines/engine.ts';
import type { Input, Requested } from './input.ts';

/** A request in the form that adapters pass on. */
export interface Sent<Request> extends Requested, WithBody {
  /** The request as received by the server. */
  readonly request: Request;
  /** The method in upper case. */
  readonly method: string;
  headers(): HeadersAsSent;
  /** Aborted when the client disconnects before it has its answer: the same signal at every access. */
  signal(): AbortSignal;
  /** Whether the client has disconnected. */
  hasLeft(): boolean;
  /** The address that the client connects from, if the server knows it. */
  address(): string | undefined;
}

/** A request beyond its documented inputs, for logs and traces. */
export interface RequestInfo {
  /** The `X-Request-Id` that the client sent, or a random UUID: the same one at every access. */
  readonly id: string;
  /** The address that the client connects from, if the server knows it: with Express its `ip`. */
  readonly address: string | undefined;
  /** The method in upper case. */
  readonly method: string;
  /** The path and query, relative to the prefix. */
  readonly url: string;
  /** Every header, by name in lower case. */
  readonly headers: HeadersAsSent;
}

/** The argument of a handler; `{...request}` keeps all of it. */
export interface HandlerRequest<Caller> {
  readonly path: Input['path'];
  readonly query: Input['query'];
  readonly headers: Input['headers'];
  readonly cookies: Input['cookies'];
  readonly body: unknown;
  /** The caller, as returned by `authenticate`; undefined when no credential was presented where none is needed. */
  readonly caller: Caller;
  readonly request: RequestInfo;
  /** Aborted when the client disconnects before it has its answer. */
  readonly signal: AbortSignal;
}

/** An id from another system: without characters that break a line of a log. */
const REQUEST_ID = /^[\w.:/+=-]{1,128}$/;

class Info implements RequestInfo {
  readonly #sent: Sent<unknown>;
  #id: string | undefined;

  constructor(sent: Sent<unknown>) {
    this.#sent = sent;
  }

  get id(): string {
    if (this.#id === undefined) {
      const given = this.#sent.header('x-request-id');
      this.#id = given !== undefined && REQUEST_ID.test(given) ? given : crypto.randomUUID();
    }
    return this.#id;
  }

  get address(): string | undefined {
    return this.#sent.address();
  }

  get method(): string {
    return this.#sent.method;
  }

  get url(): string {
    return this.#sent.url;
  }

  get headers(): HeadersAsSent {
    return this.#sent.headers();
  }
}

export function requestInfo(sent: Sent<unknown>): RequestInfo {
  return new Info(sent);
}

class Given<Caller> {
  readonly path: Input['path'];
  readonly query: Input['query'];
  readonly headers: Input['headers'];
  readonly cookies: Input['cookies'];
  readonly body: unknown;
  readonly caller: Caller;
  readonly request: RequestInfo;
  readonly #sent: Sent<unknown>;

  /**
   * Defines an own property, so that a copy of the object keeps it. The function is shared, since one per object would
   * cost a hidden class.
   */
  static readonly #signal = {
    enumerable: true,
    get(this: Given<unknown>) {
      return this.#sent.signal();
    },
  };

  constructor(
    { path, query, headers, cookies, body }: Input,
    caller: Caller,
    request: RequestInfo,
    sent: Sent<unknown>,
  ) {
    this.path = path;
    this.query = query;
    this.headers = headers;
    this.cookies = cookies;
    this.body = body;
    this.caller = caller;
    this.request = request;
    this.#sent = sent;
    Object.defineProperty(this, 'signal', Given.#signal);
  }

  declare readonly signal: AbortSignal;
}

export function handlerRequest<Caller>(
  input: Input,
  caller: Caller,
  request: RequestInfo,
  sent: Sent<unknown>,
): HandlerRequest<Caller> {
  return new Given(input, caller, request, sent);
}
