/** What goes wrong, said in one line that tells what to do. */

/** The pages cannot be built. */
export class DocsError extends Error {
  override readonly name: string = 'DocsError';
}

/** The command was called wrongly: exit code 2. */
export class UsageError extends DocsError {
  override readonly name = 'UsageError';
}
