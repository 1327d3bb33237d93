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

/** Why something was not judged. */
export type Undecided =
  /** Too much was waiting already. */
  | 'busy'
  | 'out of time'
  | 'out of memory'
  /** The judge threw an error, or its process ended. */
  | 'failed'
  /** The judge was closed. */
  | 'stopped';

/** The outcome of a judgement. `undecided` means nothing about the data: it is never agreement. */
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
