/**
 * Runs a limited number of jobs at a time, fairly between their owners: the jobs of an owner in their order, the owners
 * in turn. The jobs are stored in the database, so a restart loses none.
 */
import { setImmediate as breathe } from 'node:timers/promises';

/** A queue of jobs, which are identified by numbers. */
export interface JobQueue {
  /** Adds a job after those of the same owner; does nothing when the queue is stopping. */
  add(job: number, owner: number): void;
  /** Number of waiting jobs of an owner. */
  waiting(owner: number): number;
  /** Resolves when no job waits or runs. */
  idle(): Promise<void>;
  /**
   * Begins no further job, and waits for the running ones.
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

/** Share of the places that is kept free for other owners, however many jobs one owner has. */
const KEPT_FREE = 0.25;

/** Milliseconds after which a job that failed is tried again: the database may have no room for a while. */
const PAUSE = 2_000;

/** How many jobs of one owner may run at the same time. */
export function mostOfOneOwner(concurrency: number): number {
  return Math.max(1, concurrency - Math.ceil(concurrency * KEPT_FREE));
}

/**
 * @param concurrency number of jobs at the same time; one owner gets at most three quarters of them
 * @param run does a job; its errors are passed to `onFault`, and the job is added again after a while
 * @param pause milliseconds until then
 */
export function jobQueue(
  concurrency: number,
  run: (job: number, signal: AbortSignal) => Promise<void>,
  onFault: (error: unknown, job: number) => void,
  pause: number = PAUSE,
): JobQueue {
  const most = mostOfOneOwner(concurrency);
  /** Owners with jobs; the one that was served last is at the end. */
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
      const done = runOne(job, owner).finally(() => {
        running.delete(done);
        owned.running -= 1;
        if (owned.running === 0 && owned.waiting.size === 0) owners.delete(owner);
        next();
      });
      running.add(done);
    }
  };

  const add = (job: number, owner: number) => {
    if (stopping) return;
    const owned = owners.get(owner) ?? { waiting: new Set(), running: 0 };
    owners.set(owner, owned);
    owned.waiting.add(job);
    next();
  };

  const runOne = async (job: number, owner: number) => {
    // Let requests run first: the database is synchronous, so a job would not yield to them.
    await breathe();
    try {
      await run(job, stopped.signal);
    } catch (error) {
      if (stopped.signal.aborted) return;
      onFault(error, job);
      setTimeout(add, pause, job, owner).unref();
    }
  };

  return {
    add,
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
 * Of the owners with a waiting job and a free place, the one with the fewest running jobs; of several, the one that
 * has waited longest.
 */
function nextOwner(owners: ReadonlyMap<number, Owned>, most: number): [number, Owned] | undefined {
  let chosen: [number, Owned] | undefined;
  for (const [owner, owned] of owners) {
    if (owned.waiting.size === 0 || owned.running >= most) continue;
    if (chosen === undefined || owned.running < chosen[1].running) chosen = [owner, owned];
  }
  return chosen;
}
