/** Rejections by the control API of a sandbox. */

/** The sandbox rejected the request: the message explains the problem, and what to do. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
  /** The status of the response. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The message of a rejection; proxies in front of the sandbox may respond in other forms. */
export function sandboxError(status: number, body: unknown): SandboxError {
  const { msg, hint } = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const parts = [msg, hint].filter((part) => typeof part === 'string');
  return new SandboxError(status, parts.length === 0 ? `the sandbox answered ${status}` : parts.join(': '));
}
