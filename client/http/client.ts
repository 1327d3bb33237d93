/** Calls a service: credentials, time limits, retries, and errors that explain what to do. */

import { agent } from '#agent';
import { TIMEOUT } from '../values/limits.ts';
import { Malformed, readBody } from './body.ts';
import { bounded } from './bounded.ts';
import type { Presented, Presenter } from './credentials.ts';
import { CallError, hide } from './errors.ts';
import { checkBaseUrl, checkedTime, checkHeader, checkPath } from './input.ts';
import type { CallEvent, CallOptions, ClientOptions } from './options.ts';
import { attemptsOf, retryDelay } from './retry.ts';
import type { Answer, Method, ServiceClient } from './types.ts';
import { sleep } from './wait.ts';

/** The parts of the generated client that are used here. */
type Fetcher = Readonly<
  Record<Method, (path: string, init: object) => Promise<{ data?: unknown; error?: unknown; response: Response }>>
>;

/** The arguments of a call, for any operation. */
interface AnyInit extends CallOptions {
  readonly params?: { readonly header?: object; readonly path?: object };
  readonly body?: unknown;
}

/** The options of the generated client. */
interface GeneratedOptions {
  baseUrl: string;
  Request: typeof Request;
  fetch: (request: Request) => Promise<Response>;
}

/**
 * The generated client uses this in place of `Request`. A real one would be constructed twice for each call, here and
 * in `fetch`, which is most of the cost of a client.
 */
class PlainRequest {
  readonly url: string;
  readonly init: RequestInit;

  constructor(url: string, init: RequestInit) {
    this.url = url;
    this.init = init;
  }
}

/** The differences between the services. */
export interface ServiceParts {
  /** Makes the generated client. */
  readonly create: (options: GeneratedOptions) => object;
  readonly present: Presenter;
  /** Calls with any JSON as their success. */
  readonly open: readonly string[];
  /** The paths of the lists in the successes, by call. */
  readonly lists: Readonly<Record<string, readonly string[]>>;
  /** Headers of a call that are derived from the options of the client. */
  readonly headers?: (call: string, init: AnyInit) => Readonly<Record<string, string>>;
}

type AnyAnswer = Answer<unknown, unknown>;

/**
 * Makes a client of a service.
 * @throws InputError when `baseUrl` is not an address of a service
 */
export function createServiceClient<Paths>(options: ClientOptions, parts: ServiceParts): ServiceClient<Paths> {
  const { baseUrl, fetch = globalThis.fetch } = options;
  checkBaseUrl(baseUrl);
  // The generated client has a type for every path; from here on only its caller knows the path.
  const fetcher = parts.create({
    baseUrl: baseUrl.replace(/\/+$/, ''),
    Request: PlainRequest as unknown as typeof Request,
    fetch: async (request) => {
      const { url, init } = request as unknown as PlainRequest;
      const response = await fetch(url, { ...init, redirect: 'manual' });
      return response.ok ? response : bounded(response);
    },
  }) as Fetcher;
  const call =
    (method: Method) =>
    (path: string, init: AnyInit = {}) =>
      callWithin({ fetcher, method, path, init, options: merged(options, init), parts });
  const client = { GET: call('GET'), POST: call('POST'), PUT: call('PUT'), DELETE: call('DELETE') };
  return client as unknown as ServiceClient<Paths>;
}

interface Calling {
  readonly fetcher: Fetcher;
  readonly method: Method;
  readonly path: string;
  readonly init: AnyInit;
  /** Of the client, overridden by those of the call. */
  readonly options: ClientOptions;
  readonly parts: ServiceParts;
}

/** The same, within the time limit of the whole call. */
async function callWithin(calling: Calling): Promise<AnyAnswer> {
  const { totalTimeout, signal } = calling.options;
  checkPath(calling.init.params?.path);
  if (totalTimeout === undefined) return callUntilAnswered(calling);
  const limit = AbortSignal.timeout(checkedTime('totalTimeout', totalTimeout));
  const ends = signal === undefined ? limit : AbortSignal.any([signal, limit]);
  try {
    return await callUntilAnswered({ ...calling, options: { ...calling.options, signal: ends } });
  } catch (error) {
    signal?.throwIfAborted();
    if (!limit.aborted) throw error;
    throw new CallError('timeout', `${nameOf(calling)} took longer than ${totalTimeout} ms in all`);
  }
}

const nameOf = ({ method, path, options: { baseUrl } }: Calling) => `${method} ${baseUrl}${path}`;

