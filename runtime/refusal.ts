/**
 * A refusal: an answer with a 4xx status, or with 502 or 503 when what the server itself relies on does not work. Throw
 * it from a handler or from `authenticate`.
 *
 * The documents do not show the body of a refusal; this one is `{code, msg, hint?}`.
 *
 * @example
 * throw new Refusal(404, 'there is no market with this id');
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: number;
  readonly hint: string | undefined;
  readonly headers: Readonly<Record<string, string>>;

  /**
   * @param status HTTP status, 400 to 499, or 502 or 503: those are told to the log as well
   * @param message what is wrong, for a person
   * @param more its `cause` stays here: clients do not see it
   */
  constructor(
    status: number,
    message: string,
    more: { code?: number; hint?: string; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
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
