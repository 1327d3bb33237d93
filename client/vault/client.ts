/** The vault service: vaults, auctions and collateral types. */
import { credentials, lists, open, type paths, securitySchemes } from '@wallet-services/contract/vault/client';
import { type ClientOptions, createServiceClient, presenter, type ServiceClient, type Token } from '../http/index.ts';

/** A client of the vault service. */
export type VaultClient = ServiceClient<paths>;

/** The options of the client. */
export interface VaultOptions extends ClientOptions {
  /** Sent with the operations that take one: a token, or a source of tokens, such as `accessToken`. */
  readonly token?: Token | undefined;
}

/**
 * Makes a client of the vault service.
 *
 * @throws InputError when `baseUrl` is not an address of a service
 * @example
 * const vault = createClient({ baseUrl: 'http://127.0.0.1:4000/vault' });
 * const { data, error } = await vault.GET('/cats');
 */
export function createClient(options: VaultOptions): VaultClient {
  const present = presenter(securitySchemes, credentials, { AccessToken: options.token });
  return createServiceClient<paths>(options, { present, lists, open });
}
