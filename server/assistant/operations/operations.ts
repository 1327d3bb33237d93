/** What the assistant service does, whichever interface asks. */
import {
  type Conversation,
  type IndexRecord,
  type NewConversation,
  type NewTurn,
  type PostedTurn,
  Refusal,
  type SearchHit,
  type Turn,
} from '@wallet-services/contract/assistant';
import type { ServiceContext } from '../../service.ts';
import { durationMilliseconds, isoTime } from '../../values/index.ts';
import type { AssistantSettings, BotOptions } from '../config/options.ts';
import type { AssistantTables } from '../store/tables.ts';
import { type Application, applicationGate, type Identify } from './applications.ts';
import { findConversation, readConversation, startConversation, sweepConversations } from './conversations.ts';
import { modelOf } from './processing/models/index.ts';
import { processTurn } from './processing/process-turn.ts';
import { jobQueue } from './processing/queue.ts';
import { checkOverride } from './processing/settings.ts';
import { putRecords, removeRecord, removeRecords, searchRecords } from './records.ts';
import { findTurn, isProcessed, openTurns, postTurn, turnOf } from './turns.ts';
import { turnWaiting } from './waiting.ts';

/** How a turn is read. */
export interface TurnReading {
  readonly conversationId: string;
  readonly turnId: number;
  /** Whether to wait until the turn is processed. */
  readonly block: boolean;
  /** Go-style duration or seconds; takes effect only with `block`. */
  readonly timeout?: string | undefined;
  /** Ends the waiting, when whoever waits goes away. */
  readonly signal: AbortSignal;
  /** Milliseconds that a read may wait at most, whatever the timeout says. */
  readonly mostWaiting?: number;
}

/** The operations behind HTTP and RPC. They throw `Refusal` for what a client did wrong. */
export interface Assistant {
  readonly identify: Identify;
  putRecords(app: Application, items: readonly IndexRecord[]): Promise<void>;
  search(app: Application, keywords: string, n: number | undefined): Promise<SearchHit[]>;
  removeRecord(app: Application, objectId: string): Promise<void>;
  removeRecords(app: Application): Promise<void>;
  startConversation(app: Application, conversation: NewConversation): Promise<Conversation>;
  readConversation(app: Application, conversationId: string): Promise<Conversation>;
  postTurn(app: Application, conversationId: string, turn: NewTurn): Promise<PostedTurn>;
  readTurn(app: Application, reading: TurnReading): Promise<Turn>;
  /** Milliseconds since 1970. */
  now(): number;
  /** Lets turns under way end, and wakes those who wait. */
  close(limit: number): Promise<void>;
}

/** A turn that waits longer than this is given up, in milliseconds. */
const LONGEST_WAIT = 600_000;

/** Turns that wait to be processed; beyond that no further ones are taken. */
const MOST_WAITING = 10_000;

/** How often expired conversations are deleted, in milliseconds. They cannot be read before that either. */
const SWEEP_EVERY = 30_000;

/** Share of the time of a shutdown in which turns may end by themselves. */
const GRACE = 0.6;

/** Starts the service: turns that were left behind are processed, and expired conversations deleted. */
export async function startAssistant(
  { store, clock, log }: Pick<ServiceContext, 'store' | 'clock' | 'log'>,
  settings: AssistantSettings,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Assistant> {
  const tables = store.$extendTables<AssistantTables>();
  const bots = new Map(settings.bots.map((bot) => [bot.id, bot]));
  const models = new Map(Object.entries(settings.models).map(([name, model]) => [name, modelOf(model, environment)]));
  const identify = await applicationGate(tables, settings.applications, isoTime(clock()));
  const expiry = () => clock() + settings.conversation_lifetime * 1000;

  const onFault = (error: unknown, turn: number) => log.error({ err: error, turn }, 'a turn failed');
  const waiting = turnWaiting();
  const work = { store: tables, clock, bots, models, settings, onFault };
  const queue = jobQueue(
    settings.concurrency,
    async (turn, signal) => {
      await processTurn(work, turn, signal);
      waiting.wake(turn);
    },
    onFault,
  );
  for (const turn of await openTurns(tables)) queue.add(turn);

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
    identify,
    now: clock,
    putRecords: (app, items) =>
      tables.transaction().execute((transaction) => putRecords(transaction, app.id, items, Math.floor(clock() / 1000))),
    search: (app, keywords, n) => searchRecords(tables, app.id, keywords, n),
    removeRecord: (app, objectId) => removeRecord(tables, app.id, objectId),
    removeRecords: (app) => removeRecords(tables, app.id),
    startConversation: (app, conversation) =>
      startConversation(tables, app, botOf(bots, conversation.bot_id), conversation, expiry()),
    readConversation: (app, conversationId) => readConversation(tables, app, conversationId, clock()),

    async postTurn(app, conversationId, turn) {
      checkOverride(turn.bot_override ?? {});
      if (queue.waiting >= MOST_WAITING) {
        throw new Refusal(429, 'too many turns wait to be processed', { headers: { 'Retry-After': '5' } });
      }
      const posted = await tables.transaction().execute(async (transaction) => {
        const conversation = await findConversation(transaction, app.id, conversationId, clock());
        return postTurn(transaction, conversation, turn, isoTime(clock()), expiry());
      });
      queue.add(posted.id);
      return posted;
    },

    async readTurn(app, reading) {
      const read = async () => {
        const conversation = await findConversation(tables, app.id, reading.conversationId, clock());
        const row = await findTurn(tables, conversation, reading.turnId);
        return { processed: isProcessed(row), turn: turnOf(row, conversation) };
      };
      if (!reading.block) return (await read()).turn;
      const wait = Math.min(
        reading.timeout === undefined ? settings.block_limit_ms : timeoutOf(reading.timeout),
        reading.mostWaiting ?? LONGEST_WAIT,
      );
      const look = async () => {
        const { processed, turn } = await read();
        return processed ? turn : undefined;
      };
      const turn = await waiting.until(reading.turnId, look, wait, reading.signal);
      if (turn !== undefined) return turn;
      throw new Refusal(408, 'the turn was not processed in time', { hint: 'read it again' });
    },

    async close(limit) {
      clearInterval(sweeper);
      await Promise.all([queue.stop(limit * GRACE), sweeping]);
      waiting.wakeAll();
    },
  };
}

function botOf(bots: ReadonlyMap<number, BotOptions>, id: number): BotOptions {
  const bot = bots.get(id);
  if (bot !== undefined) return bot;
  const known = [...bots.values()].map(({ id, name }) => `${id} (${name})`).join(', ');
  throw new Refusal(404, `there is no bot ${id}`, { hint: `there is ${known}` });
}

/** Milliseconds of a timeout. @throws Refusal 400 */
function timeoutOf(text: string): number {
  const milliseconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : durationMilliseconds(text);
  if (milliseconds !== undefined) return milliseconds;
  throw new Refusal(400, 'timeout is not a duration', { hint: 'such as 500ms, 10s, 1m30s, or a number of seconds' });
}
