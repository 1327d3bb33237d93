/**
 * The steps of one request through one operation, independently of the server: authenticate, receive, parse, validate,
 * call the handler, judge the answer, serialize it.
 */
import { type Authenticate, authenticator, type CallerOf, challengeOf } from './authenticate.ts';
import { receiveBody } from './body.ts';
import type { BodyLimits } from './bytes.ts';
import { compiledEngine } from './engines/compiled.ts';
import type { CheckedRequest, EngineName, HeadersAsSent, Judge, Problem } from './engines/engine.ts';
import { eovEngine } from './engines/eov.ts';
import { type Answer, type Gate, type GateOptions, gateOf } from './gate.ts';
import { type Read, reader, type Texts } from './input.ts';
import { NotImplemented } from './not-implemented.ts';
import { type Ends, type Observe, observed } from './observe.ts';
import type { Operation, Service } from './operation.ts';
import { isOfServer, isRefusalStatus, Refusal } from './refusal.ts';
import { INTERNAL_ERROR, type OnFault, type Reply, refusal, refusalIn, report } from './reply.ts';
import { type HandlerRequest, handlerRequest, type RequestInfo, requestInfo, type Sent } from './request.ts';

/** An operation with its handler. */
export interface Endpoint<Request> {
  readonly operation: Operation;
  /**
   * Answers a request: any error becomes a reply.
   * @param path the parameters in its path, decoded
   */
  reply(sent: Sent<Request>, path: Texts): Promise<Reply>;
}

/**
 * Answers in place of the handler, after the request was authenticated and its inputs were validated. Its answers are
 * validated against the document's schemas only: they need not relate to the request.
 * @returns undefined to leave the request to the handler
 * @throws Refusal
 */
export type AnswerInstead = (operation: Operation, headers: HeadersAsSent) => Promise<Answer> | undefined;

export interface EndpointOptions<Request> extends GateOptions {
  readonly validator?: EngineName | undefined;
  readonly answerInstead?: AnswerInstead | undefined;
  readonly authenticate?: Authenticate<Request> | undefined;
  /** Resolves when the server admits the parsing of a request. */
  readonly turn?: ((request: Request) => Promise<void>) | undefined;
  readonly observe?: Observe<Request> | undefined;
  readonly limits: BodyLimits;
  readonly onFault: OnFault<Request>;
}

type Handler = (request: HandlerRequest<unknown>) => unknown;

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
        `the handlers of ${service.name} lack ${operation.id} (${operation.method} ${operation.path}); for a first day, spread notImplemented before the handlers that are there`,
      );
    }
    const bound: Handler = handler.bind(handlers);
    const judge = (isJsonAlone(operation) ? engine : compiledEngine(service))(operation);
    const means: Means<Request> = {
      ...options,
      judge,
      gate: gateOf(service, operation, judge, options),
      challenge: challengeOf(service, operation),
      callerOf: authenticator(service, operation, options.authenticate, options.onFault),
      read: reader(operation),
      handler: bound,
    };
    const { observe, onFault } = options;
    if (observe === undefined) {
      return { operation, reply: (sent, path) => run(operation, means, sent, path, requestInfo(sent)) };
    }
    return {
      operation,
      reply(sent, path) {
        const info = requestInfo(sent);
        const call = { operation, info, request: sent.request };
        const complain = (error: unknown) => report(error, sent.request, onFault);
        return observed(observe, service, call, (ends) => run(operation, means, sent, path, info, ends), complain);
      },
    };
  });
}

/**
 * express-openapi-validator validates JSON; forms, files, text, arrays and cookies are left to the compiled validators.
 */
function isJsonAlone({ body, answers = {}, parameters }: Operation): boolean {
  const isOther = (types: readonly string[]) => types.some((type) => type !== 'application/json');
  return !(
    isOther(body?.types ?? []) ||
    Object.values(answers).some(({ types }) => isOther(types)) ||
    parameters.some(({ list, in: place }) => list !== undefined || place === 'cookie')
  );
}

