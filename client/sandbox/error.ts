/** What the control of a sandbox refuses. */

/** The sandbox refused: the message says what is wrong, and what to do. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
  /** Of the answer. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** What a refusal says; servers in front of the sandbox may answer in other forms. */
export function sandboxError(status: number, body: unknown): SandboxError {
  const { msg, hint } = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const parts = [msg, hint].filter((part) => typeof part === 'string');
  return new SandboxError(status, parts.length === 0 ? `the sandbox answered ${status}` : parts.join(': '));
}
