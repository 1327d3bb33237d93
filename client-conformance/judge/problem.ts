/** Something that a client did other than it should have. */
export interface Problem {
  /** What should have been, as a piece of a sentence. */
  readonly expected: string;
  /** What was instead. */
  readonly actual: string;
}
