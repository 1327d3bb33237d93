/**
 * The way of one request through one operation, whatever server brought it: authenticate, receive, parse, validate, call the
 * handler, validate the answer.
 */
import { type Authenticate, authenticator } from './authenticate.ts';
import { compiledEngine } from './engines/compiled.ts';
import {
  type CheckedRequest,
  documentedStatus,
  type Engine,
  type EngineName,
  type HeadersAsSent,
  type Problem,
} from './engines/engine.ts';
import { eovEngine } from './engines/eov.ts';
import { type Asked, type Input, type Read, reader } from './input.ts';
import type { Operation, Service } from './operation.ts';
import { Refusal } from './refusal.ts';

/** A request that has found its operation. */
export interface Incoming<Request> extends Asked {
  /** As the server knows it. */
  readonly request: Request;
  headers(): HeadersAsSent;
  /** Waits for the JSON body. Called only where the operation takes one. @returns parses it; undefined without one */
  receiveBody(): Promise<() => unknown>;
  /** Resolves when the request may be worked on: the server says whose turn it is. */
  turn(): Promise<void> | undefined;
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
  readonly #incoming: Incoming<unknown>;

  constructor(input: Input, caller: Caller | undefined, incoming: Incoming<unknown>) {
    this.path = input.path;
    this.query = input.query;
    this.headers = input.headers;
    this.body = input.body;
    this.caller = caller;
    this.#incoming = incoming;
  }

  /** Aborted when the client goes away before it has its answer. */
  get signal(): AbortSignal {
    return this.#incoming.signal();
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
   * Answers a request.
   *
   * @throws Refusal when the request is to be refused, AnswerError when the handler's answer breaks the document, and
   * whatever the handler throws
   */
  answer(incoming: Incoming<Request>): Promise<Answer>;
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
    const callerOf = authenticator(service, operation, options.authenticate);
    const { judgeAnswer, answerInstead } = options;
    const means = { engine, callerOf, read: reader(operation), handler: bound, judgeAnswer, answerInstead };
    return {
      operation,
      answer: (incoming) => answer(operation, means, incoming),
    };
  });
}

/** What an operation is answered with. */
interface Means<Request> {
  readonly engine: Engine;
  readonly callerOf: ((incoming: Incoming<Request>) => unknown) | undefined;
  readonly read: Read;
  readonly handler: Handler;
  readonly judgeAnswer: JudgeAnswer | undefined;
  readonly answerInstead: AnswerInstead | undefined;
}

async function answer<Request>(
  operation: Operation,
  { engine, callerOf, read, handler, judgeAnswer, answerInstead }: Means<Request>,
  incoming: Incoming<Request>,
): Promise<Answer> {
  const caller = callerOf === undefined ? undefined : await callerOf(incoming);
  const parse = operation.body === undefined ? undefined : await incoming.receiveBody();
  const turn = incoming.turn();
  if (turn !== undefined) await turn;
  // Parsed, a body may take twenty times the room: not before it is its turn.
  const body = parse?.();
  if (body === undefined && operation.body?.required === true) throw new Refusal(400, 'the body is missing');

  const checked: CheckedRequest = { asked: incoming, input: read(incoming, body) };
  const problem = engine.request(operation, checked);
  const refused = problem instanceof Promise ? await problem : problem;
  if (refused !== undefined) throw refusalOf(refused);

  const instead = answerInstead?.(operation, incoming.headers());
  const result = await (instead ?? handler(new HandlerRequest(checked.input, caller, incoming)));
  const fault =
    faultIn(operation, engine, checked, result) ??
    (instead === undefined ? judgeAnswer?.(operation, checked.input, result) : undefined);
  if (fault !== undefined) throw new AnswerError(operation, result.status, fault);
  return result;
}

function faultIn(operation: Operation, engine: Engine, checked: CheckedRequest, result: Answer): Problem | undefined {
  if (documentedStatus(operation, result.status) === undefined) {
    return {
      pointer: '',
      message: `comes with a status that is not documented (${operation.statuses.join(', ')} are)`,
    };
  }
  return engine.response(operation, checked, result.status, result.body);
}

function refusalOf(problem: Problem): Refusal {
  const [, place, ...rest] = problem.pointer.split('/');
  const subject =
    place === 'path' || place === 'query' || place === 'headers'
      ? `${place} parameter ${rest.join('/')}`
      : problem.pointer.slice(1);
  return new Refusal(problem.status ?? 400, `${subject.trim()} ${problem.message}`.trim());
}
