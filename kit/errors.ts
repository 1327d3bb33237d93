/** Errors for people: what a command says when it cannot do what was asked. */

/** It cannot be done. The message is one sentence that says what is wrong and what to do: exit code 1. */
export class Failure extends Error {
  override readonly name: string = 'Failure';
}

/** What was asked for makes no sense, whatever the state of the machine: exit code 2. */
export class UsageError extends Failure {
  override readonly name = 'UsageError';
}

/** What a thrown value says. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** The exit code of a command that was ended by this. */
export function exitCodeOf(thrown: unknown): 1 | 2 {
  return thrown instanceof UsageError ? 2 : 1;
}
