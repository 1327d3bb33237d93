/** The vault service over RPC (Connect). */
import type { Client } from '@connectrpc/connect';
import { credentialed, repeatable } from '@wallet-services/contract/vault/calls';
import { VaultService } from '@wallet-services/contract/vault/rpc';
import type { Token } from '../http/index.ts';
import { createServiceRpcClient, type RpcOptions } from '../rpc/index.ts';

export * from '@wallet-services/contract/vault/rpc';

/** The options of the client. */
export interface VaultRpcOptions extends RpcOptions {
  /** Sent with the methods that take one: a token, or a source of tokens. */
  readonly token?: Token | undefined;
}

/**
 * Makes a client of the RPC service.
 *
 * @example
 * const vault = createRpcClient({ baseUrl: 'http://127.0.0.1:4000' });
 * const answer = await vault.readInfo({});
 */
export function createRpcClient(options: VaultRpcOptions): Client<typeof VaultService> {
  return createServiceRpcClient(options, {
    service: VaultService,
    credentials: [
      { header: 'Authorization', prefix: 'Bearer ', token: options.token, methods: credentialed.AccessToken },
    ],
    repeatable,
  });
}
