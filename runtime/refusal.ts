/**
 * A refusal: an answer with a 4xx status. Throw it from a handler or from `authenticate`.
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
   * @param status HTTP status, 400 to 499
   * @param message what is wrong, for a person
   */
  constructor(
    status: number,
    message: string,
    more: { code?: number; hint?: string; headers?: Record<string, string> } = {},
  ) {
    super(message);
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
