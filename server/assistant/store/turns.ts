/** Turns of conversations (document 3, Turn): their storage and their representation in answers. */

import type {
  BotOverride,
  HistoryTurn,
  MiddlewareResult,
  PostedTurn,
  Turn,
  TurnError,
  TurnRequest,
} from '@wallet-services/contract/assistant';
import { Refusal } from '@wallet-services/runtime/refusal';
import { sql } from 'kysely';
import { type AssistantStore, type OpenConversation, stored, type TurnRow, takeNumbers, unstored } from './tables.ts';

/** Status of a turn. The values are this server's; the documents only show 2 for a turn with a response. */
export const TurnStatus = { New: 0, Pending: 1, Done: 2, Failed: 3 } as const;

/** Largest number of earlier turns in a prompt. */
const MOST_HISTORY = 20;

/**
 * Stores a new turn, and extends the life of the conversation.
 *
 * @param now ISO 8601
 * @throws Refusal 429 while an earlier turn of the conversation is not processed
 */
export async function insertTurn(
  store: AssistantStore,
  conversation: OpenConversation,
  { content, bot_override = {} }: TurnRequest,
  now: string,
  expiresAt: number,
): Promise<PostedTurn> {
  const row: TurnRow = {
    id: await takeNumbers(store, 'turn', 1),
    conversation_id: conversation.id,
    open_in: conversation.id,
    request: stored(content),
    response: '',
    prompt_tokens: 0,
    completion_tokens: 0,
    total_tokens: 0,
    status: TurnStatus.New,
    bot_override: JSON.stringify(bot_override),
    middleware_results: null,
    error: '{}',
    created_at: now,
    updated_at: now,
  };
  const { numInsertedOrUpdatedRows } = await store
    .insertInto('assistant_turns')
    .values(row)
    .onConflict((conflict) => conflict.column('open_in').doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) {
    throw new Refusal(429, 'an earlier turn of this conversation is not processed yet', {
      hint: 'read that turn with block_until_response, then send this one again',
      headers: { 'Retry-After': '1' },
    });
  }
  await store
    .updateTable('assistant_conversations')
    .set({ expires_at: expiresAt })
    .where('id', '=', conversation.id)
    // A turn never shortens the life of its conversation.
    .where('expires_at', '<', expiresAt)
    .execute();
  const { prompt_tokens, completion_tokens, total_tokens } = row;
  return {
    ...historyTurnOf(row, conversation),
    user_id: conversation.user_id,
    prompt_tokens,
    completion_tokens,
    total_tokens,
  };
}

/** @throws Refusal 404 when the conversation has no such turn */
export async function findTurn(
  store: AssistantStore,
  conversation: OpenConversation,
  turnId: number,
): Promise<TurnRow> {
  const row = await store
    .selectFrom('assistant_turns')
    .selectAll()
    .where('id', '=', turnId)
    .where('conversation_id', '=', conversation.id)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal(404, `the conversation has no turn ${turnId}`);
  return row;
}

/** Whether the turn is done or failed: it does not change any more. */
export function isProcessed({ status }: TurnRow): boolean {
  return status === TurnStatus.Done || status === TurnStatus.Failed;
}

/** A turn as it is read by itself: with its total of tokens. */
export function turnOf(row: TurnRow, conversation: OpenConversation): Turn {
  return { ...historyTurnOf(row, conversation), user_id: conversation.user_id, total_tokens: row.total_tokens };
}

/** Bytes of a turn's JSON without its texts: ids, times, statuses and member names. */
const TURN_FRAME = 512;

