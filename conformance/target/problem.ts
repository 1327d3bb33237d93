/** What was asked for cannot be done: one sentence, with what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
