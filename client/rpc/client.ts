/** RPC over Connect, with the options of the HTTP clients. */
import type { DescService } from '@bufbuild/protobuf';
import { type Client, createClient } from '@connectrpc/connect';
import { createConnectTransport } from '@connectrpc/connect-web';
import { type ClientOptions, TIMEOUT } from '../http/index.ts';
import { authorizing, type RpcCredential, repeating } from './interceptors.ts';

/** What every RPC client can be told. `baseUrl` is the address in front of `/<package>.<Service>/<Method>`. */
export interface RpcOptions extends Pick<ClientOptions, 'baseUrl' | 'timeout' | 'attempts' | 'delay'> {
  /** Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** What differs from service to service. */
export interface RpcParts<Service extends DescService> {
  readonly service: Service;
  readonly credentials: readonly RpcCredential<Service>[];
  /** The methods that change nothing, or nothing more when they are repeated. */
  readonly repeatable: readonly (keyof Service['method'])[];
}

/** Makes a client of an RPC service. A single call takes `signal`, `timeoutMs` and `headers` of its own. */
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
