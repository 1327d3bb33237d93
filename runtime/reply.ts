/** The reply to a request: the text of an answer or of an error. */
import { isFieldValue, type SentHeaders, sentHeaders } from './headers.ts';
import { isOfServer, isRefusalStatus, Refusal } from './refusal.ts';

/** A reply to send: valid on the wire, whatever its origin. */
export interface Reply {
  readonly status: number;
  readonly headers: SentHeaders | undefined;
  /** The `Content-Type`; JSON by default. */
  readonly type?: string | undefined;
  /** The content; undefined when there is no body. */
  readonly content: string | Uint8Array | undefined;
  /** Set when the content is an error in the runtime's own form, and the document's form was not used. */
  readonly error?: ErrorContent | undefined;
}

/** The content of a runtime error. */
export interface ErrorContent {
  /** The status, or a narrower code. */
  readonly code: number;
  readonly msg: string;
  readonly hint?: string;
}

/** The body of an error, and its media type; `application/json` by default. */
export interface ErrorForm {
  readonly body: unknown;
  readonly type?: string;
}

/**
 * Writes an error in the form of the document, when that is not `{code, msg, hint?}`: for a refusal, for a request
 * without an operation, and for a 500.
 * @param status HTTP status of the answer
 */
export type ErrorBody = (error: ErrorContent, status: number) => ErrorForm;

/** A reply in the form of the document's errors. It never throws: an error that cannot be written keeps its form. */
export function formed(reply: Reply, errorBody: ErrorBody | undefined, complain: (error: unknown) => void): Reply {
  const { error, ...rest } = reply;
  if (error === undefined || errorBody === undefined) return reply;
  try {
    const { body, type } = errorBody(error, reply.status);
    const content = JSON.stringify(body);
    if (content === undefined) throw new TypeError('the option errorBody returned no body');
    if (type !== undefined && !isFieldValue(type)) {
      throw new TypeError('the option errorBody returned a type that a header cannot have');
    }
    return { ...rest, content, type };
  } catch (failure) {
    complain(failure);
    return rest;
  }
}

/** The reply to the client when an error is not its fault. */
export const INTERNAL_ERROR: Reply = Object.freeze({
  status: 500,
  headers: undefined,
  content: '{"code":500,"msg":"internal error"}',
  error: Object.freeze({ code: 500, msg: 'internal error' }),
});

/** Called with every error that is not the client's fault. */
export type OnFault<Request> = (error: Error, request: Request) => unknown;

export function pathOf(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? url : url.slice(0, mark);
}

/** @param url its query is not repeated */
export function nothingAt(url: string): Reply {
  return refusal(new Refusal(404, `there is nothing at ${pathOf(url)}`));
}

/** @throws HeaderError when a header of the refusal cannot be sent */
export function refusal({ status, body, headers }: Refusal): Reply {
  return { status, headers: sentHeaders(headers), content: JSON.stringify(body), error: body };
}

/**
 * The thrown value as an answer in the error form, `{code, msg, hint?}`. It never throws.
 * @param onFault called with everything that is not the client's fault, and that the client gets a 5xx for
 */
export function refused<Request>(error: unknown, request: Request, onFault: OnFault<Request>): Reply {
  try {
    const known = refusalIn(error);
    if (known === undefined || isOfServer(known.status)) report(error, request, onFault);
    return known === undefined ? INTERNAL_ERROR : refusal(known);
  } catch (unsendable) {
    report(unsendable, request, onFault);
    return INTERNAL_ERROR;
  }
}

/**
 * The refusal that was thrown: a `Refusal`, or an error of http-errors that exposes its message. Any other error is a
 * fault, even if it has a `status`: the error of an HTTP client has the status of another server.
 */
export function refusalIn(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return isRefusalStatus(error.status) ? error : undefined;
  if (!(error instanceof Error) || !('expose' in error) || error.expose !== true || !('status' in error)) {
    return undefined;
  }
  const { status, message } = error;
  if (!isRefusalStatus(status) || isOfServer(status)) return undefined;
  const headers = 'headers' in error ? stringsIn(error.headers) : {};
  return new Refusal(status, message, { headers, cause: error });
}

function stringsIn(headers: unknown): Record<string, string> {
  const entries = typeof headers === 'object' && headers !== null ? Object.entries(headers) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** Reports a fault. It never throws, and a rejected promise of `onFault` is handled. */
export function report<Request>(error: unknown, request: Request, onFault: OnFault<Request>): void {
  const fault = asError(error);
  const complain = (failure: unknown) => {
    writeFault(fault);
    writeFault(new Error('the option onFault failed', { cause: failure }));
  };
  try {
    const reporting = onFault(fault, request);
    whenRejected(reporting, complain);
  } catch (failure) {
    complain(failure);
  }
}

/** Handles the rejection of the promise that a hook returns, including a promise of another library. */
export function whenRejected(result: unknown, handle: (error: unknown) => void): void {
  if (typeof result === 'object' && result !== null && 'then' in result) Promise.resolve(result).catch(handle);
}

/** Any thrown value as an error. */
export function asError(error: unknown): Error {
  try {
    return error instanceof Error ? error : new Error(String(error));
  } catch {
    return new Error('something was thrown that cannot be shown');
  }
}

/** The default of `onFault`. */
export function writeFault(error: Error): void {
  try {
    console.error(error);
  } catch {
    // There is no other place to report it.
  }
}
