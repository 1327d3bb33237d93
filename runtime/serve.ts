/**
 * A service that answers requests, whatever server brings them: it finds the operation, has the endpoint answer, and
 * makes text of the answer or of what was refused. The folders beside this file bring requests in and send answers out.
 */
import type { Credentials } from './authenticate.ts';
import { receiveJson, type WithBody } from './body.ts';
import type { BodyLimits } from './bytes.ts';
import {
  type Answer,
  type AnswerInstead,
  type Endpoint,
  endpointsOf,
  type Incoming,
  type JudgeAnswer,
} from './endpoint.ts';
import type { EngineName, HeadersAsSent } from './engines/engine.ts';
import type { Operation, Service } from './operation.ts';
import { Refusal } from './refusal.ts';
import { type Found, finder, methodsAt } from './routes.ts';

/** The options of every adapter; `Request` is what its server calls a request. */
export interface ServeOptions<Request, Caller = unknown> {
  /** Where the operations are served, such as `/lending`. Default: at the root. */
  prefix?: string;
  /** Which engine validates requests and answers. Default: `compiled`. */
  validator?: EngineName | undefined;
  /**
   * Turns the presented credentials into the caller; throws `Refusal(401)` when they do not hold. Needed when an
   * operation of the service needs a credential.
   */
  authenticate?(credentials: Credentials, operation: Operation, request: Request): Caller | Promise<Caller>;
  /** Judges answers once more, after the document's schemas. */
  judgeAnswer?: JudgeAnswer | undefined;
  /** Answers in place of a handler, such as with an example that the request prefers. */
  answerInstead?: AnswerInstead | undefined;
  /**
   * Told of every 500: an error that a handler threw, or an `AnswerError` when an answer breaks the document.
   * Default: written to standard error.
   */
  onFault?(error: Error, request: Request): void;
  /** Awaited when a request was authenticated and has arrived, before it is parsed: the server says whose turn it is. */
  turn?: ((request: Request) => Promise<void>) | undefined;
  /** Largest request body, in bytes, as it is sent and unpacked. Default: 1 MiB. */
  bodyLimit?: number;
  /** Longest wait for a body, in milliseconds; then 408. Default: 60 s. */
  bodyTimeout?: number;
}

/** A request, as an adapter hands it over. */
export interface Sent<Request> extends WithBody {
  readonly request: Request;
  /** In upper case. */
  readonly method: string;
  /** Path and query, relative to the base address. */
  readonly url: string;
  headers(): HeadersAsSent;
  signal(): AbortSignal;
}

/** What is to be sent. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** JSON; undefined when there is no body. */
  readonly text: string | undefined;
}

/** A service with its handlers behind it. */
export interface Served<Request> {
  /**
   * Answers a request: whatever goes wrong becomes a reply.
   *
   * @returns undefined when no operation stands there and unknown paths are passed on
   */
  reply(sent: Sent<Request>, passesOn: boolean): Promise<Reply> | undefined;
}

const MEBIBYTE = 1_048_576;
const MINUTE = 60_000;

/** @throws TypeError when a handler is missing, or `authenticate` where an operation needs it */
export function serveService<Request>(
  service: Service,
  handlers: object,
  options: ServeOptions<Request>,
): Served<Request> {
  const { validator, judgeAnswer, answerInstead, turn, onFault = writeFault } = options;
  const authenticate = options.authenticate?.bind(options);
  const limits = { size: options.bodyLimit ?? MEBIBYTE, time: options.bodyTimeout ?? MINUTE };
  const find = finder(endpointsOf<Request>(service, handlers, { validator, judgeAnswer, answerInstead, authenticate }));
  const methods = methodsAt(Object.values(service.operations));

  async function answered(sent: Sent<Request>, { at, path }: Found<Endpoint<Request>>): Promise<Reply> {
    try {
      return replyOf(await at.answer(new FoundRequest(sent, path, limits, turn)));
    } catch (error) {
      return refused(error, sent.request, onFault);
    }
  }

  return {
    reply(sent, passesOn) {
      try {
        const path = pathOf(sent.url);
        const found = find(sent.method, path);
        if (found !== undefined) return answered(sent, found);
        const taken = methods(path);
        const isAsked = taken.length > 0 && sent.method === 'OPTIONS';
        return passesOn && !isAsked ? undefined : Promise.resolve(unknownPath(sent.method, path, taken));
      } catch (error) {
        return Promise.resolve(refused(error, sent.request, onFault));
      }
    },
  };
}

/** A request at its operation. */
class FoundRequest<Request> implements Incoming<Request> {
  readonly path: Incoming<Request>['path'];
  readonly #sent: Sent<Request>;
  readonly #limits: BodyLimits;
  readonly #turn: ServeOptions<Request>['turn'];

  constructor(
    sent: Sent<Request>,
    path: Incoming<Request>['path'],
    limits: BodyLimits,
    turn: ServeOptions<Request>['turn'],
  ) {
    this.path = path;
    this.#sent = sent;
    this.#limits = limits;
    this.#turn = turn;
  }

  get request(): Request {
    return this.#sent.request;
  }

  get url(): string {
    return this.#sent.url;
  }

  header(name: string): string | undefined {
    return this.#sent.header(name);
  }

  headers(): HeadersAsSent {
    return this.#sent.headers();
  }

  receiveBody(): Promise<() => unknown> {
    return receiveJson(this.#sent, this.#limits);
  }

  turn(): Promise<void> | undefined {
    return this.#turn?.(this.request);
  }

  signal(): AbortSignal {
    return this.#sent.signal();
  }
}

function pathOf(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? url : url.slice(0, mark);
}

function replyOf({ status, body, headers }: Answer): Reply {
  return { status, headers, text: JSON.stringify(body) };
}

/** 405 with `Allow` when the path takes other methods, an answer to OPTIONS, else 404. */
function unknownPath(method: string, path: string, taken: readonly string[]): Reply {
  if (taken.length === 0) return nothingAt(path);
  const Allow = taken.join(', ');
  if (method === 'OPTIONS') return { status: 204, headers: { Allow }, text: undefined };
  return refusal(
    new Refusal(405, `${path} does not take ${method}`, { hint: `it takes ${Allow}`, headers: { Allow } }),
  );
}

/** @param url a query is not told */
export function nothingAt(url: string): Reply {
  return refusal(new Refusal(404, `there is nothing at ${pathOf(url)}`));
}

function refusal({ status, body, headers }: Refusal): Reply {
  return replyOf({ status, body, headers });
}

/**
 * What was thrown, as an answer in the error form, `{code, msg, hint?}`.
 *
 * @param onFault told of everything that is not the client's fault, and that the client gets a 5xx for
 */
export function refused<Request>(
  error: unknown,
  request: Request,
  onFault: (error: Error, request: Request) => void,
): Reply {
  const known = error instanceof Refusal ? error : asRefusal(error);
  if (known === undefined || known.status >= 500) {
    onFault(error instanceof Error ? error : new Error(String(error)), request);
  }
  return known === undefined
    ? { status: 500, headers: undefined, text: '{"code":500,"msg":"internal error"}' }
    : refusal(known);
}

/** Errors of frameworks that are the client's: they carry a 4xx status. */
function asRefusal(error: unknown): Refusal | undefined {
  if (!(error instanceof Error) || !('status' in error)) return undefined;
  const { status } = error;
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined;
  return new Refusal(status, error.message);
}

function writeFault(error: Error): void {
  console.error(error);
}
