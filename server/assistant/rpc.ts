/** The RPC methods of the assistant service: the same answers as over HTTP, without the envelope's time. */
import { rpc } from '@wallet-services/contract/assistant';
import type { IdReader } from '../contract/index.ts';
import { type RpcCall, type RpcService, rpcService } from '../rpc/service.ts';
import { conversationMessage, message, overrideOf, plainText, turnMembers } from './messages.ts';
import type { Application } from './operations/applications.ts';
import type { AssistantContext } from './operations/context.ts';
import { readConversation, startConversation } from './operations/conversations.ts';
import { addRecords, removeRecord, removeRecords, searchRecords } from './operations/records.ts';
import { postTurn, readTurn } from './operations/turns.ts';

/** A stream over HTTP/2 on which nothing moves is closed after a minute: a waiting read answers before that. */
const MOST_WAITING = 50_000;

/** @param readId of ids, in the form of the document */
export function assistantRpc(context: AssistantContext, readId: IdReader): RpcService {
  const caller = ({ headers }: RpcCall) => identify(context, headers, false);
  const owner = ({ headers }: RpcCall) => identify(context, headers, true);
  return rpcService(rpc.AssistantService, {
    async createIndexes({ items }, call) {
      const app = owner(call);
      await addRecords(
        context,
        app.id,
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
      const hits = await searchRecords(context, caller(call).id, keywords, n === undefined ? undefined : Number(n));
      return { data: hits.map((hit) => message(rpc.SearchHitSchema, hit)) };
    },
    async deleteIndex({ objectId }, call) {
      await removeRecord(context, owner(call).id, objectId);
      return {};
    },
    async resetIndexes(_request, call) {
      await removeRecords(context, owner(call).id);
      return {};
    },
    async createConversation({ botId, userIdentity, lang }, call) {
      const conversation = await startConversation(context, caller(call), {
        bot_id: Number(botId),
        user_identity: userIdentity,
        ...(lang === undefined ? {} : { lang }),
      });
      return { data: conversationMessage(conversation) };
    },
    async createTurn({ conversationId, content, category, botOverride }, call) {
      const app = caller(call);
      readId('conversation_id', conversationId);
      const turn = await postTurn(context, app, conversationId, {
        content,
        ...(category === undefined ? {} : { category: plainText(category) }),
        ...(botOverride === undefined ? {} : { bot_override: overrideOf(botOverride) }),
      });
      return { data: message(rpc.TurnSchema, turnMembers(turn)) };
    },
    async readConversation({ conversationId }, call) {
      const app = caller(call);
      readId('conversation_id', conversationId);
      return { data: conversationMessage(await readConversation(context, app, conversationId)) };
    },
    async readTurn({ conversationId, turnId, blockUntilResponse, timeout }, call) {
      const app = caller(call);
      readId('conversation_id', conversationId);
      const turn = await readTurn(context, app, {
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

function identify(context: AssistantContext, headers: Headers, needsSecret: boolean): Application {
  const header = (name: string) => headers.get(name) ?? undefined;
  return context.identify({ appId: header('X-ASSISTANT-APPID'), secret: header('X-ASSISTANT-SECRET') }, needsSecret);
}
