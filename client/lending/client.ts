/** The lending service: markets, transactions and pay requests. */
import { credentials, lists, open, type paths, securitySchemes } from '@wallet-services/contract/lending/client';
import { type ClientOptions, createServiceClient, presenter, type ServiceClient, type Token } from '../http/index.ts';

/** A client of the lending service. */
export type LendingClient = ServiceClient<paths>;

/** The options of the client. */
export interface LendingOptions extends ClientOptions {
  /** Sent with the operations that take one: a token, or a source of tokens, such as `accessToken`. */
  readonly token?: Token | undefined;
}

/**
 * Makes a client of the lending service.
 *
 * @throws InputError when `baseUrl` is not an address of a service
 * @example
 * const lending = createClient({ baseUrl: 'http://127.0.0.1:4000/lending' });
 * const { data, error } = await lending.GET('/api/v1/markets/all');
 */
export function createClient(options: LendingOptions): LendingClient {
  const present = presenter(securitySchemes, credentials, { AccessToken: options.token });
  return createServiceClient<paths>(options, { present, lists, open });
}
