/** Processes a turn: runs the middlewares of the bot, then its model. */
import type { BotOverride, MiddlewareResult } from '@wallet-services/contract/assistant';
import { isUnavailable } from '../../../store/index.ts';
import { type Clock, isoTime } from '../../../values/index.ts';
import type { AssistantSettings, BotOptions } from '../../config/options.ts';
import { type AssistantStore, type ConversationRow, type TurnRow, unstored } from '../../store/tables.ts';
import { answeredBefore, beginTurn, endTurn, type TurnOutcome } from '../../store/turns.ts';
import { LONGEST_RESPONSE, sizeOf } from '../limits.ts';
import { searchRecords } from '../records.ts';
import { type MiddlewareOutcome, runMiddlewares } from './middlewares.ts';
import type { Model } from './models/index.ts';
import { promptMessages } from './prompt.ts';
import { turnSettings } from './settings.ts';
import { countMessageTokens, countTokens } from './tokens.ts';
import { TurnFault } from './turn-fault.ts';

/** The dependencies of the processing. */
export interface TurnWork {
  readonly store: AssistantStore;
  readonly clock: Clock;
  readonly bots: ReadonlyMap<number, BotOptions>;
  readonly models: ReadonlyMap<string, Model>;
  readonly settings: Pick<AssistantSettings, 'middleware_timeout_ms' | 'turn_timeout_ms'>;
  /** Called for errors that the client did not cause. */
  readonly onFault: (error: Error, turnId: number) => void;
}

/**
 * Processes a turn and stores its outcome. Does nothing when the turn was deleted, or processed before. Rejects when the
 * database cannot be used: that is no outcome, and the turn remains unprocessed until it is tried again.
 *
 * @param signal when it is aborted, the turn remains unprocessed until the next start
 */
export async function processTurn(work: TurnWork, turnId: number, signal: AbortSignal): Promise<void> {
  const { store, clock } = work;
  const turn = await store
    .selectFrom('assistant_turns')
    .selectAll()
    .where('id', '=', turnId)
    .where('open_in', 'is not', null)
    .executeTakeFirst();
  if (turn === undefined) return;
  await beginTurn(store, turnId, isoTime(clock()));
  const outcome = await outcomeOf(work, turn, signal);
  await endTurn(store, turnId, outcome, isoTime(clock()));
}

/** Fails a turn that was begun again and again, but never finished. */
export async function giveUpTurn({ store, clock }: TurnWork, turnId: number): Promise<void> {
  const { code, message } = faultOf(undefined);
  const outcome = {
    response: '',
    promptTokens: 0,
    completionTokens: 0,
    middlewareResults: [],
    error: { code, message },
  };
  await endTurn(store, turnId, outcome, isoTime(clock()));
}

async function outcomeOf(work: TurnWork, turn: TurnRow, signal: AbortSignal): Promise<TurnOutcome> {
  const results: MiddlewareResult[] = [];
  const { turn_timeout_ms: most } = work.settings;
  const late = AbortSignal.timeout(most);
  try {
    return await answer(work, turn, results, { signal, late });
  } catch (error) {
    signal.throwIfAborted();
    if (isUnavailable(error)) throw error;
    const fault = late.aborted ? tooSlow(error, most) : faultOf(error);
    if (fault.code === 1 && fault !== error)
      work.onFault(error instanceof Error ? error : new Error(String(error)), turn.id);
    return {
      response: '',
      promptTokens: 0,
      completionTokens: 0,
      middlewareResults: results,
      error: { code: fault.code, message: fault.message },
    };
  }
}

function faultOf(error: unknown): TurnFault {
  return error instanceof TurnFault ? error : new TurnFault(1, 'internal server error');
}

/** The error for a turn that reached its time limit: a middleware reports itself, otherwise the model was running. */
function tooSlow(error: unknown, most: number): TurnFault {
  return error instanceof TurnFault ? error : new TurnFault(4, `the turn took longer than ${most} ms`);
}

/** Signals that end a turn early. */
interface Ends {
  /** Aborted when the server stops: the turn remains unprocessed. */
  readonly signal: AbortSignal;
  /** Aborted at the turn's time limit: the turn fails. */
  readonly late: AbortSignal;
}

/** @param results receives the results of the middlewares, also when a later step fails */
async function answer(
  work: TurnWork,
  turn: TurnRow,
  results: MiddlewareResult[],
  { signal, late }: Ends,
): Promise<TurnOutcome> {
  const { store } = work;
  const conversation = await conversationOf(work, turn);
  const bot = work.bots.get(conversation.bot_id);
  if (bot === undefined) throw new TurnFault(5, `there is no bot ${conversation.bot_id}`);
  const override: BotOverride = JSON.parse(turn.bot_override);
  const settings = turnSettings(bot, override);
  const content = unstored(turn.request);

  const search = (keywords: string, limit: number) => searchRecords(work, conversation.app_id, keywords, limit);
  const middlewares: MiddlewareOutcome = await runMiddlewares(
    settings.middlewares,
    { content, search },
    {
      timeout: work.settings.middleware_timeout_ms,
      signal,
      late,
      onFault: (error) => work.onFault(error, turn.id),
    },
  );
  results.push(...middlewares.results);
  if (middlewares.failed !== undefined) throw new TurnFault(2, `the middleware ${middlewares.failed} failed`);

  const name = bot.model ?? 'echo';
  const model = work.models.get(name);
  if (model === undefined) throw new TurnFault(7, `there is no model ${name}`);
  const records = middlewares.records.map(({ data }) => data);
  const history = await answeredBefore(store, turn);
  const messages = promptMessages({ settings, lang: unstored(conversation.lang), records, history, content });
  const { text, usage } = await model(
    { messages, temperature: settings.temperature, records },
    AbortSignal.any([signal, late]),
  );
  if (sizeOf(text) > LONGEST_RESPONSE) {
    throw new TurnFault(4, `the model answered more than ${LONGEST_RESPONSE} bytes`);
  }
  return {
    response: text,
    promptTokens: usage?.prompt ?? countMessageTokens(messages),
    completionTokens: usage?.completion ?? countTokens(text),
    middlewareResults: results,
    error: {},
  };
}

async function conversationOf({ store, clock }: TurnWork, { conversation_id }: TurnRow): Promise<ConversationRow> {
  const conversation = await store
    .selectFrom('assistant_conversations')
    .selectAll()
    .where('id', '=', conversation_id)
    .where('expires_at', '>', clock())
    .executeTakeFirst();
  if (conversation === undefined) throw new TurnFault(6, 'there is no such conversation: it has expired');
  return conversation;
}