/** The parts that answer a request. */
interface Means<Request> extends EndpointOptions<Request> {
  readonly judge: Judge;
  readonly gate: Gate;
  readonly challenge: string;
  readonly callerOf: CallerOf<Request> | undefined;
  readonly read: Read;
  readonly handler: Handler;
}

async function run<Request>(
  operation: Operation,
  means: Means<Request>,
  sent: Sent<Request>,
  path: Texts,
  info: RequestInfo,
  ends?: Ends,
): Promise<Reply> {
  const { judge, gate, callerOf, read, handler, answerInstead, turn, limits } = means;
  /** Set when the handler is called: a refusal after that comes from the handler, and the document must have it. */
  let checked: CheckedRequest | undefined;
  try {
    // Awaited in any case: a short body arrives with its head, and is available once the server has processed the
    // received data.
    const caller = await callerOf?.(sent);
    const received = operation.body === undefined ? undefined : receiveBody(sent, operation.body, limits);
    const parse = received instanceof Promise ? await received : received;
    if (turn !== undefined) await turn(sent.request);
    // Once parsed, a body may take twenty times the memory: parsing waits until the request is admitted.
    const parsed = parse?.();
    const body = parsed instanceof Promise ? await parsed : parsed;
    if (body === undefined && operation.body?.required === true) throw new Refusal(400, 'the body is missing');

    const request: CheckedRequest = { requested: sent, path, input: read(sent, path, body) };
    const problem = judge.request(request);
    const broken = problem instanceof Promise ? await problem : problem;
    if (broken !== undefined) throw refusalOf(broken);

    checked = request;
    const instead = answerInstead?.(operation, sent.headers());
    const answer: unknown = await (instead ?? handler(handlerRequest(request.input, caller, info, sent)));
    const reply = gate.answer(request, answer, instead !== undefined);
    return reply.status === 401 ? challenged(reply, means.challenge) : reply;
  } catch (error) {
    return ended(operation, means, sent, checked, error, ends);
  }
}

/** Turns an error into a reply. It never throws. */
function ended<Request>(
  operation: Operation,
  { gate, challenge, onFault }: Means<Request>,
  sent: Sent<Request>,
  checked: CheckedRequest | undefined,
  error: unknown,
  ends: Ends | undefined,
): Reply {
  let fault = error;
  try {
    if (isOfAbort(error, sent)) {
      ends?.('left', error);
      return INTERNAL_ERROR;
    }
    if (error instanceof NotImplemented) {
      ends?.('refused', error);
      return error.replyFor(operation);
    }
    const known = refusalIn(error);
    if (known !== undefined) {
      const reply = checked === undefined || isOfServer(known.status) ? refusal(known) : gate.refusal(checked, known);
      if (isOfServer(known.status)) report(error, sent.request, onFault);
      ends?.('refused', error);
      return known.status === 401 ? challenged(reply, challenge) : reply;
    }
  } catch (unsendable) {
    fault = unsendable;
  }
  report(fault, sent.request, onFault);
  ends?.('fault', fault);
  return INTERNAL_ERROR;
}

/** Whether an error results from a client that disconnected: it is not a fault. */
function isOfAbort(error: unknown, sent: Sent<unknown>): boolean {
  if (!sent.hasLeft()) return false;
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (at.name === 'AbortError' || at === sent.signal().reason) return true;
  }
  return error === sent.signal().reason;
}

function challenged(reply: Reply, challenge: string): Reply {
  const { headers } = reply;
  if (headers !== undefined && Object.keys(headers).some((name) => name.toLowerCase() === 'www-authenticate'))
    return reply;
  return { ...reply, headers: { ...headers, 'WWW-Authenticate': challenge } };
}

function refusalOf(problem: Problem): Refusal {
  const [, place, ...rest] = problem.pointer.split('/');
  const subject =
    place === 'path' || place === 'query' || place === 'headers' || place === 'cookies'
      ? `${place} parameter ${rest.join('/')}`
      : problem.pointer.slice(1);
  return new Refusal(
    isRefusalStatus(problem.status) ? problem.status : 400,
    `${subject.trim()} ${problem.message}`.trim(),
  );
}
