/**
 * RPC methods over gRPC (HTTP/2) and gRPC-Web (HTTP/1.1). Answers have their JSON form, so that the rules need not know
 * the protocol.
 */
import { create, fromJson, type JsonValue, toJson } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { createGrpcTransport, createGrpcWebTransport, Http2SessionManager } from '@connectrpc/connect-node';
import { type RpcModel, rpcMethod } from '../../model/document/rpc.ts';
import type { Answer, Failure } from '../../model/exchange.ts';
import { closed, failure, type HttpLimits } from './http.ts';

/** The HTTP statuses for the codes that matter to the rules: a missing method, a rejection for lack of credentials. */
const statuses: Readonly<Partial<Record<Code, number>>> = {
  [Code.Unimplemented]: 501,
  [Code.Unauthenticated]: 401,
  [Code.PermissionDenied]: 403,
  [Code.ResourceExhausted]: 429,
  [Code.NotFound]: 404,
  [Code.Internal]: 500,
  [Code.Unknown]: 500,
};

export interface GrpcClient {
  /** @throws only when the signal is aborted. */
  send(
    method: string,
    message: unknown,
    headers: Readonly<Record<string, string>>,
    signal?: AbortSignal,
  ): Promise<Answer | Failure>;
  close(): void;
}

function answer(status: number, value: unknown, retryAfter: string | null = null): Answer {
  const text = JSON.stringify(value);
  return {
    kind: 'answer',
    status,
    contentType: null,
    retryAfter,
    body: { text, bytes: Buffer.byteLength(text), json: { ok: true, value } },
  };
}

/** Whether an error comes from Node.js, about an established connection. */
function isOfConnection(code: Code, cause: unknown): boolean {
  return code !== Code.Unavailable && cause instanceof Error && 'code' in cause && typeof cause.code === 'string';
}

function outcomeOf(error: unknown, limits: HttpLimits): Answer | Failure {
  const { code, rawMessage, metadata, cause } = ConnectError.from(error);
  if (code === Code.DeadlineExceeded) return failure('timeout', `no response within ${limits.timeoutMs / 1000} s`);
  const reported = { code: Code[code], message: rawMessage };
  if (code === Code.ResourceExhausted && rawMessage.includes('readMaxBytes'))
    return failure('too-large', `a response of more than ${limits.maxBytes / 2 ** 20} MiB`);
  // A rate limiter in front of a server answers in HTTP, whatever the protocol.
  if (/\bHTTP 429\b/.test(rawMessage)) return answer(429, reported, metadata.get('retry-after'));
  // Here a gRPC code describes the connection: no server sent it.
  if (isOfConnection(code, cause)) return closed(rawMessage);
  if (code === Code.Unavailable) return failure('unreachable', `no connection (${rawMessage})`);
  return answer(statuses[code] ?? 400, reported, metadata.get('retry-after'));
}

/** Opens a client for the methods of a service; it connects when it is first used. */
export function openGrpc(protocol: 'grpc' | 'grpc-web', url: string, model: RpcModel, limits: HttpLimits): GrpcClient {
  const sessionManager = protocol === 'grpc' ? new Http2SessionManager(url) : null;
  const transport =
    sessionManager === null
      ? createGrpcWebTransport({
          baseUrl: url,
          httpVersion: '1.1',
          readMaxBytes: limits.maxBytes,
          // A kept connection may be closed during a request.
          nodeOptions: { agent: false },
        })
      : createGrpcTransport({ baseUrl: url, sessionManager, readMaxBytes: limits.maxBytes });
  return {
    async send(name, message, headers, signal) {
      const method = rpcMethod(model, name);
      try {
        const input = fromJson(method.input, message as JsonValue);
        const response = await transport.unary(method, signal, limits.timeoutMs, headers, create(method.input, input));
        return answer(200, toJson(method.output, response.message));
      } catch (error) {
        if (signal?.aborted === true) throw error;
        return outcomeOf(error, limits);
      }
    },
    close: () => sessionManager?.abort(),
  };
}
