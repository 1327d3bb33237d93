/** The error that a handler throws to reject a request. */

type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';
type ClientError = `4${Digit}${Digit}` extends `${infer Status extends number}` ? Status : never;

/** 400 to 499, or 502 or 503 when a dependency of the server fails. */
export type RefusalStatus = ClientError | 502 | 503;

/** The statuses that concern the server and not its client. */
const OF_SERVER: ReadonlySet<unknown> = new Set([502, 503]);

/** Whether a refusal with this status concerns the server: it is reported, and need not be documented. */
export function isOfServer(status: number): boolean {
  return OF_SERVER.has(status);
}

/**
 * Whether a `Refusal` may have this status.
 *
 * @example
 * isRefusalStatus(404) // true
 */
export function isRefusalStatus(status: unknown): status is RefusalStatus {
  return (Number.isInteger(status) && Number(status) >= 400 && Number(status) <= 499) || OF_SERVER.has(status);
}

/**
 * A refusal: an answer with a 4xx status, or with 502 or 503 when a dependency of the server fails. Throw it
 * from a handler or from `authenticate`.
 *
 * The documents do not specify the body of a refusal; this one is `{code, msg, hint?}`.
 *
 * @example
 * throw new Refusal(404, 'there is no market with this id');
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: RefusalStatus;
  readonly code: number;
  readonly hint: string | undefined;
  readonly headers: Readonly<Record<string, string>>;

  /**
   * @param status HTTP status, 400 to 499, or 502 or 503: those are logged as well
   * @param message the problem, for a person
   * @param more its `cause` stays on the server: clients do not see it
   * @throws RangeError for another status
   */
  constructor(
    status: RefusalStatus,
    message: string,
    more: { code?: number; hint?: string; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    if (!isRefusalStatus(status)) {
      throw new RangeError(`a Refusal has a status from 400 to 499, or 502 or 503, not ${String(status)}`);
    }
    this.status = status;
    this.code = more.code ?? status;
    this.hint = more.hint;
    this.headers = more.headers ?? {};
  }

  /** The JSON body of the answer. */
  get body(): { code: number; msg: string; hint?: string } {
    return { code: this.code, msg: this.message, ...(this.hint === undefined ? {} : { hint: this.hint }) };
  }
}
