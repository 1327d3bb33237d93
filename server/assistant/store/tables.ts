/**
 * The tables of the assistant service. Texts of clients are stored in the format of `stored`, objects as JSON. Times
 * are ISO 8601 unless a comment names another unit.
 */
import type { Kysely } from 'kysely';

export type ApplicationRow = {
  id: number;
  /** UUID, lower case. */
  app_id: string;
  secret_salt: string;
  secret_hash: string;
  created_at: string;
  updated_at: string;
};

/** A person on whose behalf an application sends requests. */
export type UserRow = {
  id: number;
  app_id: number;
  identity: string;
};

export type RecordRow = {
  id: number;
  app_id: number;
  object_id: string;
  /** The record as JSON, as it was sent. */
  record: string;
  /** Seconds since 1970. */
  created_at: number;
};

export type ConversationRow = {
  id: string;
  app_id: number;
  bot_id: number;
  /** The bot's name at the time, since bots change with the configuration. */
  bot_name: string;
  user_id: number;
  lang: string;
  /** Milliseconds since 1970. */
  expires_at: number;
};

/** A conversation and the person it is with. */
export type OpenConversation = ConversationRow & { readonly identity: string };

export type TurnRow = {
  id: number;
  conversation_id: string;
  /** The conversation's id while the turn is unprocessed. Unique, so a conversation has one such turn at most. */
  open_in: string | null;
  request: string;
  response: string;
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  status: number;
  bot_override: string;
  /** `null` until the turn is processed. */
  middleware_results: string | null;
  error: string;
  created_at: string;
  updated_at: string;
};

/** The last assigned number; numbers are never reused. */
export type CounterRow = {
  name: 'record' | 'turn' | 'user' | 'application';
  value: number;
};

export type AssistantTables = {
  assistant_applications: ApplicationRow;
  assistant_users: UserRow;
  assistant_records: RecordRow;
  assistant_conversations: ConversationRow;
  assistant_turns: TurnRow;
  assistant_counters: CounterRow;
};

/** The database, with the tables of this service. */
export type AssistantStore = Kysely<AssistantTables>;

/**
 * Encodes a text for storage: databases have texts that cannot hold every character of JSON, such as U+0000 and half a
 * surrogate pair. Most texts stay as they are.
 */
export function stored(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Decodes a stored text. */
export function unstored(text: string): string {
  return JSON.parse(`"${text}"`);
}

/**
 * Assigns new numbers.
 *
 * @returns the first of them; the others follow it
 */
export async function takeNumbers(store: AssistantStore, name: CounterRow['name'], count: number): Promise<number> {
  const { value } = await store
    .updateTable('assistant_counters')
    .set((row) => ({ value: row('value', '+', count) }))
    .where('name', '=', name)
    .returning('value')
    .executeTakeFirstOrThrow();
  return value - count + 1;
}
