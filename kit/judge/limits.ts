/** The limits of one judgement and of the queue. */

/** Limits of a judge. */
export interface JudgeLimits {
  /** Processor time of one judgement, in milliseconds; by the clock, ten times as much may pass. Default 2,000. */
  readonly milliseconds: number;
  /** Memory of the process, in mebibytes of JavaScript objects. Default 96. */
  readonly mebibytes: number;
  /** Judgements that wait. Default 1,000. */
  readonly waiting: number;
  /** Bytes of waiting data, as the caller counts them. Default 16 MiB. */
  readonly bytes: number;
}

export const defaultLimits: JudgeLimits = { milliseconds: 2_000, mebibytes: 96, waiting: 1_000, bytes: 16 * 2 ** 20 };

/** By the clock, a judgement may take this multiple of its processor time: the machine may be busy. */
const CLOCK = 10;

/**
 * Processor time that a judgement may still take, in milliseconds; 0 when its time is over.
 * @param taken its processor time so far
 * @param passed the time that passed by the clock
 */
export function timeLeft(limit: number, taken: number, passed: number): number {
  return passed < CLOCK * limit ? Math.max(0, limit - taken) : 0;
}

/** Why something was not judged. */
export type Undecided =
  /** Too many tasks were waiting. */
  | 'busy'
  | 'out of time'
  | 'out of memory'
  /** The judge threw an error, or its process ended. */
  | 'failed'
  /** The judge was closed. */
  | 'stopped';

/** The outcome of a judgement. `undecided` gives no information about the data, and never means that it is valid. */
export type Judgement<Result> =
  | { readonly kind: 'judged'; readonly result: Result }
  | { readonly kind: 'undecided'; readonly why: Undecided };

/** The reason for people, a sentence without a capital. */
export const undecidedTexts: Readonly<Record<Undecided, string>> = {
  busy: 'too much was waiting to be judged',
  'out of time': 'judging it took too long',
  'out of memory': 'judging it took too much memory',
  failed: 'the judge failed',
  stopped: 'the judge has stopped',
};
