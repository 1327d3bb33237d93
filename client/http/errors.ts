/** The errors of a call. No message contains a credential. */
import { LONGEST_MESSAGE } from '../values/limits.ts';

/** Why there is no answer. */
export type CallFailure = 'timeout' | 'network' | 'malformed';

/** There is no answer: it took too long, the network failed, or the response does not conform to the documents. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly reason: CallFailure;

  constructor(reason: CallFailure, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.reason = reason;
  }
}

/** An argument of a client or a call cannot be used: a base URL, a credential, a value in a path. Nothing was sent. */
export class InputError extends TypeError {
  override readonly name = 'InputError';
}

/** The service rejected the call: the answer is not a success. Thrown by `unwrap`. */
export class ServiceError<Body = unknown> extends Error {
  override readonly name = 'ServiceError';
  /** HTTP status. */
  readonly status: number;
  /** As received: the documents leave the body of a refusal open. */
  readonly body: Body;
  readonly response: Response;
  /** `X-Request-Id` of the response, to quote in a report to the service's operator; null when there is none. */
  readonly requestId: string | null;

  constructor(body: Body, response: Response) {
    super(`${response.url} answered ${response.status}${reasonOf(body, response)}`);
    this.status = response.status;
    this.body = body;
    this.response = response;
    this.requestId = response.headers.get('x-request-id');
  }
}

/** The credentials that were sent for each response: a service may repeat them in its message. */
const sentWith = new WeakMap<Response, readonly string[]>();

/** Registers the texts that the message of an error for this response must not contain. */
export function hide(response: Response, credentials: readonly string[]): void {
  if (credentials.length > 0) sentWith.set(response, credentials);
}

/** A text without these credentials. */
export function hidden(text: string, credentials: readonly string[]): string {
  return credentials.filter(Boolean).reduce((shown, credential) => shown.replaceAll(credential, '***'), text);
}

function reasonOf(body: unknown, response: Response): string {
  if (response.status >= 300 && response.status < 400) return ': redirects are not followed';
  const message = typeof body === 'object' && body !== null && 'msg' in body ? body.msg : undefined;
  if (typeof message !== 'string' || message === '') return '';
  const shown = hidden(message, sentWith.get(response) ?? []);
  // Formatted for a log: on one line, and limited in length, without an array of a whole long message.
  const letters = Array.from(shown.slice(0, LONGEST_MESSAGE * 2)).slice(0, LONGEST_MESSAGE);
  return `: ${letters.join('').replace(/\p{Cc}/gu, ' ')}`;
}
