/**
 * Refuses, before Connect sees them, requests at RPC routes that no protocol understands: Connect would answer
 * them without a word.
 */

import type { IncomingHttpHeaders } from 'node:http';
import { Code } from '@connectrpc/connect';
import { Refusal } from '@wallet-services/runtime/refusal';
import type { RpcService } from './service.ts';

const PROTOCOL = /^application\/(?:(?:json|proto)|grpc(?:-web)?(?:\+(?:proto|json))?)\s*(?:;|$)/i;
const GRPC = /^application\/grpc/i;

/** The target of the request, as far as the protocols of RPC show it. */
interface RpcRequest {
  readonly method?: string | undefined;
  /** Path, relative to where RPC is served. */
  readonly path: string;
  readonly contentType: string | undefined;
  /** Host and port in the request. */
  readonly authority: string | undefined;
}

/** The error of a request before its message is read. */
export type RpcRouteFault =
  | { readonly kind: 'unknown-method'; readonly message: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Whether it is a host with an optional port that fits into a URL, which Connect and others build from it. */
export function isHost(text: string | undefined): boolean {
  return URL.canParse(`http://${text ?? ''}/`) && !/[@/?#\\]/.test(text ?? '');
}

/**
 * Judges the route, method and content type of a request.
 *
 * @returns undefined when a protocol can take it, or when it does not go to a service of RPC at all
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

/** What an answer needs, over HTTP/1 and HTTP/2 alike. */
interface NodeResponse {
  statusCode: number;
  setHeader(name: string, value: string): unknown;
  end(text: string): unknown;
}

/** Reports that there is no such method, in the protocol of the request. */
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
  // An answer without messages carries its trailers as headers.
  response.statusCode = 200;
  response.setHeader('content-type', contentType);
  response.setHeader('grpc-status', String(Code.Unimplemented));
  response.setHeader('grpc-message', encodeURIComponent(message));
  response.end('');
}
