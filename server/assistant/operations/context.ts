/** What the operations of the assistant service work with. */
import type { Clock } from '../../values/index.ts';
import type { AssistantSettings, BotOptions } from '../config/options.ts';
import type { AssistantStore } from '../store/tables.ts';
import type { Identify } from './applications.ts';
import type { TurnQueue } from './turn-queue.ts';
import type { TurnWaiting } from './waiting.ts';

/** What every operation is given first. Operations throw `Refusal` for what a client did wrong. */
export interface AssistantContext {
  readonly store: AssistantStore;
  readonly clock: Clock;
  readonly settings: AssistantSettings;
  /** By number. */
  readonly bots: ReadonlyMap<number, BotOptions>;
  readonly identify: Identify;
  /** Turns that are to be processed. */
  readonly queue: Omit<TurnQueue, 'stop'>;
  /** The readers that wait until a turn is processed. */
  readonly waiting: Pick<TurnWaiting, 'until'>;
}
