/** Handles requests for a document: calls Prism, and does what Prism does not. */
import type { IncomingMessage } from 'node:http';
import { createLogger, type IPrismOutput } from '@stoplight/prism-core';
import { createInstance, type IHttpMockConfig, type IHttpResponse, ProblemJsonError } from '@stoplight/prism-http';
import type { IHttpOperation } from '@stoplight/types';
import { closestOf } from '@wallet-services/kit/media';
import { type Answering, createAnswering } from './answer.ts';
import { type Address, oneAddress } from './as-sandbox.ts';
import { limited } from './input/limited.ts';
import { readRequest, UnreadableRequest } from './input/request.ts';
import { isError, validateInput, validateOutput, validateSecurity } from './input/validate.ts';
import type { Log } from './log.ts';
import { describe, type Outgoing } from './output/send.ts';
import { type AnswerConfig, appliedPreferences, readPreferences, responseFor } from './prefer.ts';
import { challengeOf } from './refused.ts';
import { createRoutes, type RouteOptions } from './route.ts';
import { isMediaType } from './target.ts';

/** Answers a request; rejects when it cannot. */
export type Handle = (request: IncomingMessage) => Promise<Omit<Outgoing, 'isHead'>>;

/** A request that matches no operation of the document. */
export interface Unrouted {
  readonly method: string;
  readonly path: string;
  /** The operation that was probably meant. */
  readonly nearest: string | undefined;
}

/** A request that matches no operation, or that requests the methods at a path. */
export class NotRouted extends Error {
  override readonly name = 'NotRouted';
  readonly status: 204 | 404 | 405;
  readonly hint: string;
  readonly allow: string;
  /** Undefined for a request for the methods at a path. */
  readonly unrouted: Unrouted | undefined;

  constructor(status: NotRouted['status'], message: string, hint: string, allow = '', unrouted?: Unrouted) {
    super(message);
    this.status = status;
    this.hint = hint;
    this.allow = allow;
    this.unrouted = unrouted;
  }
}

/** Options of the request handler. */
export interface HandleOptions extends RouteOptions, Answering {
  /** Whether answers are generated from the schema. */
  readonly dynamic: boolean;
  /** Whether requests are validated; if not, each is answered as if it were valid. */
  readonly validates: boolean;
  readonly log: Log;
}

/** Creates the request handler for a document. */
export function createHandle(options: HandleOptions): Handle {
  const { operations, dynamic, validates, asSandbox, log } = options;
  const config: IHttpMockConfig = {
    isProxy: false,
    validateRequest: validates,
    validateResponse: true,
    checkSecurity: validates,
    errors: false,
    upstreamProxy: undefined,
    mock: { dynamic },
  };
  /** The operation of each pending answer. */
  const origins = new WeakMap<IHttpResponse, IHttpOperation>();
  const answering = createAnswering(options, log);
  const prism = createInstance(config, {
    // Prism's own log would contain credentials.
    logger: createLogger('prism', { level: 'silent' }),
    // The patterns of the contract are known to take linear time.
    ...(asSandbox
      ? { validateInput }
      : { validateInput: limited(validateInput), validateOutput: limited(validateOutput) }),
    validateSecurity,
    mock: (given) => (logger) => {
      const answer = answering(given)(logger);
      if (answer._tag === 'Right') origins.set(answer.right, given.resource);
      return answer;
    },
  });
  const routes = createRoutes(operations, options);
  const hasApi = operations.some(({ path }) => path.startsWith('/api/'));
  const hasOptions = operations.some((operation) => operation.method === 'options');
  const addressOf = (path: string, search: string): Address =>
    asSandbox ? oneAddress({ path, search }, hasApi) : { path, search };
  const resources = [...operations];

  return async (incoming) => {
    const read = await readRequest(incoming);
    const { method = 'GET' } = incoming;
    const own = routes.toOwn(read.url.path);
    const { path, search } = addressOf(own ?? read.url.path, read.url.search);
    const methods = own === undefined ? [] : routes.methodsAt(path);
    if (!methods.includes(method)) throw notRouted(method, path, routes.nearest(method, path), methods);
    if (method === 'OPTIONS' && !hasOptions) throw notRouted(method, path, undefined, methods);
    // Prism decodes the path segments, and throws when they are not UTF-8.
    if (!isDecodable(path)) throw new UnreadableRequest(400, 'the path has a % without a character code after it');
    const preferred = readPreferences(read);
    const mock: AnswerConfig = { ...config.mock, ...preferred, plain: Object.keys(preferred).length === 0 };
    const input = {
      ...read,
      url: { ...read.url, path, search },
      method: method === 'HEAD' && !routes.hasHead(path) ? ('get' as const) : read.method,
      asSandbox,
    };
    const outcome = await prism.request(input, resources, { ...config, mock })();
    if (outcome._tag === 'Left') {
      if (!isUnrouted(outcome.left)) throw outcome.left;
      throw notRouted(method, path, routes.nearest(method, path), routes.methodsAt(path));
    }
    return toOutgoing(outcome.right, origins.get(outcome.right.output), appliedPreferences(preferred));
  };
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function isUnrouted(error: Error): boolean {
  return error instanceof ProblemJsonError && /NO_(PATH|METHOD)_MATCHED/.test(error.name);
}

/** The same message as in the sandbox. */
function notRouted(method: string, path: string, nearest: string | undefined, methods: readonly string[]): NotRouted {
  const allow = methods.join(', ');
  if (methods.length > 0 && method === 'OPTIONS') return new NotRouted(204, '', '', allow);
  const unrouted = { method, path, nearest };
  if (methods.length > 0) {
    return new NotRouted(405, `${path} does not support ${method}`, `use ${allow}`, allow, unrouted);
  }
  const hint = nearest === undefined ? 'the document has no operations' : `the nearest operation is ${nearest}`;
  return new NotRouted(404, `there is nothing at ${path}`, hint, '', unrouted);
}

function toOutgoing(
  { output, validations }: IPrismOutput<IHttpResponse>,
  operation: IHttpOperation | undefined,
  applied: string,
): Omit<Outgoing, 'isHead'> {
  const violations = [
    ...validations.input.map((violation) => describe('request', violation)),
    ...validations.output.map((violation) => describe('response', violation)),
  ];
  const isRefused = validations.input.some(isError);
  const challenge = output.statusCode === 401 && operation !== undefined ? challengeOf(operation) : '';
  const types = output.statusCode === 415 && isRefused ? (operation?.request?.body?.contents ?? []) : [];
  const headers = {
    ...(challenge === '' ? {} : { 'WWW-Authenticate': challenge }),
    ...(types.length === 0 ? {} : { Accept: types.map(({ mediaType }) => mediaType).join(', ') }),
    ...output.headers,
  };
  return {
    output: { ...output, headers },
    violations,
    // A rejection follows no preference.
    applied: isRefused ? '' : applied,
    schema: operation === undefined ? undefined : schemaOf(operation, output),
  };
}

function schemaOf(operation: IHttpOperation, { statusCode, headers = {} }: IHttpResponse): unknown {
  const type = Object.entries(headers).find(([name]) => /^content-type$/i.test(name))?.[1];
  if (type === undefined || !isMediaType(type)) return undefined;
  return closestOf(responseFor(operation, statusCode)?.contents ?? [], type)?.schema;
}
