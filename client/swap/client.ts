/** The swap service: pairs, statistics, orders and transactions. */
import { credentials, lists, open, type paths, securitySchemes } from '@wallet-services/contract/swap/client';
import { type ClientOptions, createServiceClient, presenter, type ServiceClient, type Token } from '../http/index.ts';

/** A client of the swap service. */
export type SwapClient = ServiceClient<paths>;

/** The options of the client. */
export interface SwapOptions extends ClientOptions {
  /** Sent with the operations that take one: a token, or a source of tokens, such as `accessToken`. */
  readonly token?: Token | undefined;
}

/**
 * Makes a client of the swap service.
 *
 * @throws InputError when `baseUrl` is not an address of a service
 * @example
 * const swap = createClient({ baseUrl: 'http://127.0.0.1:4000/swap' });
 * const { data, error } = await swap.GET('/pairs');
 */
export function createClient(options: SwapOptions): SwapClient {
  const present = presenter(securitySchemes, credentials, { AccessToken: options.token });
  return createServiceClient<paths>(options, { present, lists, open });
}
