/** Errors for people: the messages of a command that cannot do what was requested. */

/**
 * The request cannot be fulfilled. The message is one sentence that explains the problem and what to do: exit code 1.
 */
export class Failure extends Error {
  override readonly name: string = 'Failure';
}

/** The request is invalid, whatever the state of the machine: exit code 2. */
export class UsageError extends Failure {
  override readonly name = 'UsageError';
}

/** The message of a thrown value; with the reason, which a failed `fetch` has in its cause. */
export function messageOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const { message, cause } = thrown;
  return thrown instanceof TypeError && cause instanceof Error ? `${message}: ${reasonOf(cause)}` : message;
}

/** Several addresses that were tried have no message together, but a code. */
function reasonOf(cause: Error): string {
  return cause.message === '' && 'code' in cause ? String(cause.code) : cause.message;
}

/** The exit code of a command that this error ended. */
export function exitCodeOf(thrown: unknown): 1 | 2 {
  return thrown instanceof UsageError ? 2 : 1;
}

/** The longest text of a value in a message, in characters. */
const LONGEST = 200;

/** A value of a document as a text for messages: objects are JSON, since they may have a `toString` that is no function. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text;
}
