/**
 * The way of one request through one operation, whatever server brought it: authenticate, receive, parse, validate, call the
 * handler, validate the answer, make text of it.
 */
import { type Authenticate, authenticator } from './authenticate.ts';
import { receiveJson, type WithBody } from './body.ts';
import type { BodyLimits } from './bytes.ts';
import { compiledEngine } from './engines/compiled.ts';
import {
  type CheckedRequest,
  documentedStatus,
  type EngineName,
  type HeadersAsSent,
  type Judge,
  type Problem,
} from './engines/engine.ts';
import { eovEngine } from './engines/eov.ts';
import { type Asked, type Input, type Read, reader, type Texts } from './input.ts';
import type { Operation, Service } from './operation.ts';
import { Refusal } from './refusal.ts';
import { type Reply, refused } from './reply.ts';

/** A request, as an adapter hands it over. */
export interface Sent<Request> extends Asked, WithBody {
  /** As the server knows it. */
  readonly request: Request;
  /** In upper case. */
  readonly method: string;
  headers(): HeadersAsSent;
  /** Aborted when the client goes away before it has its answer. */
  signal(): AbortSignal;
}

/** What is to be sent. */
export interface Answer {
  readonly status: number;
  /** Sent as JSON. */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a handler is given. */
export class HandlerRequest<Caller> {
  readonly path: Input['path'];
  readonly query: Input['query'];
  readonly headers: Input['headers'];
  readonly body: unknown;
  /** Who calls, as `authenticate` said; undefined when no credential was presented where none is needed. */
  readonly caller: Caller | undefined;
  readonly #sent: Sent<unknown>;

  constructor(input: Input, caller: Caller | undefined, sent: Sent<unknown>) {
    this.path = input.path;
    this.query = input.query;
    this.headers = input.headers;
    this.body = input.body;
    this.caller = caller;
    this.#sent = sent;
  }

  /** Aborted when the client goes away before it has its answer. */
  get signal(): AbortSignal {
    return this.#sent.signal();
  }
}

/** An answer of the service breaks its document. It is not sent; the client gets a 500. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError';
  readonly operation: Operation;
  readonly problem: Problem;

  constructor(operation: Operation, status: number, problem: Problem) {
    super(
      `${operation.id} answered ${status}, but ${problem.pointer === '' ? 'the body' : problem.pointer} ${problem.message}`,
    );
    this.operation = operation;
    this.problem = problem;
  }
}

/** An operation with its handler behind it. */
export interface Endpoint<Request> {
  readonly operation: Operation;
  /**
   * Answers a request: whatever goes wrong becomes a reply.
   *
   * @param path the parameters in its path, decoded
   */
  reply(sent: Sent<Request>, path: Texts): Promise<Reply>;
}

/**
 * Says what else is wrong with an answer that the document's schemas allow, such as a relation between its members.
 *
 * @returns the first problem, or undefined when nothing is wrong
 */
export type JudgeAnswer = (operation: Operation, input: Input, answer: Answer) => Problem | undefined;

/**
 * Answers in place of the handler, when the request was authenticated and its inputs were judged. Its answers are judged
 * by the document's schemas, and by nothing else: they need not belong to the request.
 *
 * @returns undefined to leave the request to the handler
 * @throws Refusal
 */
export type AnswerInstead = (operation: Operation, headers: HeadersAsSent) => Promise<Answer> | undefined;

export interface EndpointOptions<Request> {
  readonly validator?: EngineName | undefined;
  readonly judgeAnswer?: JudgeAnswer | undefined;
  readonly answerInstead?: AnswerInstead | undefined;
  readonly authenticate?: Authenticate<Request> | undefined;
  /** Resolves when a request may be worked on. */
  readonly turn?: ((request: Request) => Promise<void>) | undefined;
  readonly limits: BodyLimits;
  onFault(error: Error, request: Request): void;
}

type Handler = (request: HandlerRequest<unknown>) => Answer | Promise<Answer>;

/**
 * The endpoints of a service, in document order.
 *
 * @throws TypeError when a handler is missing, or `authenticate` where an operation needs it
 */
export function endpointsOf<Request>(
  service: Service,
  handlers: object,
  options: EndpointOptions<Request>,
): Endpoint<Request>[] {
  const engine = options.validator === 'express-openapi-validator' ? eovEngine(service) : compiledEngine(service);
  return Object.values(service.operations).map((operation) => {
    const handler: unknown = Reflect.get(handlers, operation.id);
    if (typeof handler !== 'function') {
      throw new TypeError(
        `the handlers of ${service.name} lack ${operation.id} (${operation.method} ${operation.path})`,
      );
    }
    const bound: Handler = handler.bind(handlers);
    const means: Means<Request> = {
      ...options,
      judge: engine(operation),
      callerOf: authenticator(service, operation, options.authenticate),
      read: reader(operation),
      handler: bound,
    };
    return {
      operation,
      reply: (sent, path) => reply(operation, means, sent, path),
    };
  });
}

/** What an operation is answered with. */
interface Means<Request> extends EndpointOptions<Request> {
  readonly judge: Judge;
  readonly callerOf: ((sent: Sent<Request>) => unknown) | undefined;
  readonly read: Read;
  readonly handler: Handler;
}

async function reply<Request>(
  operation: Operation,
  { judge, callerOf, read, handler, judgeAnswer, answerInstead, turn, limits, onFault }: Means<Request>,
  sent: Sent<Request>,
  path: Texts,
): Promise<Reply> {
  try {
    // Waited for in any case: a short body comes with its head, and is there when the server has looked through what came.
    const caller = await callerOf?.(sent);
    const received = operation.body === undefined ? undefined : receiveJson(sent, limits);
    const parse = received instanceof Promise ? await received : received;
    if (turn !== undefined) await turn(sent.request);
    // Parsed, a body may take twenty times the room: not before it is its turn.
    const body = parse?.();
    if (body === undefined && operation.body?.required === true) throw new Refusal(400, 'the body is missing');

    const checked: CheckedRequest = { asked: sent, path, input: read(sent, path, body) };
    const problem = judge.request(checked);
    const broken = problem instanceof Promise ? await problem : problem;
    if (broken !== undefined) throw refusalOf(broken);

    const instead = answerInstead?.(operation, sent.headers());
    const answer = await (instead ?? handler(new HandlerRequest(checked.input, caller, sent)));
    const fault =
      faultIn(operation, judge, checked, answer) ??
      (instead === undefined ? judgeAnswer?.(operation, checked.input, answer) : undefined);
    if (fault !== undefined) throw new AnswerError(operation, answer.status, fault);
    return { status: answer.status, headers: answer.headers, text: JSON.stringify(answer.body) };
  } catch (error) {
    return refused(error, sent.request, onFault);
  }
}

function faultIn(
  operation: Operation,
  judge: Judge,
  checked: CheckedRequest,
  { status, body }: Answer,
): Problem | undefined {
  const documented = documentedStatus(operation, status);
  if (documented !== undefined) return judge.response(checked, status, documented, body);
  const message = `comes with a status that is not documented (${operation.statuses.join(', ')} are)`;
  return { pointer: '', message };
}

function refusalOf(problem: Problem): Refusal {
  const [, place, ...rest] = problem.pointer.split('/');
  const subject =
    place === 'path' || place === 'query' || place === 'headers'
      ? `${place} parameter ${rest.join('/')}`
      : problem.pointer.slice(1);
  return new Refusal(problem.status ?? 400, `${subject.trim()} ${problem.message}`.trim());
}
