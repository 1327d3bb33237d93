/** The eight HTTP operations of the assistant service. */
import type { Handlers, MountOptions } from '@wallet-services/contract/assistant';
import type { Application } from './operations/applications.ts';
import type { Assistant } from './operations/operations.ts';

export function assistantHandlers(assistant: Assistant): Handlers<Application> {
  const ok = <Data>(data: Data) => ({ status: 200, body: { ts: assistant.now(), data } }) as const;
  return {
    async createIndexes({ caller, body }) {
      await assistant.putRecords(known(caller), body.items);
      return ok({});
    },
    async searchIndexes({ caller, query }) {
      return ok(await assistant.search(known(caller), query.keywords, query.n));
    },
    async deleteIndex({ caller, path }) {
      await assistant.removeRecord(known(caller), path.object_id);
      return ok({});
    },
    async resetIndexes({ caller }) {
      await assistant.removeRecords(known(caller));
      return ok({});
    },
    async createConversation({ caller, body }) {
      return ok(await assistant.startConversation(known(caller), body));
    },
    async readConversation({ caller, path }) {
      return ok(await assistant.readConversation(known(caller), path.conversation_id));
    },
    async createTurn({ caller, path, body }) {
      return ok(await assistant.postTurn(known(caller), path.conversation_id, body));
    },
    async readTurn({ caller, path, query, signal }) {
      const turn = await assistant.readTurn(known(caller), {
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
export function authenticator(assistant: Assistant): NonNullable<MountOptions<Application>['authenticate']> {
  return ({ AppId, AppSecret }, { security }) => {
    const needsSecret = security.some((schemes) => schemes.includes('AppSecret'));
    return assistant.identify({ appId: AppId, secret: AppSecret }, needsSecret);
  };
}

/** Every operation needs an application, so that the mount never comes here without one. */
function known(caller: Application | undefined): Application {
  if (caller === undefined) throw new TypeError('an operation of the assistant was reached without an application');
  return caller;
}
