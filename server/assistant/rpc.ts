/** The RPC methods of the assistant service: the same answers as over HTTP, without the envelope's time. */
import { rpc } from '@wallet-services/contract/assistant';
import type { IdReader } from '../contract/index.ts';
import { forCallers, type RpcService, rpcService } from '../rpc/service.ts';
import { conversationMessage, message, overrideOf, plainText, turnMembers } from './messages.ts';
import type { Application } from './operations/applications.ts';
import type { AssistantContext } from './operations/context.ts';
import { readConversation, startConversation } from './operations/conversations.ts';
import { addRecords, removeRecord, removeRecords, searchRecords } from './operations/records.ts';
import { postTurn, readTurn } from './operations/turns.ts';

/** Longest blocking read, in milliseconds: HTTP/2 closes a stream without traffic after a minute. */
const MOST_WAITING = 50_000;

/** @param readId reads ids in the format of the document */
export function assistantRpc(context: AssistantContext, readId: IdReader): RpcService {
  const forCaller = forCallers(({ headers }) => identify(context, headers, false));
  const forOwner = forCallers(({ headers }) => identify(context, headers, true));
  return rpcService(rpc.AssistantService, {
    createIndexes: forOwner(async ({ items }, app) => {
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
    }),
    searchIndexes: forCaller(async ({ keywords, n }, app) => {
      const hits = await searchRecords(context, app.id, keywords, n === undefined ? undefined : Number(n));
      return { data: hits.map((hit) => message(rpc.SearchHitSchema, hit)) };
    }),
    deleteIndex: forOwner(async ({ objectId }, app) => {
      await removeRecord(context, app.id, objectId);
      return {};
    }),
    resetIndexes: forOwner(async (_request, app) => {
      await removeRecords(context, app.id);
      return {};
    }),
    createConversation: forCaller(async ({ botId, userIdentity, lang }, app) => {
      const conversation = await startConversation(context, app, {
        bot_id: Number(botId),
        user_identity: userIdentity,
        ...(lang === undefined ? {} : { lang }),
      });
      return { data: conversationMessage(conversation) };
    }),
    createTurn: forCaller(async ({ conversationId, content, category, botOverride }, app) => {
      readId('conversation_id', conversationId);
      const turn = await postTurn(context, app, conversationId, {
        content,
        ...(category === undefined ? {} : { category: plainText(category) }),
        ...(botOverride === undefined ? {} : { bot_override: overrideOf(botOverride) }),
      });
      return { data: message(rpc.TurnSchema, turnMembers(turn)) };
    }),
    readConversation: forCaller(async ({ conversationId }, app) => {
      readId('conversation_id', conversationId);
      return { data: conversationMessage(await readConversation(context, app, conversationId)) };
    }),
    readTurn: forCaller(async ({ conversationId, turnId, blockUntilResponse, timeout }, app, call) => {
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
    }),
  });
}

function identify(context: AssistantContext, headers: Headers, needsSecret: boolean): Application {
  const header = (name: string) => headers.get(name) ?? undefined;
  return context.identify({ appId: header('X-ASSISTANT-APPID'), secret: header('X-ASSISTANT-SECRET') }, needsSecret);
}
