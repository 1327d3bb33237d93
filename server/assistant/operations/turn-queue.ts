/** The queue of turns: within this process, where no other one uses the database. */
import type { AssistantSettings } from '../config/options.ts';
import type { AssistantStore } from '../store/tables.ts';
import { openTurns } from '../store/turns.ts';
import { jobQueue } from './queue.ts';

/** Processes turns, fairly between the applications that post them. */
export interface TurnQueue {
  /** Puts a turn into the queue, in the transaction that stores it. */
  put(transaction: AssistantStore, turn: number, appId: number): Promise<void>;
  /** Called when that transaction has ended. */
  stored(turn: number, appId: number): void;
  /** About how many turns of an application wait. */
  waiting(appId: number): Promise<number>;
  /** Resolves when no turn waits or is processed. Absent where several processes share the work. */
  idle?(): Promise<void>;
  /**
   * Begins no further turn, and waits for those under way.
   *
   * @param limit milliseconds, after which they are aborted, to be begun again elsewhere or after the next start
   */
  stop(limit: number): Promise<void>;
}

/** What a queue needs. */
export interface TurnQueueNeeds {
  readonly store: AssistantStore;
  readonly settings: Pick<AssistantSettings, 'concurrency' | 'turn_timeout_ms'>;
  readonly process: (turn: number, signal: AbortSignal) => Promise<void>;
  /** Wakes the readers that wait for a turn that was processed. */
  readonly wake: (turn: number) => void;
  readonly onFault: (error: unknown, turn: number) => void;
}

/** Begins with the turns of a stopped server. */
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
