/** The RPC methods of the assistant service: the same answers as over HTTP, without the envelope's time. */
import { rpc } from '@wallet-services/contract/assistant';
import type { MemberCheck } from '../contract/index.ts';
import { type RpcCall, type RpcService, rpcService } from '../rpc/service.ts';
import { conversationMessage, message, overrideOf, plainText, turnMembers } from './messages.ts';
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
