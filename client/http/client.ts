/** Calls a service: credentials, time limits, retries, and errors that explain what to do. */

import { agent } from '#agent';
import { TIMEOUT } from '../values/limits.ts';
import { Malformed, readBody } from './body.ts';
import { readRefusal } from './bounded.ts';
import type { Presented, Presenter } from './credentials.ts';
import { CallError, hidden, hide } from './errors.ts';
import { checkBaseUrl, checkedTime, checkHeader, checkPath } from './input.ts';
import type { CallEvent, CallOptions, ClientOptions } from './options.ts';
import { type CallInputs, headersOf, urlOf } from './request.ts';
import { attemptsOf, retryDelay } from './retry.ts';
import type { Answer, Method, ServiceClient } from './types.ts';
import { sleep } from './wait.ts';

/** The arguments of a call, for any operation. */
type AnyInit = CallInputs & CallOptions;

/** The differences between the services. */
export interface ServiceParts {
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
  checkBaseUrl(options.baseUrl);
  const own = { ...options, baseUrl: options.baseUrl.replace(/\/+$/, '') };
  // The caller has a type for every path; from here on only the caller knows the path.
  const call =
    (method: Method) =>
    (path: string, init: AnyInit = {}) =>
      callWithin({ method, path, init, options: merged(own, init), parts });
  const client = { GET: call('GET'), POST: call('POST'), PUT: call('PUT'), DELETE: call('DELETE') };
  return client as unknown as ServiceClient<Paths>;
}

interface Calling {
  readonly method: Method;
  readonly path: string;
  readonly init: AnyInit;
  /** The options of the client, overridden by those of the call. */
  readonly options: ClientOptions;
  readonly parts: ServiceParts;
}

/** Makes a call within its total time limit. */
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
  const { method, path, init, options, parts } = calling;
  const { signal, fetch = globalThis.fetch } = options;
  const call = `${method} ${path}`;
  const timeout = checkedTime('timeout', options.timeout ?? TIMEOUT);
  const headers = requestHeaders(calling, presented);
  const secrets = presented.map(({ secret }) => secret);
  signal?.throwIfAborted();
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeout);
  try {
    const response = await fetch(urlOf(options.baseUrl, path, init), {
      method,
      headers,
      redirect: 'manual',
      signal: signal === undefined ? limit.signal : AbortSignal.any([signal, limit.signal]),
      ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
    });
    if (response.type === 'opaqueredirect') return new CallError('malformed', `${nameOf(calling)} was redirected`);
    const shape = { isOpen: parts.open.includes(call), lists: parts.lists[call] ?? [] };
    const answer = response.ok ? { data: await readBody(response, shape), response } : await readRefusal(response);
    signal?.throwIfAborted();
    if (limit.signal.aborted) return callError(undefined, nameOf(calling), timeout);
    if (!response.ok) hide(answer.response, secrets);
    return answer;
  } catch (error) {
    signal?.throwIfAborted();
    // A service may repeat credentials anywhere, even in the name of a member.
    const shown = error instanceof Malformed ? new Malformed(hidden(error.message, secrets)) : error;
    return callError(shown, nameOf(calling), limit.signal.aborted ? timeout : undefined);
  } finally {
    clearTimeout(timer);
  }
}

/** @throws InputError when one cannot be sent */
function requestHeaders({ method, path, init, options, parts }: Calling, presented: readonly Presented[]) {
  const credentials: Record<string, string> = {};
  for (const { name, value, secret } of presented) {
    checkHeader(name, secret, true);
    credentials[name] = value;
  }
  const type = init.body === undefined ? undefined : { 'Content-Type': 'application/json' };
  const own = parts.headers?.(`${method} ${path}`, init);
  return headersOf(agent, type, credentials, own, options.headers, init.params?.header);
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
