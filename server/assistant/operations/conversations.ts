/** Conversations between a person and a bot (document 3, Conversation). */

import { randomUUID } from 'node:crypto';
import type { Conversation, ConversationRequest } from '@wallet-services/contract/assistant';
import { Refusal } from '@wallet-services/runtime/refusal';
import { isoTime } from '../../values/index.ts';
import type { BotOptions } from '../config/options.ts';
import {
  type AssistantStore,
  type ConversationRow,
  type OpenConversation,
  stored,
  takeNumbers,
  unstored,
} from '../store/tables.ts';
import { historyOf } from '../store/turns.ts';
import type { Application } from './applications.ts';
import type { AssistantContext } from './context.ts';
import { checkSize, LONGEST_IDENTITY, LONGEST_LANG } from './limits.ts';

/** Number of conversations that are deleted in one transaction. */
const SWEPT_AT_ONCE = 200;

/**
 * Starts a conversation; its history is empty.
 *
 * @throws Refusal 404 when there is no such bot, 413 when the identity or the language is too long, 429 when the
 *   application has too many conversations, or too many people
 */
export async function startConversation(
  context: AssistantContext,
  app: Application,
  { bot_id, user_identity, lang = '' }: ConversationRequest,
): Promise<Conversation> {
  checkSize('user_identity', user_identity, LONGEST_IDENTITY);
  checkSize('lang', lang, LONGEST_LANG);
  const bot = botOf(context.bots, bot_id);
  const identity = stored(user_identity);
  const { most_conversations, most_people } = context.settings;
  const row = await context.store.transaction().execute(async (transaction) => {
    const last = await transaction
      .selectFrom('assistant_conversations')
      .select('id')
      .where('app_id', '=', app.id)
      .where('expires_at', '>', context.clock())
      .limit(1)
      .offset(most_conversations - 1)
      .executeTakeFirst();
    checkQuota(last, most_conversations, 'conversations');
    const started: ConversationRow = {
      id: randomUUID(),
      app_id: app.id,
      bot_id: bot.id,
      bot_name: bot.name,
      user_id: await keepUser(transaction, app.id, identity, most_people),
      lang: stored(lang),
      expires_at: expiryOf(context),
    };
    await transaction.insertInto('assistant_conversations').values(started).execute();
    return started;
  });
  return { ...conversationOf(app, { ...row, identity }), history: [] };
}

/** When an idle conversation ends, in milliseconds since 1970. */
export function expiryOf({ clock, settings }: AssistantContext): number {
  return clock() + settings.conversation_lifetime * 1000;
}

function botOf(bots: ReadonlyMap<number, BotOptions>, id: number): BotOptions {
  const bot = bots.get(id);
  if (bot !== undefined) return bot;
  const known = [...bots.values()].map(({ id, name }) => `${id} (${name})`).join(', ');
  throw new Refusal(404, `there is no bot ${id}`, { hint: `use one of ${known}` });
}

/**
 * @param place the row at the quota's position; undefined when the quota is not reached
 * @throws Refusal 429 when there is such a row
 */
function checkQuota(place: object | undefined, most: number, what: string): void {
  if (place === undefined) return;
  throw new Refusal(429, `the application has too many ${what}`, {
    hint: `the maximum at a time is ${most}`,
    headers: { 'Retry-After': '60' },
  });
}

/** Returns the number of a person, and assigns it at their first request. */
async function keepUser(store: AssistantStore, app_id: number, identity: string, most: number): Promise<number> {
  const known = await store
    .selectFrom('assistant_users')
    .select('id')
    .where('app_id', '=', app_id)
    .where('identity', '=', identity)
    .executeTakeFirst();
  if (known !== undefined) return known.id;
  const last = await store
    .selectFrom('assistant_users')
    .select('id')
    .where('app_id', '=', app_id)
    .limit(1)
    .offset(most - 1)
    .executeTakeFirst();
  checkQuota(last, most, 'people');
  const id = await takeNumbers(store, 'user', 1);
  await store.insertInto('assistant_users').values({ id, app_id, identity }).execute();
  return id;
}

/**
 * Finds a conversation of an application.
 *
 * @param now milliseconds since 1970
 * @throws Refusal 404 when it does not exist, belongs to another application, or has expired
 */
export async function findConversation(
  store: AssistantStore,
  appId: number,
  conversationId: string,
  now: number,
): Promise<OpenConversation> {
  const row = await store
    .selectFrom('assistant_conversations')
    .innerJoin('assistant_users', 'assistant_users.id', 'assistant_conversations.user_id')
    .selectAll('assistant_conversations')
    .select('assistant_users.identity')
    .where('assistant_conversations.id', '=', conversationId.toLowerCase())
    .where('assistant_conversations.app_id', '=', appId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (row !== undefined) return row;
  throw new Refusal(404, 'there is no such conversation', { hint: 'it may have expired: start another conversation' });
}

/** Reads a conversation with its history. */
export async function readConversation(
  { store, clock }: AssistantContext,
  app: Application,
  conversationId: string,
): Promise<Conversation> {
  const reading = store.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return reading.execute(async (transaction) => {
    const row = await findConversation(transaction, app.id, conversationId, clock());
    return { ...conversationOf(app, row), history: await historyOf(transaction, row) };
  });
}

function conversationOf(app: Application, row: OpenConversation): Omit<Conversation, 'history'> {
  return {
    id: row.id,
    bot: { id: row.bot_id, name: row.bot_name },
    app,
    user_identity: unstored(row.identity),
    lang: unstored(row.lang),
    expired_at: isoTime(row.expires_at),
  };
}

/** Deletes expired conversations with their turns, a few at a time so that requests are answered in between. */
export async function sweepConversations(store: AssistantStore, now: number): Promise<void> {
  for (let swept = SWEPT_AT_ONCE; swept === SWEPT_AT_ONCE; ) {
    swept = await store.transaction().execute(async (transaction) => {
      const expired = await transaction
        .selectFrom('assistant_conversations')
        .select('id')
        .where('expires_at', '<=', now)
        .orderBy('expires_at')
        .limit(SWEPT_AT_ONCE)
        .execute();
      const ids = expired.map(({ id }) => id);
      if (ids.length === 0) return 0;
      await transaction.deleteFrom('assistant_turns').where('conversation_id', 'in', ids).execute();
      await transaction.deleteFrom('assistant_conversations').where('id', 'in', ids).execute();
      return ids.length;
    });
  }
}
