/** What goes wrong with a call. No message holds a credential. */

/** Why there is no answer. */
export type CallFailure = 'timeout' | 'network' | 'malformed';

/** There is no answer: it took too long, the network failed, or what came is not JSON. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly reason: CallFailure;

  constructor(reason: CallFailure, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.reason = reason;
  }
}

/** The service refused: an answer that is no success. Thrown by `unwrap`. */
export class ServiceError<Body = unknown> extends Error {
  override readonly name = 'ServiceError';
  /** HTTP status. */
  readonly status: number;
  /** As it came: the documents leave the body of a refusal open. */
  readonly body: Body;
  readonly response: Response;

  constructor(body: Body, response: Response) {
    super(`${response.url} answered ${response.status}${reasonOf(body)}`);
    this.status = response.status;
    this.body = body;
    this.response = response;
  }
}

/** In characters; the body has all of it. */
const LONGEST_MESSAGE = 300;

function reasonOf(body: unknown): string {
  const message = typeof body === 'object' && body !== null && 'msg' in body ? body.msg : undefined;
  if (typeof message !== 'string' || message === '') return '';
  // As it may stand in a log: on one line, and not for ever.
  const letters = Array.from(message.slice(0, LONGEST_MESSAGE * 2)).slice(0, LONGEST_MESSAGE);
  return `: ${letters.join('').replace(/\p{Cc}/gu, ' ')}`;
}
