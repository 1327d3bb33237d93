/** Runs jobs in the order they came, a few at a time. What is queued stands in the database: a restart loses none. */
import { setImmediate as breathe } from 'node:timers/promises';

/** A queue of jobs, by number. */
export interface JobQueue {
  /** Puts a job at the end; nothing happens when the queue is stopping. */
  add(job: number): void;
  /** Jobs that wait for their turn. */
  readonly waiting: number;
  /**
   * Begins no further job, and waits for those under way.
   *
   * @param limit milliseconds, after which they are aborted
   */
  stop(limit: number): Promise<void>;
}

/**
 * @param concurrency jobs at the same time
 * @param run does a job; what it throws goes to `onFault`
 */
export function jobQueue(
  concurrency: number,
  run: (job: number, signal: AbortSignal) => Promise<void>,
  onFault: (error: unknown, job: number) => void,
): JobQueue {
  const waiting = new Set<number>();
  const running = new Set<Promise<void>>();
  const stopped = new AbortController();
  let stopping = false;

  const next = () => {
    while (!stopping && running.size < concurrency) {
      const [job] = waiting;
      if (job === undefined) return;
      waiting.delete(job);
      const done = runOne(job).finally(() => {
        running.delete(done);
        next();
      });
      running.add(done);
    }
  };

  const runOne = async (job: number) => {
    // Requests come first: the database never makes anyone wait by itself.
    await breathe();
    try {
      await run(job, stopped.signal);
    } catch (error) {
      if (!stopped.signal.aborted) onFault(error, job);
    }
  };

  return {
    add(job) {
      if (stopping) return;
      waiting.add(job);
      next();
    },
    get waiting() {
      return waiting.size;
    },
    async stop(limit) {
      stopping = true;
      const timer = setTimeout(() => stopped.abort(), limit);
      await Promise.all(running);
      clearTimeout(timer);
    },
  };
}
