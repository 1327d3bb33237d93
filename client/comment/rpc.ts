/** The comment service over RPC (Connect). */
import type { Client } from '@connectrpc/connect';
import { credentialed, repeatable } from '@wallet-services/contract/comment/calls';
import { CommentService } from '@wallet-services/contract/comment/rpc';
import type { Token } from '../http/index.ts';
import { createServiceRpcClient, type RpcOptions } from '../rpc/index.ts';

export * from '@wallet-services/contract/comment/rpc';

/** The options of the client. */
export interface CommentRpcOptions extends RpcOptions {
  /** Sent with the methods that take one: a token, or a source of tokens. */
  readonly token?: Token | undefined;
}

/**
 * Makes a client of the RPC service.
 *
 * @example
 * const comment = createRpcClient({ baseUrl: 'http://127.0.0.1:4000' });
 * const answer = await comment.readSite({});
 */
export function createRpcClient(options: CommentRpcOptions): Client<typeof CommentService> {
  return createServiceRpcClient(options, {
    service: CommentService,
    credentials: [
      {
        header: 'Authorization',
        prefix: 'Bearer ',
        token: options.token,
        methods: credentialed.CommentToken,
      },
    ],
    repeatable,
  });
}
