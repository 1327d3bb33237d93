/**
 * The queue of turns for several processes that share a database: a queue of pg-boss, next to the service's tables. A
 * turn is queued in the transaction that stores it, so neither exists without the other. When a process crashes, its
 * heartbeat stops, and another process restarts its turns.
 */
import { CompiledQuery } from 'kysely';
import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { SharedDatabase } from '../../store/index.ts';
import { countOpenTurns } from '../store/turns.ts';
import { mostOfOneOwner } from './queue.ts';
import type { TurnQueue, TurnQueueNeeds } from './turn-queue.ts';

const QUEUE = 'turns';

/** Queue of the turns that are given up after too many restarts. */
const LOST = 'lost-turns';
const TRIES = 10;

/** Seconds without a heartbeat after which a process counts as crashed, and seconds between checks. */
const SIGN_OF_LIFE = 10;
const LOOK = 2;

/** Seconds above a turn's own time limit: the turn ends itself before. */
const MARGIN = 30;

/** Seconds for which finished jobs are kept. */
const KEPT = 60;

/** Seconds between polls for turns; a new turn is also announced at once. */
const POLL = 2;

/** Database connections of the queue, in addition to those of the tables. */
const CONNECTIONS = 3;

/** Interval after which the same error is logged again, in milliseconds. */
const TELL_AGAIN = 10_000;

/** The data of a job. */
interface Job {
  readonly turn: number;
}

/** The additional dependencies of this queue. */
export interface SharedTurnQueueNeeds extends TurnQueueNeeds {
  /** Ends a turn as failed. */
  readonly giveUp: (turn: number) => Promise<void>;
  readonly log: Logger;
}

/** Notifies every process that a turn was processed. */
const PROCESSED = 'turn';

export async function sharedTurnQueue(shared: SharedDatabase, needs: SharedTurnQueueNeeds): Promise<TurnQueue> {
  const { store, settings, process, wake, onFault, giveUp, log } = needs;
  const boss = new PgBoss({
    connectionString: shared.connectionString,
    // A separate schema, so that several servers can share one database, each with its own schemas.
    schema: `${shared.schema}_queue`,
    max: CONNECTIONS,
    useListenNotify: true,
    schedule: false,
    registerInstance: false,
    openTelemetry: { enabled: false },
    superviseIntervalSeconds: LOOK,
    monitorIntervalSeconds: LOOK,
  });
  // The queue recovers when the database does; until then errors are logged at intervals.
  let reported = Number.NEGATIVE_INFINITY;
  boss.on('error', (error: Error) => {
    if (performance.now() - reported < TELL_AGAIN) return;
    reported = performance.now();
    log.warn({ err: error }, 'the queue of turns failed');
  });
  await boss.start();
  shared.signals.on(PROCESSED, (turn) => wake(Number(turn)));
  const announce = (turn: number) => shared.signals.send(PROCESSED, String(turn));

  await ensureQueue(boss, LOST, { retryLimit: TRIES });
  await ensureQueue(boss, QUEUE, {
    notify: true,
    retryLimit: TRIES,
    retryDelay: 1,
    heartbeatSeconds: SIGN_OF_LIFE,
    expireInSeconds: Math.ceil(settings.turn_timeout_ms / 1000) + MARGIN,
    deleteAfterSeconds: KEPT,
    deadLetter: LOST,
  });

  const polling = { pollingIntervalSeconds: POLL, notifyPollingIntervalSeconds: POLL };
  // Each worker polls separately, so that it can poll again as soon as it is free. For one application, all processes
  // together run no more turns at the same time than one process would.
  for (let place = 0; place < settings.concurrency; place += 1) {
    let id: string | undefined;
    id = await boss.work<Job>(
      QUEUE,
      { ...polling, groupConcurrency: mostOfOneOwner(settings.concurrency) },
      async (jobs) => {
        for (const { data, signal } of jobs) {
          await process(data.turn, signal).catch((error: unknown) => {
            if (!signal.aborted) onFault(error, data.turn);
            throw error;
          });
          await announce(data.turn);
        }
        // Polls for the next turn at once.
        if (id !== undefined) boss.notifyWorker(id);
      },
    );
  }
  await boss.work<Job>(LOST, polling, async (jobs) => {
    for (const { data } of jobs) {
      onFault(new Error(`given up after ${TRIES} tries`), data.turn);
      await giveUp(data.turn);
      await announce(data.turn);
    }
  });

  return {
    async put(transaction, turn, appId) {
      // The application with fewer waiting turns has priority, so that applications take turns.
      const priority = -(await countOpenTurns(transaction, appId));
      const job: Job = { turn };
      const db = {
        executeSql: async (text: string, values: unknown[] = []) => {
          const { rows } = await transaction.executeQuery(CompiledQuery.raw(text, values));
          return { rows };
        },
      };
      await boss.send(QUEUE, job, { group: { id: String(appId) }, priority, db });
    },
    stored: () => undefined,
    waiting: (appId) => countOpenTurns(store, appId),
    stop: (limit) => boss.stop({ graceful: true, timeout: limit }),
  };
}

/** Creates the queue, or updates its settings. */
async function ensureQueue(boss: PgBoss, name: string, options: Parameters<PgBoss['createQueue']>[1]): Promise<void> {
  await boss.createQueue(name, options);
  await boss.updateQueue(name, options);
}
