/** The assistant service: indexed texts, and conversations with a bot. */
import { credentials, lists, open, type paths, securitySchemes } from '@wallet-services/contract/assistant/client';
import { type ClientOptions, createServiceClient, presenter, type ServiceClient } from '../http/index.ts';

/** A client of the assistant service. */
export type AssistantClient = ServiceClient<paths>;

/** The options of the client. */
export interface AssistantOptions extends ClientOptions {
  /** The application's id, a UUID. */
  readonly appId: string;
  /** Its secret, sent only with the operations that need it: creating, deleting and resetting indexes. */
  readonly appSecret?: string | undefined;
}

/**
 * Makes a client of the assistant service.
 *
 * @throws InputError when `baseUrl` is not an address of a service
 * @example
 * const assistant = createClient({ baseUrl: 'http://127.0.0.1:4000/assistant', appId });
 * const { data, error } = await assistant.GET('/indexes/search', { params: { query: { keywords: 'harvest' } } });
 */
export function createClient(options: AssistantOptions): AssistantClient {
  const present = presenter(securitySchemes, credentials, { AppId: options.appId, AppSecret: options.appSecret });
  return createServiceClient<paths>(options, { present, lists, open });
}
