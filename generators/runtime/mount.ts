/** Mounts the handlers of a service on an Express application, validated against its document. */
import type { ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type express from 'express';
import type { IRouter, NextFunction, Request, Response } from 'express';
import { compiledEngine } from './compiled.ts';
import { type CheckedRequest, documentedStatus, type Engine, type EngineName, type Problem } from './engine.ts';
import { eovEngine } from './eov.ts';
import { type Input, queryOf, read } from './input.ts';
import { isNestedDeeperThan, MOST_NESTING } from './nesting.ts';
import type { Operation, SecurityScheme, Service } from './operation.ts';
import { Refusal } from './refusal.ts';

/** What was presented, by security scheme: a bearer token without the word `Bearer`, or the value of a header. */
export type Credentials = Readonly<Record<string, string>>;

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
  /**
   * Told of every 500: an error that a handler threw, or an `AnswerError` when an answer breaks the document.
   * Default: written to standard error.
   */
  onFault?(error: Error, request: Request): void;
  /** Largest request body, in bytes. Default: 1 MiB. */
  bodyLimit?: number;
  /** Passes unknown paths on, instead of answering 404. Default: false. */
  fallthrough?: boolean;
}

/** What a handler is given. */
export class HandlerRequest<Caller> {
  readonly path: Input['path'];
  readonly query: Input['query'];
  readonly headers: Input['headers'];
  readonly body: unknown;
  /** Who calls, as `authenticate` said; undefined when no credential was presented where none is needed. */
  readonly caller: Caller | undefined;
  readonly #response: ServerResponse;

  constructor(input: Input, caller: Caller | undefined, response: ServerResponse) {
    this.path = input.path;
    this.query = input.query;
    this.headers = input.headers;
    this.body = input.body;
    this.caller = caller;
    this.#response = response;
  }

  /** Aborted when the client goes away before it has its answer. */
  get signal(): AbortSignal {
    const controller = new AbortController();
    this.#response.once('close', () => {
      if (!this.#response.writableFinished) controller.abort();
    });
    return controller.signal;
  }
}

