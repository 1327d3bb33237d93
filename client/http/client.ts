/** Calls a service: credentials, time limits, repetition, and errors that say what to do. */

import { bounded, TooLong } from './bounded.ts';
import type { Presented, Presenter } from './credentials.ts';
import { CallError } from './errors.ts';
import { type CallOptions, type ClientOptions, TIMEOUT } from './options.ts';
import { notRedirected } from './redirect.ts';
import { attemptsOf, retryDelay } from './retry.ts';
import type { Answer, Method, ServiceClient } from './types.ts';
import { sleep } from './wait.ts';

/** The generated client, as far as it is used. */
type Fetcher = Readonly<
  Record<Method, (path: string, init: object) => Promise<{ data?: unknown; error?: unknown; response: Response }>>
>;

/** What a call is given, whatever the operation. */
interface AnyInit extends CallOptions {
  readonly params?: { readonly header?: object };
  readonly body?: unknown;
}

/** What the generated client is told. */
interface GeneratedOptions {
  baseUrl: string;
  redirect: 'follow' | 'manual';
  Request: typeof Request;
  fetch: (request: Request) => Promise<Response>;
}

/**
 * What the generated client takes for a `Request`. A real one would be made twice for each call, here and in `fetch`,
 * which is most of what a client costs.
 */
class PlainRequest {
  readonly url: string;
  readonly init: RequestInit;

  constructor(url: string, init: RequestInit) {
    this.url = url;
    this.init = init;
  }
}

/** What differs from service to service. */
export interface ServiceParts {
  /** Makes the generated client. */
  readonly create: (options: GeneratedOptions) => object;
  readonly present: Presenter;
  /** Headers of a call that follow from the options of the client. */
  readonly headers?: (call: string, init: AnyInit) => Readonly<Record<string, string>>;
}

type AnyAnswer = Answer<unknown, unknown>;

/**
 * Makes a client of a service.
 *
 * @throws TypeError when `baseUrl` is no address
 */
export function createServiceClient<Paths>(options: ClientOptions, parts: ServiceParts): ServiceClient<Paths> {
  const { baseUrl, redirect = 'error', fetch = globalThis.fetch } = options;
  if (!URL.canParse(baseUrl, pageAddress())) throw new TypeError(`baseUrl is not a URL: ${baseUrl}`);
  // The generated client has a type for every path; from here on only its caller knows which.
  const fetcher = parts.create({
    baseUrl,
    redirect: redirect === 'error' ? 'manual' : redirect,
    Request: PlainRequest as unknown as typeof Request,
    fetch: (request) => {
      const { url, init } = request as unknown as PlainRequest;
      const answered = redirect === 'error' ? fetch(url, init).then(notRedirected) : fetch(url, init);
      return answered.then(bounded);
    },
  }) as Fetcher;
  const call =
    (method: Method) =>
    (path: string, init: AnyInit = {}) =>
      callUntilAnswered({ fetcher, method, path, init, options: merged(options, init), parts });
  const client = { GET: call('GET'), POST: call('POST'), PUT: call('PUT'), DELETE: call('DELETE') };
  return client as unknown as ServiceClient<Paths>;
}

/** The address of the page, where there is one: `baseUrl` may be relative to it. */
function pageAddress(): string | undefined {
  const { location } = globalThis as { readonly location?: { readonly href: string } };
  return location?.href;
}

interface Calling {
  readonly fetcher: Fetcher;
  readonly method: Method;
  readonly path: string;
  readonly init: AnyInit;
  /** Of the client, replaced by those of the call. */
  readonly options: ClientOptions;
  readonly parts: ServiceParts;
}

async function callUntilAnswered(calling: Calling): Promise<AnyAnswer> {
  const { method, path, options, parts } = calling;
  const attempts = attemptsOf(method, options);
  let renewed = false;
  for (let attempt = 1; ; attempt += 1) {
    const presented = await parts.present(`${method} ${path}`, options.signal);
    const outcome = await attemptCall(calling, presented);
    const response = outcome instanceof CallError ? undefined : outcome.response;
    if (response?.status === 401 && !renewed && renew(presented)) {
      renewed = true;
      attempt -= 1;
      continue;
    }
    const delay = attempt < attempts && mayPass(outcome) ? retryDelay(response, attempt, options) : undefined;
    if (delay !== undefined) await sleep(delay, options.signal);
    else if (outcome instanceof CallError) throw outcome;
    else return outcome;
  }
}

/** What is not JSON will not be JSON the next time. */
function mayPass(outcome: AnyAnswer | CallError): boolean {
  return !(outcome instanceof CallError && outcome.reason === 'malformed');
}

/** Whether there is a chance that other tokens are accepted. */
function renew(presented: readonly Presented[]): boolean {
  for (const { reject } of presented) reject?.();
  return presented.some(({ reject }) => reject !== undefined);
}

/** @throws the reason of the caller's signal when it ends the call */
async function attemptCall(calling: Calling, presented: readonly Presented[]): Promise<AnyAnswer | CallError> {
  const { fetcher, method, path, init, options, parts } = calling;
  const { signal, timeout = TIMEOUT } = options;
  signal?.throwIfAborted();
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeout);
  const { params, body } = init;
  try {
    const answer = await fetcher[method](path, {
      params,
      body,
      headers: {
        ...Object.fromEntries(presented.map(({ name, value }) => [name, value])),
        ...parts.headers?.(`${method} ${path}`, init),
        ...options.headers,
      },
      signal: signal === undefined ? limit.signal : AbortSignal.any([signal, limit.signal]),
    });
    // A refusal without a body is a refusal all the same.
    if (!answer.response.ok && !answer.error) return { error: {}, response: answer.response };
    return answer as AnyAnswer;
  } catch (error) {
    signal?.throwIfAborted();
    return callError(error, `${method} ${options.baseUrl}${path}`, limit.signal.aborted ? timeout : undefined);
  } finally {
    clearTimeout(timer);
  }
}

function callError(error: unknown, call: string, timeout: number | undefined): CallError {
  if (timeout !== undefined) return new CallError('timeout', `${call} took longer than ${timeout} ms`);
  if (error instanceof SyntaxError) return new CallError('malformed', `the response to ${call} is not JSON`, error);
  if (error instanceof TooLong) return new CallError('malformed', `the response to ${call} is too long`);
  return new CallError('network', `no response to ${call}: ${causeOf(error)}`, error);
}

/** Node's `fetch` hides the reason in the cause. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return cause.message || ('code' in cause ? String(cause.code) : error.message);
}

/** The call's word stands before the client's; either signal ends the call. */
function merged(options: ClientOptions, call: CallOptions): ClientOptions {
  const { timeout = options.timeout, attempts = options.attempts, delay = options.delay } = call;
  const headers = { ...options.headers, ...call.headers };
  const signal =
    options.signal === undefined || call.signal === undefined
      ? (call.signal ?? options.signal)
      : AbortSignal.any([options.signal, call.signal]);
  return { ...options, timeout, attempts, delay, headers, signal };
}
