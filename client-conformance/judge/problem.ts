/** A deviation of a client from what it should have done. */
export interface Problem {
  /** The expectation, as a part of a sentence. */
  readonly expected: string;
  /** The observation. */
  readonly actual: string;
}
