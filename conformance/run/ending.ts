/** Ends a run before everything was sent: when its time is over, or when its user stops it. */
import type { Failure } from '../model/exchange.ts';

/** Why a run ended before everything was sent. `failed`: a fault of the suite, or its limits of time and memory. */
export type EarlyEnd = 'time' | 'interrupted' | 'failed';

type Refusing = Exclude<EarlyEnd, 'failed'>;

const FAILURES: Readonly<Record<Refusing, Failure>> = {
  time: {
    kind: 'failure',
    reason: 'skipped',
    message: 'not sent, since the time of the run is over',
    hint: 'give the run more time with --max-time',
  },
  interrupted: { kind: 'failure', reason: 'skipped', message: 'not sent, since the run was interrupted' },
};

/** The end of a run. */
export class Ending {
  /** Aborted when the user stops the run: reading requests under way are given up. Absent: it cannot be stopped. */
  readonly stop: AbortSignal | undefined;
  readonly #endsAt: number;
  #reason: Refusing | null = null;

  /** @param endsAt when nothing more is sent, in milliseconds since 1970 */
  constructor(endsAt: number = Number.POSITIVE_INFINITY, stop?: AbortSignal) {
    this.#endsAt = endsAt;
    this.stop = stop;
  }

  /** Why requests were not sent; null if all were. */
  get reason(): EarlyEnd | null {
    return this.#reason;
  }

  get isOver(): boolean {
    return this.stop?.aborted === true || Date.now() >= this.#endsAt;
  }

  /** The outcome of a request that is no longer sent, or given up; null while the run continues. */
  refusal(): Failure | null {
    if (!this.isOver) return null;
    this.#reason ??= this.stop?.aborted === true ? 'interrupted' : 'time';
    return FAILURES[this.#reason];
  }
}
