/** Lets readers wait until a turn is processed. */

/** Interval of a waiting reader's own checks, in milliseconds: another process may have processed the turn. */
const LOOK_AGAIN = 2_000;

/** The readers that wait for turns. */
export interface TurnWaiting {
  /** Wakes the readers that wait for a turn. */
  wake(turnId: number): void;
  /** Wakes all readers, and lets no further one wait. */
  wakeAll(): void;
  /**
   * Calls `look` at once and after each change of the turn, until it returns a result.
   *
   * @param look returns undefined until the turn is processed
   * @param milliseconds longest wait
   * @returns undefined when there was no result in that time, or the signal was aborted
   */
  until<Seen>(
    turnId: number,
    look: () => Promise<Seen | undefined>,
    milliseconds: number,
    signal: AbortSignal,
  ): Promise<Seen | undefined>;
}

interface Sleep {
  readonly over: Promise<void>;
  /** Ends the wait. */
  wake(): void;
}

export function turnWaiting(): TurnWaiting {
  const sleepers = new Map<number, Set<() => void>>();
  let stopped = false;

  /** Must be called before `look`, so that a change in between is not missed. */
  const sleep = (turnId: number, milliseconds: number, signal: AbortSignal): Sleep => {
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const others = sleepers.get(turnId) ?? new Set();
    sleepers.set(turnId, others);
    const wake = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', wake);
      others.delete(wake);
      if (others.size === 0 && sleepers.get(turnId) === others) sleepers.delete(turnId);
      resolve();
    };
    const timer = setTimeout(wake, milliseconds);
    signal.addEventListener('abort', wake);
    others.add(wake);
    return { over, wake };
  };

  const wake = (turnId: number) => {
    for (const waker of [...(sleepers.get(turnId) ?? [])]) waker();
  };

  return {
    wake,
    wakeAll() {
      stopped = true;
      for (const turnId of [...sleepers.keys()]) wake(turnId);
    },
    async until(turnId, look, milliseconds, signal) {
      const deadline = performance.now() + milliseconds;
      for (;;) {
        const left = deadline - performance.now();
        const sleeping = sleep(turnId, Math.max(0, Math.min(left, LOOK_AGAIN)), signal);
        try {
          const seen = await look();
          if (seen !== undefined || left <= 0 || stopped || signal.aborted) return seen;
          await sleeping.over;
        } finally {
          sleeping.wake();
        }
      }
    },
  };
}
