/** Transport of the faults of a world: reads requests, calls the service, sends replies. */
import type { Agent, IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { BODILESS, type Reply, type Request, type WholeReply } from '@wallet-services/kit/exchange';
import * as wire from '@wallet-services/kit/wire';

/** Longest wait for the service, in milliseconds. The service's own limit is at most a minute. */
const LIMIT = 90_000;

/** Largest body, in bytes: more than the services accept. */
const LARGEST = 2 ** 21;

/** Headers that are not copied, because each response gets its own. */
const ANEW = ['date', 'x-request-id'];

/** @returns undefined when the body is too large */
export async function readBytes(incoming: AsyncIterable<Uint8Array>): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of incoming) {
    size += part.length;
    if (size > LARGEST) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** @param url path and query, without the address of the world. @returns undefined when the body is too large */
export async function readRequest(
  incoming: IncomingMessage | Http2ServerRequest,
  url: string,
): Promise<Request | undefined> {
  const bytes = await readBytes(incoming);
  return bytes && wire.requestOf(incoming.method ?? 'GET', url, incoming.headers, bytes);
}

/** Calls the service. @param origin URL prefix, before the path */
export function forward(origin: string, agent: Agent, request: Request): Promise<Reply> {
  return wire.forward({ origin, agent, limit: LIMIT, without: ANEW, keepsHost: true }, request);
}

/** Treats a response of HTTP/2 as one of HTTP/1: its methods have the same names. */
export function asHttp1(response: ServerResponse | Http2ServerResponse): ServerResponse {
  return response as ServerResponse;
}

/** Sets the status and the headers; drops a body that HTTP forbids for the status. @returns the body to send */
function headOf(response: ServerResponse, { status, contentType, headers, body, binary = false }: WholeReply): Buffer {
  const bytes = Buffer.from(BODILESS.has(status) ? '' : body, binary ? 'latin1' : 'utf8');
  const type: Record<string, string> =
    contentType === null || bytes.length === 0 ? {} : { 'content-type': contentType };
  const length: Record<string, string> =
    status === 204 || status === 304 ? {} : { 'content-length': String(bytes.length) };
  response.statusCode = status;
  for (const [name, value] of Object.entries({ ...type, ...headers, ...length })) response.setHeader(name, value);
  return bytes;
}

/** Sends a reply. @returns how the connection was broken; undefined for a complete reply */
export function sendReply(reply: Reply, to: ServerResponse | Http2ServerResponse): string | undefined {
  const response = asHttp1(to);
  if (reply.kind === 'cut') return wire.sendCut(headOf(response, reply.of), response);
  if (reply.kind !== 'reply') return wire.sendNoReply(reply, response);
  const bytes = headOf(response, reply);
  if (reply.dribble === undefined) response.end(bytes);
  else wire.sendSlowly(bytes, reply.dribble, response, () => response.end());
  return undefined;
}
