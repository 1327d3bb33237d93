/** RPC over Connect, with the options of the HTTP clients. */
import type { DescService } from '@bufbuild/protobuf';
import { type Client, createClient } from '@connectrpc/connect';
import { createConnectTransport } from '@connectrpc/connect-web';
import type { ClientOptions } from '../http/index.ts';
import { TIMEOUT } from '../values/limits.ts';
import { authorizing, type RpcCredential, repeating } from './interceptors.ts';

/** The options of every RPC client. `baseUrl` is the address before `/<package>.<Service>/<Method>`. */
export interface RpcOptions extends Pick<ClientOptions, 'baseUrl' | 'timeout' | 'attempts' | 'delay'> {
  /** Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** The differences between the services. */
export interface RpcParts<Service extends DescService> {
  readonly service: Service;
  readonly credentials: readonly RpcCredential<Service>[];
  /** The methods that have no effect, or no further effect when they are repeated. */
  readonly repeatable: readonly (keyof Service['method'])[];
}

/** Makes a client of an RPC service. A single call takes its own `signal`, `timeoutMs` and `headers`. */
export function createServiceRpcClient<Service extends DescService>(
  { baseUrl, timeout = TIMEOUT, fetch, ...retry }: RpcOptions,
  { service, credentials, repeatable }: RpcParts<Service>,
): Client<Service> {
  const transport = createConnectTransport({
    baseUrl,
    defaultTimeoutMs: timeout,
    interceptors: [repeating(repeatable, retry), authorizing(credentials)],
    ...(fetch === undefined ? {} : { fetch }),
  });
  return createClient(service, transport);
}
