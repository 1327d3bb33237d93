/** The assistant service over RPC (Connect). */
import type { Client } from '@connectrpc/connect';
import { credentialed, repeatable } from '@wallet-services/contract/assistant/calls';
import { AssistantService } from '@wallet-services/contract/assistant/rpc';
import { createServiceRpcClient, type RpcOptions } from '../rpc/index.ts';

export * from '@wallet-services/contract/assistant/rpc';

/** The options of the client. */
export interface AssistantRpcOptions extends RpcOptions {
  /** The application's id, a UUID. */
  readonly appId: string;
  /** Its secret, sent only with the methods that need it. */
  readonly appSecret?: string | undefined;
}

/**
 * Makes a client of the RPC service.
 *
 * @example
 * const assistant = createRpcClient({ baseUrl: 'http://127.0.0.1:4000', appId });
 * const answer = await assistant.searchIndexes({});
 */
export function createRpcClient(options: AssistantRpcOptions): Client<typeof AssistantService> {
  return createServiceRpcClient(options, {
    service: AssistantService,
    credentials: [
      {
        header: 'X-ASSISTANT-APPID',
        token: options.appId,
        methods: credentialed.AppId,
      },
      {
        header: 'X-ASSISTANT-SECRET',
        token: options.appSecret,
        methods: credentialed.AppSecret,
      },
    ],
    repeatable,
  });
}
