/** Serves Connect, gRPC-Web and gRPC with one set of routes. */

import type { DescMessage, Message } from '@bufbuild/protobuf';
import {
  Code,
  ConnectError,
  type ConnectRouter,
  type ConnectRouterOptions,
  type ContextValues,
  createContextKey,
  createContextValues,
} from '@connectrpc/connect';
import { compressionBrotli, compressionGzip } from '@connectrpc/connect-node';
import { Refusal } from '@wallet-services/runtime/refusal';
import type { AnyRequest } from '../admission/index.ts';
import type { RateLimiter } from '../values/index.ts';
import { isMadeOfTooMuch } from './amount.ts';
import { connectCodes, rpcCode } from './codes.ts';
import type { RpcMethod, RpcService } from './service.ts';

export interface RpcOptions {
  readonly services: readonly RpcService[];
  /** Called for errors that the client did not cause. */
  readonly onFault: (error: Error, method: string) => void;
  readonly limiter?: RateLimiter | undefined;
  /** Awaited after a request was read, before its method is called. */
  readonly turn?: ((request: AnyRequest) => Promise<void>) | undefined;
  /** Largest request message, in bytes. Default: 1 MiB. */
  readonly readMaxBytes?: number | undefined;
}

/** The common options of Connect's adapters for Express and for Node.js. */
export interface ConnectAdapterOptions extends ConnectRouterOptions {
  routes(router: ConnectRouter): void;
  contextValues(request: AnyRequest): ContextValues;
}

const MEBIBYTE = 1_048_576;

/** The error of a message with more fields than allowed. */
export const TOO_MUCH = 'the message has too many fields';

/** Longest timeout that a client may set, in milliseconds. */
const LONGEST_TIMEOUT = 600_000;

/** The function that answers an admitted call. */
const answerKey = createContextKey<((request: Message) => Promise<Message>) | undefined>(undefined, {
  description: 'what answers the call',
});

const requestKey = createContextKey<AnyRequest | undefined>(undefined, { description: 'the request of the call' });

/** Creates the options of `expressConnectMiddleware` or `connectNodeAdapter`. */
export function connectOptions({ services, onFault, limiter, turn, readMaxBytes }: RpcOptions): ConnectAdapterOptions {
  return {
    acceptCompression,
    readMaxBytes: readMaxBytes ?? MEBIBYTE,
    maxTimeoutMs: LONGEST_TIMEOUT,
    contextValues: (request) => createContextValues().set(requestKey, request),
    async requestGate(context) {
      blameForGarbage(context.signal);
      const { values, method, requestHeader: headers, signal } = context;
      const carrier = values.get(requestKey);
      const wait = await limiter?.take(carrier?.socket.remoteAddress ?? '');
      if (wait !== undefined) {
        context.responseHeader.set('Retry-After', String(wait));
        throw new ConnectError(`too many requests: try again in ${wait} seconds`, Code.ResourceExhausted);
      }
      const admitting = services.flatMap((service) => service.methods).find(({ descriptor }) => descriptor === method);
      if (admitting === undefined) return;
      const blame = (error: unknown) => connectError(error, (fault) => onFault(fault, method.name));
      try {
        values.set(answerKey, await admitting.admit({ headers, signal }));
      } catch (error) {
        throw blame(error);
      }
      if (carrier !== undefined && turn !== undefined) endAtTurn(carrier, method.input, () => turn(carrier), blame);
    },
    routes(router) {
      for (const { methods } of services) for (const method of methods) addRoute(router, method, onFault);
    },
  };
}

/** Delays the end of a body until the request's turn, so that the message is not parsed before. */
function endAtTurn(
  request: AnyRequest,
  message: DescMessage,
  turn: () => Promise<void>,
  blame: (error: unknown) => ConnectError,
): void {
  const all: () => AsyncIterator<Uint8Array> = request[Symbol.asyncIterator].bind(request);
  const type = request.headers['content-type'] ?? '';
  // In gRPC, the message follows an envelope.
  const head = type.startsWith('application/grpc') ? 5 : 0;
  Object.assign(request, {
    async *[Symbol.asyncIterator]() {
      const parts: Uint8Array[] = [];
      for await (const part of { [Symbol.asyncIterator]: all }) {
        parts.push(part);
        yield part;
      }
      await turn().catch((error: unknown) => {
        throw blame(error);
      });
      if (isMadeOfTooMuch(message, Buffer.concat(parts).subarray(head), type.includes('json'))) {
        throw new ConnectError(TOO_MUCH, Code.ResourceExhausted);
      }
    },
  });
}

/** Largest size of a decompressed message, in bytes, because the fields of compressed messages are not counted. */
const MOST_UNPACKED = 262_144;

const acceptCompression = [compressionGzip, compressionBrotli].map((compression) => ({
  ...compression,
  decompress: (bytes: Uint8Array, most: number) => compression.decompress(bytes, Math.min(most, MOST_UNPACKED)),
}));

/**
 * Connect reports a binary message that cannot be parsed as an internal error, although it is the client's. This
 * replaces the error, which passes through the signal of the call before it is written.
 */
function blameForGarbage(signal: AbortSignal): void {
  signal.addEventListener('abort', () => {
    const { reason } = signal;
    const unreadable = reason instanceof ConnectError && reason.rawMessage.startsWith('parse binary:');
    if (unreadable) Object.assign(reason, { code: Code.InvalidArgument });
  });
}

function addRoute(router: ConnectRouter, { descriptor }: RpcMethod, onFault: RpcOptions['onFault']): void {
  router.rpc(descriptor, async (request, { values }) => {
    try {
      const answer = values.get(answerKey);
      if (answer === undefined) throw new TypeError('a call passed its gate without an answer');
      return await answer(request);
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

/** Message and hint of an error in one text, for protocols with a single member. */
export function refusalText({ message, hint }: Refusal): string {
  return hint === undefined ? message : `${message} (${hint})`;
}
