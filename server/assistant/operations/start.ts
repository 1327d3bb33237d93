/** Starts the background work of the assistant: processing turns, and deleting expired conversations. */
import type { ServiceContext } from '../../service.ts';
import { isoTime } from '../../values/index.ts';
import type { AssistantSettings } from '../config/options.ts';
import type { AssistantTables } from '../store/tables.ts';
import { applicationGate } from './applications.ts';
import type { AssistantContext } from './context.ts';
import { sweepConversations } from './conversations.ts';
import { modelOf } from './processing/models/index.ts';
import { giveUpTurn, processTurn } from './processing/process-turn.ts';
import { localTurnQueue } from './turn-queue.ts';
import { turnWaiting } from './waiting.ts';

/** Interval between deletions of expired conversations, in milliseconds. They cannot be read before that either. */
const SWEEP_EVERY = 30_000;

/** Share of the time of a shutdown in which running turns may finish. */
const GRACE = 0.6;

/** The running service. */
export interface RunningAssistant {
  readonly context: AssistantContext;
  /** Resolves when the turns that an earlier server left are processed, and expired conversations are deleted. */
  settled(): Promise<void>;
  /** Waits for running turns, and wakes waiting readers. */
  close(limit: number): Promise<void>;
}

/** Starts the service, with the turns that an earlier server left. */
export async function startAssistant(
  { store, clock, log, shared }: Pick<ServiceContext, 'store' | 'clock' | 'log' | 'shared'>,
  settings: AssistantSettings,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<RunningAssistant> {
  const tables = store.$extendTables<AssistantTables>();
  const bots = new Map(settings.bots.map((bot) => [bot.id, bot]));
  const models = new Map(Object.entries(settings.models).map(([name, model]) => [name, modelOf(model, environment)]));
  const identify = await applicationGate(tables, settings.applications, isoTime(clock()));

  const onFault = (error: unknown, turn: number) => log.error({ err: error, turn }, 'a turn failed');
  const waiting = turnWaiting();
  const work = { store: tables, clock, bots, models, settings, onFault };
  const wake = (turn: number) => waiting.wake(turn);
  const process = (turn: number, signal: AbortSignal) => processTurn(work, turn, signal);
  const queue =
    shared === undefined
      ? await localTurnQueue({ store: tables, settings, process, wake, onFault })
      : await (await import('./shared-turn-queue.ts')).sharedTurnQueue(shared, {
          store: tables,
          settings,
          process,
          wake,
          onFault,
          giveUp: (turn) => giveUpTurn(work, turn),
          log,
        });

  const sweep = () =>
    sweepConversations(tables, clock()).catch((error: unknown) =>
      log.error({ err: error }, 'cannot delete expired conversations'),
    );
  let sweeping = sweep();
  const sweeper = setInterval(() => {
    sweeping = sweeping.then(sweep);
  }, SWEEP_EVERY);
  sweeper.unref();

  return {
    context: { store: tables, clock, settings, bots, identify, queue, waiting },
    async settled() {
      await Promise.all([queue.idle?.(), sweeping]);
    },
    async close(limit) {
      clearInterval(sweeper);
      await Promise.all([queue.stop(limit * GRACE), sweeping]);
      waiting.wakeAll();
    },
  };
}
