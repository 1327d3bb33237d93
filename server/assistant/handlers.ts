/** The HTTP operations of the assistant service. */

import type { Handlers } from '@wallet-services/contract/assistant';
import type { MountOptions } from '@wallet-services/runtime/express';
import type { Application } from './operations/applications.ts';
import type { AssistantContext } from './operations/context.ts';
import { readConversation, startConversation } from './operations/conversations.ts';
import { addRecords, removeRecord, removeRecords, searchRecords } from './operations/records.ts';
import { postTurn, readTurn } from './operations/turns.ts';

export function assistantHandlers(context: AssistantContext): Handlers<Application> {
  const ok = <Data>(data: Data) => ({ status: 200, body: { ts: context.clock(), data } }) as const;
  return {
    async createIndexes({ caller, body }) {
      await addRecords(context, known(caller).id, body.items);
      return ok({});
    },
    async searchIndexes({ caller, query }) {
      return ok(await searchRecords(context, known(caller).id, query.keywords, query.n));
    },
    async deleteIndex({ caller, path }) {
      await removeRecord(context, known(caller).id, path.object_id);
      return ok({});
    },
    async resetIndexes({ caller }) {
      await removeRecords(context, known(caller).id);
      return ok({});
    },
    async createConversation({ caller, body }) {
      return ok(await startConversation(context, known(caller), body));
    },
    async readConversation({ caller, path }) {
      return ok(await readConversation(context, known(caller), path.conversation_id));
    },
    async createTurn({ caller, path, body }) {
      return ok(await postTurn(context, known(caller), path.conversation_id, body));
    },
    async readTurn({ caller, path, query, signal }) {
      const turn = await readTurn(context, known(caller), {
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

/** Tells the calling application by the headers that the contract names; throws `Refusal(401)`. */
export function authenticator(context: AssistantContext): NonNullable<MountOptions<Application>['authenticate']> {
  return ({ AppId, AppSecret }, { security }) => {
    const needsSecret = security.some((schemes) => schemes.includes('AppSecret'));
    return context.identify({ appId: AppId, secret: AppSecret }, needsSecret);
  };
}

/** Every operation needs an application, so that the mount never comes here without one. */
function known(caller: Application | undefined): Application {
  if (caller === undefined) throw new TypeError('an operation of the assistant was reached without an application');
  return caller;
}
