/**
 * Rejects requests at RPC routes that no protocol understands, before Connect handles them: Connect would reject them
 * without a message.
 */

import type { IncomingHttpHeaders } from 'node:http';
import { Code } from '@connectrpc/connect';
import { Refusal } from '@wallet-services/runtime/refusal';
import type { RpcService } from './service.ts';

const PROTOCOL = /^application\/(?:(?:json|proto)|grpc(?:-web)?(?:\+(?:proto|json))?)\s*(?:;|$)/i;
const GRPC = /^application\/grpc/i;

/** The parts of a request that RPC protocols share. */
interface RpcRequest {
  readonly method?: string | undefined;
  /** Path, relative to the base of RPC. */
  readonly path: string;
  readonly contentType: string | undefined;
  /** The requested host and port. */
  readonly authority: string | undefined;
}

/** The error of a request before its message is read. */
export type RpcRouteFault =
  | { readonly kind: 'unknown-method'; readonly message: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Whether a text is a host with an optional port: Connect and others build URLs from it. */
export function isHost(text: string | undefined): boolean {
  return URL.canParse(`http://${text ?? ''}/`) && !/[@/?#\\]/.test(text ?? '');
}

/**
 * Checks the route, method and content type of a request.
 *
 * @returns undefined when a protocol accepts it, or when its path belongs to no RPC service
 */
export function rpcRouteFault(services: readonly RpcService[], request: RpcRequest): RpcRouteFault | undefined {
  const [, typeName, methodName] = /^\/([^/]+)\/([^/]*)$/.exec(request.path) ?? [];
  const service = services.find(({ descriptor }) => descriptor.typeName === typeName);
  if (service === undefined) return undefined;
  if (!service.methods.some(({ descriptor }) => descriptor.name === methodName)) {
    const known = service.methods.map(({ descriptor }) => descriptor.name).join(', ');
    return { kind: 'unknown-method', message: `${typeName} has no method ${methodName}: it has ${known}` };
  }
  if (!isHost(request.authority)) {
    return { kind: 'refused', refusal: new Refusal(400, 'the header Host is missing or malformed') };
  }
  if (request.method !== 'POST') {
    const refusal = new Refusal(405, `${request.path} does not support ${request.method}`, {
      hint: 'call RPC methods with POST',
      headers: { Allow: 'POST' },
    });
    return { kind: 'refused', refusal };
  }
  if (!PROTOCOL.test(request.contentType ?? '')) {
    const refusal = new Refusal(415, `the content type ${request.contentType ?? '(none)'} is not an RPC content type`, {
      hint: 'send application/json, application/proto, application/grpc-web+proto or application/grpc+proto',
      headers: {
        'Accept-Post': 'application/json, application/proto, application/grpc-web+proto, application/grpc+proto',
      },
    });
    return { kind: 'refused', refusal };
  }
  return undefined;
}

/** The used parts of a response, over HTTP/1 and HTTP/2. */
interface NodeResponse {
  statusCode: number;
  setHeader(name: string, value: string): unknown;
  end(text: string): unknown;
}

/** Reports a missing method in the protocol of the request. */
export function sendUnimplemented(
  request: { readonly headers: IncomingHttpHeaders },
  response: NodeResponse,
  message: string,
): void {
  const contentType = request.headers['content-type'] ?? '';
  if (!GRPC.test(contentType)) {
    response.statusCode = 501;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ code: 'unimplemented', message }));
    return;
  }
  // In an answer without messages, the trailers are sent as headers.
  response.statusCode = 200;
  response.setHeader('content-type', contentType);
  response.setHeader('grpc-status', String(Code.Unimplemented));
  response.setHeader('grpc-message', encodeURIComponent(message));
  response.end('');
}
