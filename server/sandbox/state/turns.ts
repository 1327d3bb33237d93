/** Lists the conversations of the assistant, and ends their turns. */
import type { ConversationState, TurnChange, TurnState } from '@wallet-services/contract/sandbox';
import { Refusal } from '@wallet-services/runtime/refusal';
import { type AssistantTables, stored, type TurnRow, unstored } from '../../assistant/store/tables.ts';
import { TurnStatus } from '../../assistant/store/turns.ts';
import type { Store } from '../../service.ts';
import { isoTime } from '../../values/index.ts';
import { MOST } from './orders.ts';

/** Messages of the documented middleware error codes (document 3, Errors). */
const MESSAGES: Readonly<Record<number, string>> = {
  1: 'internal server error',
  2: 'the middleware failed',
  3: 'the options of the middleware are wrong',
  4: 'the middleware took too long',
};

/** @param now time by the world's clock, in milliseconds since 1970 */
export async function listConversations(store: Store, now: number): Promise<ConversationState[]> {
  const tables = store.$extendTables<AssistantTables>();
  const rows = await tables
    .selectFrom('assistant_conversations as conversation')
    .innerJoin('assistant_users as user', 'user.id', 'conversation.user_id')
    .innerJoin('assistant_applications as app', 'app.id', 'conversation.app_id')
    .select(['conversation.id', 'app.app_id', 'conversation.bot_name', 'user.identity', 'conversation.expires_at'])
    .where('conversation.expires_at', '>', now)
    .orderBy('conversation.expires_at', 'desc')
    .limit(MOST)
    .execute();
  return Promise.all(
    rows.map(async ({ id, app_id, bot_name, identity, expires_at }) => {
      const turns = await tables
        .selectFrom('assistant_turns')
        .selectAll()
        .where('conversation_id', '=', id)
        .orderBy('id', 'desc')
        .limit(MOST)
        .execute();
      return {
        id,
        app_id,
        bot: bot_name,
        user: unstored(identity),
        expires_at: isoTime(expires_at),
        turns: turns.toReversed().map(turnOf),
      };
    }),
  );
}

/**
 * Ends a turn, processed or not: waiting readers get the result.
 *
 * @param now ISO 8601
 * @throws Refusal 400 when the status and the other members do not fit, 404 when there is no such turn
 */
export async function putTurn(store: Store, id: number, change: TurnChange, now: string): Promise<TurnState> {
  const { status, response, code, message } = change;
  const isDone = status === TurnStatus.Done;
  if (isDone ? code !== undefined || message !== undefined : response !== undefined) {
    throw new Refusal(
      400,
      isDone ? 'a turn that is done cannot have an error' : 'a turn that failed cannot have a response',
      {
        hint: 'send response with status 2, code and message with status 3',
      },
    );
  }
  const number = code ?? 1;
  const row = await store
    .$extendTables<AssistantTables>()
    .updateTable('assistant_turns')
    .set({
      open_in: null,
      status,
      response: stored(isDone ? (response ?? '') : ''),
      error: JSON.stringify(isDone ? {} : { code: number, message: message ?? MESSAGES[number] ?? 'it failed' }),
      middleware_results: '[]',
      updated_at: now,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined)
    throw new Refusal(404, `there is no turn ${id}`, { hint: 'GET .../conversations lists the latest ones' });
  return turnOf(row);
}

function turnOf({ id, conversation_id, status, request, response, error }: TurnRow): TurnState {
  const reported: { code?: number; message?: string } = JSON.parse(error);
  const { code, message = '' } = reported;
  return {
    id,
    conversation_id,
    status,
    request: unstored(request),
    response: unstored(response),
    ...(code === undefined ? {} : { error: { code, message } }),
  };
}
