/** The queue of turns within this process, for a database that no other process uses. */
import type { AssistantSettings } from '../config/options.ts';
import type { AssistantStore } from '../store/tables.ts';
import { openTurns } from '../store/turns.ts';
import { jobQueue } from './queue.ts';

/** Processes turns, fairly between the applications that posted them. */
export interface TurnQueue {
  /** Queues a turn in the transaction that stores it. */
  put(transaction: AssistantStore, turn: number, appId: number): Promise<void>;
  /** Called when that transaction has ended. */
  stored(turn: number, appId: number): void;
  /** Approximate number of waiting turns of an application. */
  waiting(appId: number): Promise<number>;
  /** Resolves when no turn waits or runs. Absent when several processes share the work. */
  idle?(): Promise<void>;
  /**
   * Begins no further turn, and waits for the running ones.
   *
   * @param limit milliseconds after which they are aborted; another process or the next start processes them again
   */
  stop(limit: number): Promise<void>;
}

/** The dependencies of a queue. */
export interface TurnQueueNeeds {
  readonly store: AssistantStore;
  readonly settings: Pick<AssistantSettings, 'concurrency' | 'turn_timeout_ms'>;
  readonly process: (turn: number, signal: AbortSignal) => Promise<void>;
  /** Wakes the readers that wait for this turn. */
  readonly wake: (turn: number) => void;
  readonly onFault: (error: unknown, turn: number) => void;
}

/** Starts a queue with the turns that an earlier server left. */
export async function localTurnQueue(needs: TurnQueueNeeds): Promise<TurnQueue> {
  const { store, settings, process, wake, onFault } = needs;
  const run = async (turn: number, signal: AbortSignal) => {
    await process(turn, signal);
    wake(turn);
  };
  const queue = jobQueue(settings.concurrency, run, onFault);
  for (const { id, app_id } of await openTurns(store)) queue.add(id, app_id);
  return {
    put: async () => undefined,
    stored: queue.add,
    waiting: async (appId) => queue.waiting(appId),
    idle: queue.idle,
    stop: queue.stop,
  };
}
