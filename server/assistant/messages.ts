/** Translates between RPC messages and the inputs and outputs of the operations. */

import { fromJson, type JsonValue } from '@bufbuild/protobuf';
import {
  type BotOverride,
  type Conversation,
  type HistoryTurn,
  rpc,
  type SentOverride,
  type Turn,
} from '@wallet-services/contract/assistant';
import { isNestedDeeperThan, Refusal } from '@wallet-services/runtime';

/** The only category of records and turns. @throws Refusal 400 for any other */
export function plainText(category: string): 'plain-text' {
  if (category === 'plain-text') return category;
  throw new Refusal(400, 'category is not plain-text');
}

/** The override of a message. An absent member overrides nothing; an empty list overrides. */
export function overrideOf({ temperature, middlewares, prompt, boundaryPrompt }: rpc.BotOverride): BotOverride {
  if (temperature !== undefined && !Number.isFinite(temperature)) throw new Refusal(400, 'temperature is not a number');
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(middlewares === undefined
      ? {}
      : { middlewares: middlewares.items.map(({ name, options }) => ({ name, options: optionsOf(options) })) }),
    ...(prompt === undefined ? {} : { prompt }),
    ...(boundaryPrompt === undefined ? {} : { boundary_prompt: boundaryPrompt }),
  };
}

/** Parses options, which are JSON text; empty text means no options. */
function optionsOf(bytes: Uint8Array | undefined): Record<string, unknown> {
  if (bytes === undefined || bytes.length === 0) return {};
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (isObject && !isNestedDeeperThan(value)) return { ...value };
  } catch {
    // The error is reported below.
  }
  throw new Refusal(400, 'the options of a middleware are not a JSON object', { hint: 'such as {"limit":3}' });
}

/** Converts a conversation: a list in a message cannot be `null`. */
export function conversationMessage({ history, ...conversation }: Conversation): rpc.Conversation {
  return message(rpc.ConversationSchema, { ...conversation, history: (history ?? []).map(turnMembers) });
}

/** Converts a turn: options become JSON text, and `null` lists empty ones. */
export function turnMembers({ bot_override, middleware_results, error, ...turn }: HistoryTurn | Turn): object {
  return {
    ...turn,
    bot_override: overrideMembers(bot_override ?? {}),
    middleware_results: (middleware_results ?? []).map(({ opts, ...result }) => ({ ...result, opts: base64(opts) })),
    error: error ?? {},
  };
}

function overrideMembers({ middlewares, temperature, prompt, boundary_prompt }: SentOverride): object {
  const items = middlewares?.map(({ name, options }) => ({ name, options: base64(options ?? {}) }));
  return { temperature, prompt, boundary_prompt, ...(items === undefined ? {} : { middlewares: { items } }) };
}

function base64(options: object | null): string {
  return Buffer.from(JSON.stringify(options ?? {})).toString('base64');
}

/**
 * Makes a message from JSON members with the names of its fields; throws when a member does not fit. Undefined members
 * are left out. Half a surrogate pair, which JSON can carry and protobuf cannot, becomes U+FFFD.
 */
export function message<Schema extends Parameters<typeof fromJson>[0]>(schema: Schema, members: object) {
  const json: JsonValue = JSON.parse(JSON.stringify(members), (_name, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  );
  return fromJson(schema, json);
}