/** Approximate size of a conversation's turns as JSON, in bytes, without reading them. */
export async function historySize(
  store: AssistantStore,
  { id, identity }: Pick<OpenConversation, 'id' | 'identity'>,
): Promise<number> {
  const { size, turns } = await store
    .selectFrom('assistant_turns')
    .select(({ fn }) => [
      fn.countAll<number>().as('turns'),
      sql<number | null>`sum(octet_length(request) + octet_length(response) + octet_length(bot_override)
        + coalesce(octet_length(middleware_results), 0))`.as('size'),
    ])
    .where('conversation_id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(size ?? 0) + Number(turns) * (TURN_FRAME + Buffer.byteLength(identity));
}

/** All turns of a conversation, ordered by id. */
export async function historyOf(store: AssistantStore, conversation: OpenConversation): Promise<HistoryTurn[]> {
  const rows = await store
    .selectFrom('assistant_turns')
    .selectAll()
    .where('conversation_id', '=', conversation.id)
    .orderBy('id')
    .execute();
  return rows.map((row) => historyTurnOf(row, conversation));
}

/** A turn as part of a history: without `user_id` and token counts. */
function historyTurnOf(row: TurnRow, { bot_id, app_id, identity }: OpenConversation): HistoryTurn {
  const bot_override: BotOverride = JSON.parse(row.bot_override);
  const middleware_results: MiddlewareResult[] =
    row.middleware_results === null ? [] : JSON.parse(row.middleware_results);
  const error: TurnError = JSON.parse(row.error);
  return {
    id: row.id,
    conversation_id: row.conversation_id,
    bot_id,
    app_id,
    user_identity: unstored(identity),
    request: unstored(row.request),
    response: unstored(row.response),
    status: row.status,
    bot_override,
    middleware_results,
    error,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

/** Unprocessed turns with their applications, oldest first, including those that an earlier server left. */
export async function openTurns(store: AssistantStore): Promise<{ id: number; app_id: number }[]> {
  return store
    .selectFrom('assistant_turns')
    .innerJoin('assistant_conversations', 'assistant_conversations.id', 'assistant_turns.conversation_id')
    .select(['assistant_turns.id', 'assistant_conversations.app_id'])
    .where('open_in', 'is not', null)
    .orderBy('assistant_turns.id')
    .execute();
}

/** Number of unprocessed turns of an application. */
export async function countOpenTurns(store: AssistantStore, appId: number): Promise<number> {
  const { turns } = await store
    .selectFrom('assistant_turns')
    .innerJoin('assistant_conversations', 'assistant_conversations.id', 'assistant_turns.conversation_id')
    .select(({ fn }) => fn.countAll<number>().as('turns'))
    .where('open_in', 'is not', null)
    .where('app_id', '=', appId)
    .executeTakeFirstOrThrow();
  return Number(turns);
}

/** The answered turns of a conversation before a given turn, oldest first, for the prompt. */
export async function answeredBefore(
  store: AssistantStore,
  { id, conversation_id }: TurnRow,
): Promise<{ request: string; response: string }[]> {
  const rows = await store
    .selectFrom('assistant_turns')
    .select(['request', 'response'])
    .where('conversation_id', '=', conversation_id)
    .where('id', '<', id)
    .where('status', '=', TurnStatus.Done)
    .orderBy('id', 'desc')
    .limit(MOST_HISTORY)
    .execute();
  return rows
    .toReversed()
    .map(({ request, response }) => ({ request: unstored(request), response: unstored(response) }));
}

/** The outcome of a turn. */
export interface TurnOutcome {
  /** Empty when the turn failed. */
  readonly response: string;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly middlewareResults: readonly MiddlewareResult[];
  /** Empty when there was no error. */
  readonly error: TurnError;
}

/** Marks a turn as being processed. */
export async function beginTurn(store: AssistantStore, id: number, now: string): Promise<void> {
  await store
    .updateTable('assistant_turns')
    .set({ status: TurnStatus.Pending, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Stores the outcome of a turn, unless it has one already. */
export async function endTurn(store: AssistantStore, id: number, outcome: TurnOutcome, now: string): Promise<void> {
  const { response, promptTokens, completionTokens, middlewareResults, error } = outcome;
  await store
    .updateTable('assistant_turns')
    .set({
      open_in: null,
      response: stored(response),
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
      status: error.code === undefined ? TurnStatus.Done : TurnStatus.Failed,
      middleware_results: JSON.stringify(middlewareResults),
      error: JSON.stringify(error),
      updated_at: now,
    })
    .where('id', '=', id)
    .where('open_in', 'is not', null)
    .execute();
}
