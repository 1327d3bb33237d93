/** The HTTP operations of the assistant service. */

import type { Handlers, MountOptions } from '@wallet-services/contract/assistant';
import type { Application } from './operations/applications.ts';
import type { AssistantContext } from './operations/context.ts';
import { readConversation, startConversation } from './operations/conversations.ts';
import { addRecords, removeRecord, removeRecords, searchRecords } from './operations/records.ts';
import { postTurn, readTurn } from './operations/turns.ts';

export function assistantHandlers(context: AssistantContext): Handlers<Application> {
  const ok = <Data>(data: Data) => ({ status: 200, body: { ts: context.clock(), data } }) as const;
  return {
    async createIndexes({ caller, body }) {
      await addRecords(context, caller.id, body.items);
      return ok({});
    },
    async searchIndexes({ caller, query }) {
      return ok(await searchRecords(context, caller.id, query.keywords, query.n));
    },
    async deleteIndex({ caller, path }) {
      await removeRecord(context, caller.id, path.object_id);
      return ok({});
    },
    async resetIndexes({ caller }) {
      await removeRecords(context, caller.id);
      return ok({});
    },
    async createConversation({ caller, body }) {
      return ok(await startConversation(context, caller, body));
    },
    async readConversation({ caller, path }) {
      return ok(await readConversation(context, caller, path.conversation_id));
    },
    async createTurn({ caller, path, body }) {
      return ok(await postTurn(context, caller, path.conversation_id, body));
    },
    async readTurn({ caller, path, query, signal }) {
      const turn = await readTurn(context, caller, {
        conversationId: path.conversation_id,
        turnId: path.turn_id,
        block: query.block_until_response === true,
        timeout: query.timeout,
        signal,
      });
      return ok(turn);
    },
  };
}

/** Identifies the calling application by the headers of the contract; throws `Refusal(401)`. */
export function authenticator(context: AssistantContext): NonNullable<MountOptions<Application>['authenticate']> {
  return ({ AppId, AppSecret }, { security }) => {
    const needsSecret = security.some((schemes) => schemes.includes('AppSecret'));
    return context.identify({ appId: AppId, secret: AppSecret }, needsSecret);
  };
}
