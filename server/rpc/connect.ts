/** Connect, gRPC-Web and gRPC: one set of routes for all three. */

import {
  Code,
  ConnectError,
  type ConnectRouter,
  type ConnectRouterOptions,
  type ContextValues,
  createContextKey,
  createContextValues,
} from '@connectrpc/connect';
import { Refusal } from '@wallet-services/runtime/refusal';
import type { AnyRequest } from '../fairness/index.ts';
import type { RateLimiter } from '../values/index.ts';
import { connectCodes, rpcCode } from './codes.ts';
import type { RpcMethod, RpcService } from './service.ts';

export interface RpcOptions {
  readonly services: readonly RpcService[];
  /** Told of an error that is not the client's fault. */
  readonly onFault: (error: Error, method: string) => void;
  readonly limiter?: RateLimiter | undefined;
  /** Awaited when a request was read, before its method is called. */
  readonly turn?: ((request: AnyRequest) => Promise<void>) | undefined;
  /** Largest request message, in bytes. Default: 1 MiB. */
  readonly readMaxBytes?: number | undefined;
}

/** What Connect's adapters for Express and for Node have in common. */
export interface ConnectAdapterOptions extends ConnectRouterOptions {
  routes(router: ConnectRouter): void;
  contextValues(request: AnyRequest): ContextValues;
}

const MEBIBYTE = 1_048_576;

/** A caller may not ask to be waited for longer than this, in milliseconds. */
const LONGEST_TIMEOUT = 600_000;

const requestKey = createContextKey<AnyRequest | undefined>(undefined, { description: 'the request of the call' });

/** The options of an adapter, `expressConnectMiddleware` or `connectNodeAdapter`. A new object each time. */
export function connectOptions({ services, onFault, limiter, turn, readMaxBytes }: RpcOptions): ConnectAdapterOptions {
  return {
    readMaxBytes: readMaxBytes ?? MEBIBYTE,
    maxTimeoutMs: LONGEST_TIMEOUT,
    contextValues: (request) => createContextValues().set(requestKey, request),
    async requestGate(context) {
      blameForGarbage(context.signal);
      const wait = await limiter?.take(context.values.get(requestKey)?.socket.remoteAddress ?? '');
      if (wait === undefined) return;
      context.responseHeader.set('Retry-After', String(wait));
      throw new ConnectError(`too many requests: try again in ${wait} seconds`, Code.ResourceExhausted);
    },
    routes(router) {
      for (const { methods } of services) for (const method of methods) addRoute(router, method, { onFault, turn });
    },
  };
}

/**
 * Connect calls it an internal error when a binary message cannot be parsed; the fault is the client's. The error
 * passes through the signal of the call before it is written.
 */
function blameForGarbage(signal: AbortSignal): void {
  signal.addEventListener('abort', () => {
    const { reason } = signal;
    const unreadable = reason instanceof ConnectError && reason.rawMessage.startsWith('parse binary:');
    if (unreadable) Object.assign(reason, { code: Code.InvalidArgument });
  });
}

function addRoute(
  router: ConnectRouter,
  { descriptor, call }: RpcMethod,
  { onFault, turn }: Pick<RpcOptions, 'onFault' | 'turn'>,
): void {
  router.rpc(descriptor, async (request, { requestHeader, signal, values }) => {
    try {
      const carrier = values.get(requestKey);
      if (carrier !== undefined) await turn?.(carrier);
      return await call(request, { headers: requestHeader, signal });
    } catch (error) {
      throw connectError(error, (fault) => onFault(fault, descriptor.name));
    }
  });
}

function connectError(error: unknown, onFault: (error: Error) => void): ConnectError {
  if (error instanceof ConnectError) return error;
  if (error instanceof Refusal) {
    if (error.status >= 500) onFault(error);
    return new ConnectError(refusalText(error), connectCodes[rpcCode(error.status)], error.headers);
  }
  onFault(error instanceof Error ? error : new Error(String(error)));
  return new ConnectError('internal error', Code.Internal);
}

/** The sentence of a refusal where there is one member for it. */
export function refusalText({ message, hint }: Refusal): string {
  return hint === undefined ? message : `${message} (${hint})`;
}
