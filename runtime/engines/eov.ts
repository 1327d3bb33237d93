/**
 * The second engine: express-openapi-validator, one instance per operation, made at the first request. An instance for
 * a whole document tries the path of every operation for each request; with a document of one operation there is only
 * one path to try. Its middlewares run on a request and a response made for them, so that it validates and never sends.
 */
import { builtin } from '../builtin.ts';
import type { Operation, Service } from '../operation.ts';
import type { CheckedRequest, Engine, Problem } from './engine.ts';
import { formats } from './formats.ts';

/** The parts of an Express middleware that are needed here: it runs without Express. */
type Middleware = (request: object, response: object, next: (error?: unknown) => void) => unknown;

/** The response that the validator wraps: it replaces `json` by a function that validates first. */
interface Probe {
  statusCode: number;
  readonly headersSent: boolean;
  json(body: unknown): unknown;
  getHeaders(): Record<string, string>;
}

interface Judged {
  readonly probe: Probe;
  /** The result of validating the answer. */
  problem?: Problem;
}

/** The validator of one operation. */
interface Instance {
  readonly handlers: readonly Middleware[];
  /** The metadata that the validator computes at the first request: everything except the path parameters is reused. */
  metadata?: object;
}

/** The last two middlewares validate the request and the answer; the ones before find the requested operation. */
const JUDGES = -2;

/**
 * The instances by document and operation, for all mounts in this process: they keep no data of a request, and take 0.1
 * s to create.
 */
const made = new WeakMap<Service['document'], Map<string, Instance>>();

export function eovEngine(service: Service): Engine {
  const instances = made.get(service.document) ?? new Map<string, Instance>();
  made.set(service.document, instances);
  const judged = new WeakMap<CheckedRequest, Judged>();

  function instanceOf(operation: Operation): Instance {
    let instance = instances.get(operation.id);
    if (instance === undefined) {
      instance = { handlers: middlewaresFor(documentOf(service.document(), operation)) };
      instances.set(operation.id, instance);
    }
    return instance;
  }

  return (operation) => ({
    request(checked) {
      const instance = instanceOf(operation);
      const request = requestFor(operation, checked);
      if (instance.metadata !== undefined) request.openapi = { ...instance.metadata, pathParams: request.params };
      const state: Judged = { probe: probe() };
      judged.set(checked, state);
      const handlers = instance.metadata === undefined ? instance.handlers : instance.handlers.slice(JUDGES);
      return new Promise((resolve, reject) => {
        runAll(handlers, request, state, (error) => {
          instance.metadata ??= request.openapi;
          const problem = problemOf(error);
          // Without a status of a client error, the validator itself failed.
          if (problem !== undefined && problem.status === undefined) reject(error);
          else resolve(problem);
        });
      });
    },

    response(checked, status, _documented, body) {
      const state = judged.get(checked);
      if (state === undefined) return { pointer: '', message: 'was not judged, because its request was not' };
      state.probe.statusCode = status;
      state.probe.json(body);
      return state.problem;
    },
  });
}

function probe(): Probe {
  return {
    statusCode: 200,
    headersSent: false,
    json: () => undefined,
    getHeaders: () => ({ 'content-type': 'application/json' }),
  };
}

/** Runs the middlewares one after another, up to the first error. */
function runAll(
  handlers: readonly Middleware[],
  request: object,
  state: Judged,
  done: (error?: unknown) => void,
): void {
  const [handler, ...rest] = handlers;
  if (handler === undefined) {
    done();
    return;
  }
  let called = false;
  const next = (error?: unknown) => {
    if (called) {
      // The second call comes from the wrapped `json`: it concerns the answer.
      state.problem = problemOf(error);
      return;
    }
    called = true;
    if (error === undefined) runAll(rest, request, state, done);
    else done(error);
  };
  try {
    const running: unknown = handler(request, state.probe, next);
    if (running instanceof Promise) running.catch(next);
  } catch (error) {
    next(error);
  }
}

function middlewaresFor(apiSpec: object): readonly Middleware[] {
  // Loaded only when this engine is chosen, and by a name that bundlers do not follow.
  const load = builtin('node:module').createRequire(import.meta.url);
  const eov = load('express-openapi-validator') as { middleware(options: object): Middleware[] };
  return eov.middleware({
    apiSpec,
    validateApiSpec: false,
    validateRequests: { allowUnknownQueryParameters: true },
    validateResponses: true,
    validateSecurity: false,
    fileUploader: false,
    formats,
  });
}

/** The parts of a request that the validator reads, and where it writes its results. */
interface RequestView {
  readonly params: Readonly<Record<string, unknown>>;
  openapi?: object;
  readonly [member: string]: unknown;
}

/** The request for the validator, at the address of the document, with only the parts that it reads. */
function requestFor(operation: Operation, { requested, path, input }: CheckedRequest): RequestView {
  const { url } = requested;
  // As parsed: an unencoded `+` restored, a number clamped, a default filled in.
  const query = Object.fromEntries(Object.entries(input.query).map(([name, value]) => [name, String(value)]));
  return {
    method: operation.method.toUpperCase(),
    originalUrl: url,
    url,
    path: url.split('?', 1)[0],
    baseUrl: '',
    query,
    params: { ...path },
    headers: requested.headers(),
    body: input.body,
    app: { enabled: Boolean, param: () => undefined },
  };
}

interface OpenApi {
  paths: Record<string, Record<string, { parameters?: { in: string }[] }>>;
}

/** The document with this operation alone, without the restrictions of the validator that go beyond the document. */
function documentOf(document: object, operation: Operation): object {
  const { paths, ...rest } = structuredClone(document) as OpenApi;
  const kept = paths[operation.path]?.[operation.method];
  for (const parameter of kept?.parameters ?? []) {
    if (parameter.in !== 'query') continue;
    // Clients send `:` and `@` in a query unencoded, as RFC 3986 allows.
    Object.assign(parameter, { allowReserved: true, allowEmptyValue: true });
  }
  return { ...rest, servers: [], paths: { [operation.path]: { [operation.method]: kept } } };
}

interface Described {
  readonly path: string;
  readonly message?: string;
  readonly errorCode?: string;
}

/** Converts the validator's notation for places; it reports a missing member as the place. */
function pointerOf({ path, errorCode }: Described): string {
  const place = errorCode?.startsWith('required.') === true ? path.slice(0, path.lastIndexOf('/')) : path;
  return place.replace(/^\/params(?=\/|$)/, '/path').replace(/^\/response(?=\/|$)/, '');
}

function problemOf(error: unknown): Problem | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { status, message, errors } = error as { status?: number; message?: string; errors?: Described[] };
  const [first] = errors ?? [];
  return {
    pointer: first === undefined ? '' : pointerOf(first),
    message: first?.message ?? message ?? 'is invalid',
    ...(status === undefined || status >= 500 ? {} : { status }),
  };
}
