/**
 * A service that answers requests, whatever server brings them: it finds the operation and has its endpoint reply. The
 * folders beside this file bring requests in and send replies out.
 */
import type { Credentials } from './authenticate.ts';
import { type AnswerInstead, endpointsOf, type JudgeAnswer, type Sent } from './endpoint.ts';
import type { EngineName } from './engines/engine.ts';
import type { Operation, Service } from './operation.ts';
import { Refusal } from './refusal.ts';
import { nothingAt, pathOf, type Reply, refusal, refused } from './reply.ts';
import { finder, methodsAt } from './routes.ts';

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
  const means = { validator, judgeAnswer, answerInstead, turn, onFault, authenticate, limits };
  const find = finder(endpointsOf<Request>(service, handlers, means));
  const methods = methodsAt(Object.values(service.operations));

  return {
    reply(sent, passesOn) {
      try {
        const path = pathOf(sent.url);
        const found = find(sent.method, path);
        if (found !== undefined) return found.at.reply(sent, found.path);
        const taken = methods(path);
        const isAsked = taken.length > 0 && sent.method === 'OPTIONS';
        return passesOn && !isAsked ? undefined : Promise.resolve(unknownPath(sent.method, path, taken));
      } catch (error) {
        return Promise.resolve(refused(error, sent.request, onFault));
      }
    },
  };
}

/** 405 with `Allow` when the path takes other methods, an answer to OPTIONS, else 404. */
function unknownPath(method: string, path: string, taken: readonly string[]): Reply {
  if (taken.length === 0) return nothingAt(path);
  const Allow = taken.join(', ');
  if (method === 'OPTIONS') return { status: 204, headers: { Allow }, text: undefined };
  return refusal(new Refusal(405, `${path} does not support ${method}`, { hint: `use ${Allow}`, headers: { Allow } }));
}

function writeFault(error: Error): void {
  console.error(error);
}
