/** Mounts the handlers of a service on an Express application, validated against its document. */
import { createRequire } from 'node:module';
import type express from 'express';
import type { IRouter, Request, Response } from 'express';
import type { Credentials } from '../authenticate.ts';
import { type AnswerInstead, endpointsOf, type Incoming, type JudgeAnswer } from '../endpoint.ts';
import type { EngineName } from '../engines/engine.ts';
import type { Operation, Service } from '../operation.ts';
import { Refusal } from '../refusal.ts';
import { inMatchingOrder, methodsAt } from '../routes.ts';
import { jsonReader } from './body.ts';
import { errorHandler } from './errors.ts';
import { sendJson } from './send.ts';

export interface MountOptions<Caller = unknown> {
  /** Where the operations are served, such as `/lending`. Default: at the root. */
  prefix?: string;
  /** Which engine validates requests and answers. Default: `compiled`. */
  validator?: EngineName;
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
  /** Awaited when a request was authenticated and read, before it is worked on: the server says whose turn it is. */
  turn?: ((request: Request) => Promise<void>) | undefined;
  /** Largest request body, in bytes. Default: 1 MiB. */
  bodyLimit?: number;
  /** Passes unknown paths on, instead of answering 404. Default: false. */
  fallthrough?: boolean;
}

const MEBIBYTE = 1_048_576;

/**
 * Express, loaded only when something is mounted: whoever takes types, tables and clients need not install it.
 *
 * @throws Error when it is not installed
 */
function loadExpress(): typeof express {
  try {
    return createRequire(import.meta.url)('express');
  } catch (cause) {
    throw new Error('mount needs Express 5: npm install express', { cause });
  }
}

/** How requests are read. */
interface Reading extends Pick<MountOptions, 'turn'> {
  read(request: Request, response: Response): Promise<unknown>;
}

/** A request of Express, as the endpoints take it. */
class ExpressIncoming implements Incoming {
  readonly url: string;
  readonly path: Incoming['path'];
  readonly headers: Incoming['headers'];
  readonly request: Request;
  readonly #response: Response;
  readonly #reading: Reading;

  constructor(request: Request, response: Response, reading: Reading) {
    this.url = request.url;
    this.path = request.params;
    this.headers = request.headers;
    this.request = request;
    this.#response = response;
    this.#reading = reading;
  }

  readBody(): Promise<unknown> {
    return this.#reading.read(this.request, this.#response);
  }

  turn(): Promise<void> | undefined {
    return this.#reading.turn?.(this.request);
  }

  signal(): AbortSignal {
    const controller = new AbortController();
    this.#response.once('close', () => {
      if (!this.#response.writableFinished) controller.abort();
    });
    return controller.signal;
  }
}

/** Mounts a generated service. Users call the `mount` of a facade, which knows the types. */
export function mountService(app: IRouter, service: Service, handlers: object, options: MountOptions = {}): void {
  const { validator = 'compiled', authenticate } = options;
  const endpoints = endpointsOf<ExpressIncoming>(service, handlers, {
    validator,
    judgeAnswer: options.judgeAnswer,
    answerInstead: options.answerInstead,
    ...(authenticate === undefined
      ? {}
      : {
          authenticate: (credentials, operation, { request }) =>
            options.authenticate?.(credentials, operation, request),
        }),
  });
  const { Router, json } = loadExpress();
  const router = Router({ caseSensitive: true, strict: true });
  const reading: Reading = { read: jsonReader(json, options.bodyLimit ?? MEBIBYTE), turn: options.turn };

  for (const { operation, answer } of inMatchingOrder(endpoints)) {
    router[operation.method](expressPath(operation.path), (request, response, next) => {
      answer(new ExpressIncoming(request, response, reading))
        .then(({ status, body, headers }) => sendJson(response, status, body, headers))
        .catch(next);
    });
  }

  if (options.fallthrough !== true) router.use(unknownPath(Object.values(service.operations)));
  router.use(errorHandler(options.onFault ?? writeFault));
  app.use(options.prefix ?? '/', router);
}

function expressPath(template: string): string {
  return template.replaceAll(/\{([^}]+)\}/g, ':$1');
}

/** The end of the road: 405 with `Allow` when the path takes other methods, an answer to OPTIONS, else 404. */
function unknownPath(operations: readonly Operation[]): (request: Request, response: Response) => void {
  const at = methodsAt(operations);
  return (request, response) => {
    const methods = at(request.path);
    if (methods.length === 0) throw new Refusal(404, `there is nothing at ${request.path}`);
    const Allow = methods.join(', ');
    if (request.method !== 'OPTIONS') {
      throw new Refusal(405, `${request.path} does not take ${request.method}`, {
        hint: `it takes ${Allow}`,
        headers: { Allow },
      });
    }
    response.writeHead(204, { Allow }).end();
  };
}

function writeFault(error: Error): void {
  console.error(error);
}
