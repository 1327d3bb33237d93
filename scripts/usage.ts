/** Something on the command line that the user can mend, said in one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
