/** The report cannot be made. Its message is one sentence that says what is wrong and what to do. */
export class ReviewError extends Error {
  override readonly name: string = 'ReviewError';
}

/** What was asked for makes no sense, whatever the state of the machine. */
export class UsageError extends ReviewError {
  override readonly name = 'UsageError';
}
