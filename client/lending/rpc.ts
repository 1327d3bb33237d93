/** The lending service over RPC (Connect). */
import type { Client } from '@connectrpc/connect';
import { Lending } from '@wallet-services/contract/lending/rpc';
import type { Token } from '../http/index.ts';
import { createServiceRpcClient, type RpcOptions } from '../rpc/index.ts';

export * from '@wallet-services/contract/lending/rpc';

/** The options of the client. */
export interface LendingRpcOptions extends RpcOptions {
  /** Sent with the methods that take one: a token, or a source of tokens. */
  readonly token?: Token | undefined;
}

/**
 * Makes a client of the RPC service.
 *
 * @example
 * const lending = createRpcClient({ baseUrl: 'http://127.0.0.1:4000' });
 * const answer = await lending.allMarkets({});
 */
export function createRpcClient(options: LendingRpcOptions): Client<typeof Lending> {
  return createServiceRpcClient(options, {
    service: Lending,
    credentials: [
      {
        header: 'Authorization',
        prefix: 'Bearer ',
        token: options.token,
        methods: ['allMarkets', 'priceRequest', 'transactions', 'payRequest'],
      },
    ],
    repeatable: ['allMarkets', 'priceRequest', 'transactions'],
  });
}
