/** Turns of conversations (document 3, Turn): posting a turn, and reading its outcome. */

import type { PostedTurn, Turn, TurnRequest } from '@wallet-services/contract/assistant';
import { Refusal } from '@wallet-services/runtime/refusal';
import { durationMilliseconds, isoTime } from '../../values/index.ts';
import { findTurn, historySize, insertTurn, isProcessed, turnOf } from '../store/turns.ts';
import type { Application } from './applications.ts';
import type { AssistantContext } from './context.ts';
import { expiryOf, findConversation } from './conversations.ts';
import { checkSize, LARGEST_HISTORY, LARGEST_OVERRIDE, LONGEST_CONTENT, sizeOf } from './limits.ts';
import { checkOverride } from './processing/settings.ts';

/** How to read a turn. */
export interface TurnReading {
  readonly conversationId: string;
  readonly turnId: number;
  /** Whether to wait until the turn is processed. */
  readonly block: boolean;
  /** A Go-style duration or seconds; used only with `block`. */
  readonly timeout?: string | undefined;
  /** Aborted when the waiting client disconnects. */
  readonly signal: AbortSignal;
  /** Longest wait in milliseconds, whatever the timeout. */
  readonly mostWaiting?: number;
}

/** Longest time that a turn may wait for processing, in milliseconds; then it fails. */
const LONGEST_WAIT = 600_000;

/** Largest number of unprocessed turns of an application; further ones are rejected. */
const MOST_WAITING = 2_500;

/**
 * Posts a turn and queues it for processing.
 *
 * @throws Refusal 400 when the override is invalid, 404 when there is no such conversation, 413 when the turn or the
 *   conversation would be too large, 429 while an earlier turn of it is not processed, or when too many wait
 */
export async function postTurn(
  context: AssistantContext,
  app: Application,
  conversationId: string,
  turn: TurnRequest,
): Promise<PostedTurn> {
  const { store, clock, queue } = context;
  const { content, bot_override = {} } = turn;
  checkSize('content', content, LONGEST_CONTENT);
  checkSize('bot_override', bot_override, LARGEST_OVERRIDE);
  checkOverride(bot_override);
  if ((await queue.waiting(app.id)) >= MOST_WAITING) {
    throw new Refusal(429, 'too many turns are waiting to be processed', { headers: { 'Retry-After': '5' } });
  }
  const posted = await store.transaction().execute(async (transaction) => {
    const conversation = await findConversation(transaction, app.id, conversationId, clock());
    const size = (await historySize(transaction, conversation)) + sizeOf(content) + sizeOf(bot_override);
    if (size > LARGEST_HISTORY) {
      throw new Refusal(413, 'the conversation has become too large', {
        hint: `its turns can have ${LARGEST_HISTORY} bytes at most: start another conversation`,
      });
    }
    const posted = await insertTurn(transaction, conversation, turn, isoTime(clock()), expiryOf(context));
    await queue.put(transaction, posted.id, app.id);
    return posted;
  });
  queue.stored(posted.id, app.id);
  return posted;
}

/**
 * Reads a turn, at once or when it has been processed.
 *
 * @throws Refusal 400 when the timeout is invalid, 404 when there is no such turn, 408 when it was not processed in
 *   time
 */
export async function readTurn(
  { store, clock, settings, waiting }: AssistantContext,
  app: Application,
  { conversationId, turnId, block, timeout, signal, mostWaiting = LONGEST_WAIT }: TurnReading,
): Promise<Turn> {
  const read = async () => {
    const conversation = await findConversation(store, app.id, conversationId, clock());
    const row = await findTurn(store, conversation, turnId);
    return { processed: isProcessed(row), turn: turnOf(row, conversation) };
  };
  if (!block) return (await read()).turn;
  const look = async () => {
    const { processed, turn } = await read();
    return processed ? turn : undefined;
  };
  const wait = Math.min(timeout === undefined ? settings.block_limit_ms : timeoutOf(timeout), mostWaiting);
  const turn = await waiting.until(turnId, look, wait, signal);
  if (turn !== undefined) return turn;
  throw new Refusal(408, 'the turn was not processed in time', { hint: 'read the turn again' });
}

/** Milliseconds of a timeout. @throws Refusal 400 */
function timeoutOf(text: string): number {
  const milliseconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : durationMilliseconds(text);
  if (milliseconds !== undefined) return milliseconds;
  throw new Refusal(400, 'timeout is not a duration', { hint: 'such as 500ms, 10s, 1m30s, or a number of seconds' });
}
