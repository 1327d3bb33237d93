/** The context that the operations of the assistant service share. */
import type { Clock } from '../../values/index.ts';
import type { AssistantSettings, BotOptions } from '../config/options.ts';
import type { AssistantStore } from '../store/tables.ts';
import type { Identify } from './applications.ts';
import type { TurnQueue } from './turn-queue.ts';
import type { TurnWaiting } from './waiting.ts';

/** First argument of every operation. Operations throw `Refusal` for errors of the client. */
export interface AssistantContext {
  readonly store: AssistantStore;
  readonly clock: Clock;
  readonly settings: AssistantSettings;
  /** Bots by id. */
  readonly bots: ReadonlyMap<number, BotOptions>;
  readonly identify: Identify;
  /** The queue of unprocessed turns. */
  readonly queue: Omit<TurnQueue, 'stop'>;
  /** The readers that wait until a turn is processed. */
  readonly waiting: Pick<TurnWaiting, 'until'>;
}
