/** What a handler is given. */

import type { WithBody } from './body.ts';
import type { HeadersAsSent } from './engines/engine.ts';
import type { Asked, Input } from './input.ts';

/** A request, as an adapter hands it over. */
export interface Sent<Request> extends Asked, WithBody {
  /** As the server knows it. */
  readonly request: Request;
  /** In upper case. */
  readonly method: string;
  headers(): HeadersAsSent;
  /** Aborted when the client goes away before it has its answer: one signal, whenever it is read. */
  signal(): AbortSignal;
  /** Whether the client has gone away. */
  hasLeft(): boolean;
  /** Where the client connects from, as far as the server knows. */
  address(): string | undefined;
}

/** A request beyond its documented inputs, for logs and traces. */
export interface RequestInfo {
  /** The `X-Request-Id` that the client sent, or a random UUID: the same one, whenever it is read. */
  readonly id: string;
  /** Where the client connects from, if the server knows: with Express its `ip`. */
  readonly address: string | undefined;
  /** In upper case. */
  readonly method: string;
  /** Path and query, relative to the prefix. */
  readonly url: string;
  /** Every header, by name in lower case. */
  readonly headers: HeadersAsSent;
}

/** What a handler is given; `{...request}` keeps all of it. */
export interface HandlerRequest<Caller> {
  readonly path: Input['path'];
  readonly query: Input['query'];
  readonly headers: Input['headers'];
  readonly cookies: Input['cookies'];
  readonly body: unknown;
  /** Who calls, as `authenticate` said; undefined when no credential was presented where none is needed. */
  readonly caller: Caller;
  readonly request: RequestInfo;
  /** Aborted when the client goes away before it has its answer. */
  readonly signal: AbortSignal;
}

/** An id of another system: nothing that breaks a line of a log. */
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

  /** Of the object itself, so that a copy keeps it; one function for all, since a function for each would cost a map. */
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
