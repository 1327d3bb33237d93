/** The swap service over RPC (Connect). */
import type { Client } from '@connectrpc/connect';
import { credentialed, repeatable } from '@wallet-services/contract/swap/calls';
import { SwapService } from '@wallet-services/contract/swap/rpc';
import type { Token } from '../http/index.ts';
import { createServiceRpcClient, type RpcOptions } from '../rpc/index.ts';

export * from '@wallet-services/contract/swap/rpc';

/** The options of the client. */
export interface SwapRpcOptions extends RpcOptions {
  /** Sent with the methods that take one: a token, or a source of tokens. */
  readonly token?: Token | undefined;
}

/**
 * Makes a client of the RPC service.
 *
 * @example
 * const swap = createRpcClient({ baseUrl: 'http://127.0.0.1:4000' });
 * const answer = await swap.readInfo({});
 */
export function createRpcClient(options: SwapRpcOptions): Client<typeof SwapService> {
  return createServiceRpcClient(options, {
    service: SwapService,
    credentials: [
      {
        header: 'Authorization',
        prefix: 'Bearer ',
        token: options.token,
        methods: credentialed.AccessToken,
      },
    ],
    repeatable,
  });
}