interface Result {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

type Handler = (request: HandlerRequest<unknown>) => Result | Promise<Result>;
type Authenticate = (request: Request) => unknown;

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

/** Mounts a generated service. Users call the `mount` of a facade, which knows the types. */
export function mountService(app: IRouter, service: Service, handlers: object, options: MountOptions = {}): void {
  const engine = options.validator === 'express-openapi-validator' ? eovEngine(service) : compiledEngine(service);
  const { Router, json } = loadExpress();
  const router = Router({ caseSensitive: true, strict: true });
  const readJson = jsonReader(json, options.bodyLimit ?? MEBIBYTE);

  for (const operation of inMatchingOrder(Object.values(service.operations))) {
    const handler: unknown = Reflect.get(handlers, operation.id);
    if (typeof handler !== 'function') {
      throw new TypeError(
        `mount: the handlers of ${service.name} lack ${operation.id} (${operation.method} ${operation.path})`,
      );
    }
    const bound: Handler = handler.bind(handlers);
    const authenticate = authenticator(service, operation, options);
    router[operation.method](expressPath(operation.path), (request, response, next) => {
      serve(operation, engine, authenticate, readJson, bound, request, response).catch(next);
    });
  }

  if (options.fallthrough !== true) router.use(unknownPath(Object.values(service.operations)));
  router.use(errorHandler(options.onFault ?? writeFault));
  app.use(options.prefix ?? '/', router);
}

async function serve(
  operation: Operation,
  engine: Engine,
  authenticate: Authenticate | undefined,
  readJson: (request: Request, response: Response) => Promise<unknown>,
  handler: Handler,
  request: Request,
  response: Response,
): Promise<void> {
  const caller = authenticate === undefined ? undefined : await authenticate(request);
  const body = operation.body === undefined ? undefined : await readJson(request, response);
  if (body === undefined && operation.body?.required === true) throw new Refusal(400, 'the body is missing');

  const { url } = request;
  const raw = { path: request.params, query: queryOf(url), headers: request.headers, body };
  const checked: CheckedRequest = { raw, input: read(operation, raw), url };
  const problem = engine.request(operation, checked);
  const refused = problem instanceof Promise ? await problem : problem;
  if (refused !== undefined) throw refusalOf(refused);

  const result = await handler(new HandlerRequest(checked.input, caller, response));
  const fault = faultIn(operation, engine, checked, result);
  if (fault !== undefined) throw new AnswerError(operation, result.status, fault);
  send(response, result.status, result.body, result.headers);
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

function faultIn(operation: Operation, engine: Engine, checked: CheckedRequest, result: Result): Problem | undefined {
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

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers?: Readonly<Record<string, string>>,
): void {
  const text = JSON.stringify(body);
  response.statusCode = status;
  if (headers !== undefined) for (const name in headers) response.setHeader(name, headers[name] ?? '');
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}

/** Reads a JSON body: 415 for another content type, 413 when it is too large, 400 when it is not JSON. */
function jsonReader(
  json: typeof express.json,
  limit: number,
): (request: Request, response: Response) => Promise<unknown> {
  const parse = json({ limit, strict: false, type: () => true });
  return (request, response) =>
    new Promise((resolve, reject) => {
      // The parser takes an empty body for an empty object.
      if (!hasBody(request)) {
        resolve(undefined);
        return;
      }
      if (!isJson(request.headers['content-type'])) {
        reject(
          new Refusal(415, 'the content type of the body is not application/json', {
            headers: { Accept: 'application/json' },
          }),
        );
        return;
      }
      // Said at once: the parser waits for the body before it refuses it.
      if (Number(request.headers['content-length'] ?? 0) > limit) {
        reject(new Refusal(413, BODY_FAULTS['entity.too.large'] ?? ''));
        return;
      }
      parse(request, response, (error?: unknown) => {
        if (error !== undefined) reject(error);
        else if (isNestedDeeperThan(request.body)) {
          reject(new Refusal(400, `the body is nested more than ${MOST_NESTING} levels deep`));
        } else resolve(request.body);
      });
    });
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function isJson(contentType: string | undefined): boolean {
  return contentType !== undefined && /^application\/json\s*(;|$)/i.test(contentType);
}

/** What an operation asks of its caller; undefined when it needs nothing and nothing looks at what is presented. */
function authenticator(service: Service, operation: Operation, options: MountOptions): Authenticate | undefined {
  const { authenticate } = options;
  const optional = operation.security.length === 0 || operation.security.some((schemes) => schemes.length === 0);
  if (authenticate === undefined) {
    if (optional) return undefined;
    throw new TypeError(
      `mount: ${service.name}.${operation.id} needs a credential, so give mount the option authenticate`,
    );
  }
  const alternatives = operation.security.filter((schemes) => schemes.length > 0);
  if (alternatives.length === 0) return undefined;
  const bearer = alternatives.flat().some((name) => service.securitySchemes[name]?.type === 'bearer');
  const challenge = bearer ? 'Bearer' : 'ApiKey';
  return (request) => {
    for (const schemes of alternatives) {
      const presented = presentedIn(request, service, schemes);
      if (presented !== undefined) return authenticate(presented, operation, request);
    }
    if (optional) return undefined;
    const names = alternatives.map((schemes) => schemes.join(' and ')).join(', or ');
    throw new Refusal(401, `this operation needs a credential (${names})`, {
      headers: { 'WWW-Authenticate': challenge },
    });
  };
}

function presentedIn(request: Request, service: Service, schemes: readonly string[]): Credentials | undefined {
  const presented: Record<string, string> = {};
  for (const name of schemes) {
    const value = valueIn(request, service.securitySchemes[name]);
    if (value === undefined) return undefined;
    presented[name] = value;
  }
  return presented;
}

function valueIn(request: Request, scheme: SecurityScheme | undefined): string | undefined {
  if (scheme?.type === 'bearer') return /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
  const value = scheme === undefined ? undefined : request.headers[scheme.name.toLowerCase()];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Literal segments before parameters, so that `/indexes/search` is not taken for an `/indexes/{object_id}`. */
function inMatchingOrder(operations: readonly Operation[]): Operation[] {
  const key = (operation: Operation) => operation.path.replaceAll('{', '\uffff');
  return operations.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

function expressPath(template: string): string {
  return template.replaceAll(/\{([^}]+)\}/g, ':$1');
}

/** The end of the road: 405 with `Allow` when the path takes other methods, an answer to OPTIONS, else 404. */
function unknownPath(operations: readonly Operation[]): (request: Request, response: Response) => void {
  const known = operations.map(({ path, method }) => ({
    pattern: new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
    methods: method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()],
  }));
  return (request, response) => {
    const methods = known.filter(({ pattern }) => pattern.test(request.path)).flatMap((entry) => entry.methods);
    if (methods.length === 0) throw new Refusal(404, `there is nothing at ${request.path}`);
    const Allow = [...new Set(methods), 'OPTIONS'].join(', ');
    if (request.method !== 'OPTIONS') {
      throw new Refusal(405, `${request.path} does not take ${request.method}`, {
        hint: `it takes ${Allow}`,
        headers: { Allow },
      });
    }
    response.writeHead(204, { Allow }).end();
  };
}

/** Turns what was thrown into an answer. Four parameters: that is how Express knows it. */
function errorHandler(onFault: NonNullable<MountOptions['onFault']>) {
  return (error: unknown, request: Request, response: Response, next: NextFunction): void => {
    const refusal = error instanceof Refusal ? error : asRefusal(error);
    if (refusal === undefined) onFault(error instanceof Error ? error : new Error(String(error)), request);
    if (response.headersSent) {
      next(error);
      return;
    }
    if (refusal === undefined) send(response, 500, { code: 500, msg: 'internal error' });
    else send(response, refusal.status, refusal.body, refusal.headers);
  };
}

const BODY_FAULTS: Readonly<Record<string, string>> = {
  'entity.too.large': 'the body is too large',
  'entity.parse.failed': 'the body is not JSON',
  'encoding.unsupported': 'the content encoding of the body is not supported',
  'charset.unsupported': 'the charset of the body is not supported',
};

/** Errors of Express and of its body parser that are the client's: they carry a 4xx status. */
function asRefusal(error: unknown): Refusal | undefined {
  if (!(error instanceof Error) || !('status' in error)) return undefined;
  const { status } = error;
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined;
  const type = 'type' in error ? String(error.type) : '';
  return new Refusal(status, BODY_FAULTS[type] ?? error.message);
}

function writeFault(error: Error): void {
  console.error(error);
}