async function callUntilAnswered(calling: Calling): Promise<AnyAnswer> {
  const { method, path, options, parts } = calling;
  const attempts = attemptsOf(method, options);
  const call = `${method} ${path}`;
  let renewed = false;
  for (let attempt = 1; ; attempt += 1) {
    const presented = await parts.present(call, options.signal);
    const began = performance.now();
    const outcome = await attemptCall(calling, presented);
    options.onEvent?.({
      kind: 'attempt',
      call,
      attempt,
      milliseconds: performance.now() - began,
      ...sentenceOfCause(outcome),
    });
    const response = outcome instanceof CallError ? undefined : outcome.response;
    if (response?.status === 401 && !renewed && renew(presented)) {
      renewed = true;
      options.onEvent?.({ kind: 'renewal', call, attempt });
      attempt -= 1;
      continue;
    }
    const delay = attempt < attempts && mayPass(outcome) ? retryDelay(response, attempt, options) : undefined;
    if (delay !== undefined) {
      options.onEvent?.({ kind: 'wait', call, attempt, milliseconds: delay });
      await sleep(delay, options.signal);
    } else if (outcome instanceof CallError) throw outcome;
    else return outcome;
  }
}

function sentenceOfCause(outcome: AnyAnswer | CallError): Pick<CallEvent & { kind: 'attempt' }, 'status' | 'reason'> {
  return outcome instanceof CallError ? { reason: outcome.reason } : { status: outcome.response.status };
}

/** A body that is not JSON would not be JSON at the next attempt either. */
function mayPass(outcome: AnyAnswer | CallError): boolean {
  return !(outcome instanceof CallError && outcome.reason === 'malformed');
}

/** Whether other tokens may still be accepted. */
function renew(presented: readonly Presented[]): boolean {
  for (const { reject } of presented) reject?.();
  return presented.some(({ reject }) => reject !== undefined);
}

/** @throws the reason of the caller's signal when it ends the call, InputError when a header cannot be sent */
async function attemptCall(calling: Calling, presented: readonly Presented[]): Promise<AnyAnswer | CallError> {
  const { fetcher, method, path, init, options, parts } = calling;
  const { signal } = options;
  const call = `${method} ${path}`;
  const timeout = checkedTime('timeout', options.timeout ?? TIMEOUT);
  const headers = {
    ...agent,
    ...Object.fromEntries(presented.map(({ name, value }) => [name, value])),
    ...parts.headers?.(call, init),
    ...options.headers,
  };
  for (const { name, secret } of presented) checkHeader(name, secret, true);
  for (const [name, value] of Object.entries(headers)) checkHeader(name, value);
  signal?.throwIfAborted();
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeout);
  const { params, body } = init;
  try {
    const { error, response } = await fetcher[method](path, {
      ...{ params, body, headers },
      parseAs: 'stream',
      signal: signal === undefined ? limit.signal : AbortSignal.any([signal, limit.signal]),
    });
    signal?.throwIfAborted();
    if (limit.signal.aborted) return callError(undefined, nameOf(calling), timeout);
    if (response.type === 'opaqueredirect') return new CallError('malformed', `${nameOf(calling)} was redirected`);
    if (response.ok)
      return {
        data: await readBody(response, { isOpen: parts.open.includes(call), lists: parts.lists[call] ?? [] }),
        response,
      };
    hide(
      response,
      presented.map(({ secret }) => secret),
    );
    // A refusal without a body is a refusal nevertheless.
    return { error: error || {}, response };
  } catch (error) {
    signal?.throwIfAborted();
    return callError(error, nameOf(calling), limit.signal.aborted ? timeout : undefined);
  } finally {
    clearTimeout(timer);
  }
}

function callError(error: unknown, call: string, timeout: number | undefined): CallError {
  if (timeout !== undefined) return new CallError('timeout', `${call} took longer than ${timeout} ms`);
  if (error instanceof Malformed) return new CallError('malformed', `the response to ${call} ${error.message}`);
  const cause = causeOf(error);
  return new CallError('network', `no response to ${call}${cause === undefined ? '' : `: ${cause.message}`}`, cause);
}

/**
 * An error of the system or the network has a code. Node's `fetch` puts it into the cause. An error without a code may
 * concern the request, and repeat parts of it.
 */
function causeOf(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  const isReported = 'code' in error && typeof error.code === 'string' && error.code !== 'UND_ERR_INVALID_ARG';
  return isReported && !(error instanceof DOMException) ? error : causeOf(error.cause);
}

/** The options of the call override those of the client; either signal ends the call. */
function merged(options: ClientOptions, call: CallOptions): ClientOptions {
  const { timeout = options.timeout, attempts = options.attempts, delay = options.delay } = call;
  const { totalTimeout = options.totalTimeout, onEvent = options.onEvent } = call;
  const headers = { ...options.headers, ...call.headers };
  const signal =
    options.signal === undefined || call.signal === undefined
      ? (call.signal ?? options.signal)
      : AbortSignal.any([options.signal, call.signal]);
  return { ...options, timeout, attempts, delay, totalTimeout, onEvent, headers, signal };
}
