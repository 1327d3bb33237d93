/** The mock cannot start. Its message is one sentence that says what is wrong and what to do. */
export class MockError extends Error {
  override readonly name: string = 'MockError';
}

/** What was asked for makes no sense, whatever the state of the machine. */
export class UsageError extends MockError {
  override readonly name = 'UsageError';
}
