/**
 * Runs a limited number of jobs at a time, fairly between their owners: each owner's in the order they came, and the
 * owners in turn. The queue is stored in the database: a restart loses no job.
 */
import { setImmediate as breathe } from 'node:timers/promises';

/** A queue of jobs, by number. */
export interface JobQueue {
  /** Adds a job after those of the same owner; does nothing when the queue is stopping. */
  add(job: number, owner: number): void;
  /** Jobs of an owner that wait for their turn. */
  waiting(owner: number): number;
  /** Resolves when no job waits or runs. */
  idle(): Promise<void>;
  /**
   * Begins no further job, and waits for those under way.
   *
   * @param limit milliseconds, after which they are aborted
   */
  stop(limit: number): Promise<void>;
}

/** The jobs of one owner. An owner without jobs is forgotten. */
interface Owned {
  readonly waiting: Set<number>;
  running: number;
}

/** Of the places, this share is left free for others, however many jobs one owner has. */
const KEPT_FREE = 0.25;

/** How many jobs of one owner may run at the same time. */
export function mostOfOneOwner(concurrency: number): number {
  return Math.max(1, concurrency - Math.ceil(concurrency * KEPT_FREE));
}

/**
 * @param concurrency jobs at the same time; of one owner three quarters of it
 * @param run does a job; what it throws goes to `onFault`
 */
export function jobQueue(
  concurrency: number,
  run: (job: number, signal: AbortSignal) => Promise<void>,
  onFault: (error: unknown, job: number) => void,
): JobQueue {
  const most = mostOfOneOwner(concurrency);
  /** The owner of the last turn is last. */
  const owners = new Map<number, Owned>();
  const running = new Set<Promise<void>>();
  const stopped = new AbortController();
  let stopping = false;

  const next = () => {
    while (!stopping && running.size < concurrency) {
      const chosen = nextOwner(owners, most);
      if (chosen === undefined) return;
      const [owner, owned] = chosen;
      const [job] = owned.waiting;
      if (job === undefined) return;
      owned.waiting.delete(job);
      owned.running += 1;
      owners.delete(owner);
      owners.set(owner, owned);
      const done = runOne(job).finally(() => {
        running.delete(done);
        owned.running -= 1;
        if (owned.running === 0 && owned.waiting.size === 0) owners.delete(owner);
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
    add(job, owner) {
      if (stopping) return;
      const owned = owners.get(owner) ?? { waiting: new Set(), running: 0 };
      owners.set(owner, owned);
      owned.waiting.add(job);
      next();
    },
    waiting: (owner) => owners.get(owner)?.waiting.size ?? 0,
    async idle() {
      while (running.size > 0 && !stopping) await Promise.race(running);
    },
    async stop(limit) {
      stopping = true;
      const timer = setTimeout(() => stopped.abort(), limit);
      await Promise.all(running);
      clearTimeout(timer);
    },
  };
}

/**
 * Of those with a job and a free place, the one with the fewest running jobs; of several, the one with the longest
 * wait.
 */
function nextOwner(owners: ReadonlyMap<number, Owned>, most: number): [number, Owned] | undefined {
  let chosen: [number, Owned] | undefined;
  for (const [owner, owned] of owners) {
    if (owned.waiting.size === 0 || owned.running >= most) continue;
    if (chosen === undefined || owned.running < chosen[1].running) chosen = [owner, owned];
  }
  return chosen;
}
