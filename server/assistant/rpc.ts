/** The RPC methods of the assistant service: the same answers as over HTTP, without the envelope's time. */
import { fromJson, type JsonValue } from '@bufbuild/protobuf';
import {
  type BotOverride,
  type Conversation,
  type HistoryTurn,
  isNestedDeeperThan,
  Refusal,
  rpc,
  type SentOverride,
  type Turn,
} from '@wallet-services/contract/assistant';
import type { MemberCheck } from '../contract/index.ts';
import { type RpcCall, type RpcService, rpcService } from '../rpc/service.ts';
import type { Application } from './operations/applications.ts';
import type { Assistant } from './operations/operations.ts';

/** A stream over HTTP/2 on which nothing moves is closed after a minute: a waiting read answers before that. */
const MOST_WAITING = 50_000;

/** @param checkId that `conversation_id` has the form of the document */
export function assistantRpc(assistant: Assistant, checkId: MemberCheck): RpcService {
  const caller = ({ headers }: RpcCall) => identify(assistant, headers, false);
  const owner = ({ headers }: RpcCall) => identify(assistant, headers, true);
  return rpcService(rpc.AssistantService, {
    async createIndexes({ items }, call) {
      const app = owner(call);
      await assistant.putRecords(
        app,
        items.map(({ objectId, category, data, properties }) => ({
          object_id: objectId,
          category: plainText(category),
          data,
          ...(properties === undefined ? {} : { properties }),
        })),
      );
      return {};
    },
    async searchIndexes({ keywords, n }, call) {
      const hits = await assistant.search(caller(call), keywords, n === undefined ? undefined : Number(n));
      return { data: hits.map((hit) => message(rpc.SearchHitSchema, hit)) };
    },
    async deleteIndex({ objectId }, call) {
      await assistant.removeRecord(owner(call), objectId);
      return {};
    },
    async resetIndexes(_request, call) {
      await assistant.removeRecords(owner(call));
      return {};
    },
    async createConversation({ botId, userIdentity, lang }, call) {
      const conversation = await assistant.startConversation(caller(call), {
        bot_id: Number(botId),
        user_identity: userIdentity,
        ...(lang === undefined ? {} : { lang }),
      });
      return { data: conversationMessage(conversation) };
    },
    async createTurn({ conversationId, content, category, botOverride }, call) {
      const app = caller(call);
      checkId({ conversation_id: conversationId });
      const turn = await assistant.postTurn(app, conversationId, {
        content,
        ...(category === undefined ? {} : { category: plainText(category) }),
        ...(botOverride === undefined ? {} : { bot_override: overrideOf(botOverride) }),
      });
      return { data: message(rpc.TurnSchema, turnMembers(turn)) };
    },
    async readConversation({ conversationId }, call) {
      const app = caller(call);
      checkId({ conversation_id: conversationId });
      return { data: conversationMessage(await assistant.readConversation(app, conversationId)) };
    },
    async readTurn({ conversationId, turnId, blockUntilResponse, timeout }, call) {
      const app = caller(call);
      checkId({ conversation_id: conversationId });
      const turn = await assistant.readTurn(app, {
        conversationId,
        turnId: Number(turnId),
        block: blockUntilResponse === true,
        timeout,
        signal: call.signal,
        mostWaiting: MOST_WAITING,
      });
      return { data: message(rpc.TurnSchema, turnMembers(turn)) };
    },
  });
}

function identify(assistant: Assistant, headers: Headers, needsSecret: boolean): Application {
  const header = (name: string) => headers.get(name) ?? undefined;
  return assistant.identify({ appId: header('X-ASSISTANT-APPID'), secret: header('X-ASSISTANT-SECRET') }, needsSecret);
}

function plainText(category: string): 'plain-text' {
  if (category === 'plain-text') return category;
  throw new Refusal(400, 'category is not plain-text');
}

/** What was not set is not overridden; a list that is set and empty is. */
function overrideOf({ temperature, middlewares, prompt, boundaryPrompt }: rpc.BotOverride): BotOverride {
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

/** Options are JSON text; none at all are an empty object. */
function optionsOf(bytes: Uint8Array | undefined): Record<string, unknown> {
  if (bytes === undefined || bytes.length === 0) return {};
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (isObject && !isNestedDeeperThan(value)) return { ...value };
  } catch {
    // Said below.
  }
  throw new Refusal(400, 'the options of a middleware are not a JSON object', { hint: 'such as {"limit":3}' });
}

function conversationMessage({ history, ...conversation }: Conversation): rpc.Conversation {
  return message(rpc.ConversationSchema, { ...conversation, history: (history ?? []).map(turnMembers) });
}

/** The members of a turn as its message has them: options as JSON text, and lists that a message can hold. */
function turnMembers({ bot_override, middleware_results, error, ...turn }: HistoryTurn | Turn): object {
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
 * The JSON members have the names of the message's fields; a member that does not fit throws. Members that are
 * undefined are left out, and half a surrogate pair, which JSON can carry and protobuf cannot, becomes U+FFFD.
 */
function message<Schema extends Parameters<typeof fromJson>[0]>(schema: Schema, members: object) {
  const json: JsonValue = JSON.parse(JSON.stringify(members), (_name, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  );
  return fromJson(schema, json);
}
