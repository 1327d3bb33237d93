/** Between faults and the wire: reads requests, sends replies, asks the service behind. */
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { buffer } from 'node:stream/consumers';
import { encodingOf, type FaultyRequest, type Reply, type WholeReply } from './exchange.ts';

/** Longest wait for the service behind, in milliseconds: it may wait for a minute itself. */
const LIMIT = 90_000;

/** Largest body, in bytes: the services take less. */
const LARGEST = 2 ** 21;

/** Headers that belong to one connection, or that are set anew. */
const OWN = new Set(['connection', 'content-length', 'transfer-encoding', 'keep-alive', 'date', 'x-request-id']);

/** @returns undefined when it is too large */
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
): Promise<FaultyRequest | undefined> {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const bytes = await readBytes(incoming);
  if (bytes === undefined) return undefined;
  const headers = Object.entries(incoming.headers)
    .filter(([name]) => !name.startsWith(':'))
    .map(([name, value]) => [name, [value].flat().join(', ')] as const);
  return {
    method: incoming.method ?? 'GET',
    path: pathname,
    query: searchParams,
    headers: Object.fromEntries(headers),
    body: bytes.toString(encodingOf(incoming.headers['content-type'])),
  };
}

/** Asks the service behind. @param origin what comes before the path */
export function forward(origin: string, agent: http.Agent, request: FaultyRequest): Promise<Reply> {
  const { method, path, query, headers, body } = request;
  const search = query.size === 0 ? '' : `?${query}`;
  const bytes = Buffer.from(body, encodingOf(headers['content-type']));
  const passed = Object.entries(headers).filter(([name]) => !OWN.has(name) && name !== 'host');
  return new Promise((resolve, reject) => {
    const outgoing = http.request(`${origin}${path}${search}`, {
      method,
      agent,
      signal: AbortSignal.timeout(LIMIT),
      headers: { ...Object.fromEntries(passed), ...(bytes.length === 0 ? {} : { 'content-length': bytes.length }) },
    });
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      const { 'content-type': contentType, 'content-encoding': encoding } = incoming.headers;
      const kept = Object.entries(incoming.headers).flatMap(([name, value]) =>
        OWN.has(name) || name === 'content-type' || value === undefined ? [] : [[name, String(value)] as const],
      );
      const binary = encoding !== undefined || encodingOf(contentType) === 'latin1';
      buffer(incoming).then(
        (read) =>
          resolve({
            kind: 'reply',
            status: incoming.statusCode ?? 502,
            contentType: contentType ?? null,
            body: read.toString(binary ? 'latin1' : 'utf8'),
            binary,
            headers: Object.fromEntries(kept),
          }),
        reject,
      );
    });
    outgoing.end(bytes);
  });
}

/** Those of HTTP/2 are used in the same way. */
function asHttp1(response: ServerResponse | Http2ServerResponse): ServerResponse {
  return response as ServerResponse;
}

function sendEndlessly(response: ServerResponse): void {
  const chunk = Buffer.alloc(2 ** 14, ' ');
  const write = () => {
    while (!response.destroyed && response.write(chunk)) {
      // Until the buffer is full; then as fast as the client reads.
    }
  };
  response.on('drain', write);
  write();
}

function head(response: ServerResponse, status: number, headers: Readonly<Record<string, string>>): void {
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

/** Of a body that HTTP does not let a status have, nothing is told or sent. @returns the body */
function headOf(response: ServerResponse, { status, contentType, headers, body, binary = false }: WholeReply): Buffer {
  const bytes = Buffer.from([204, 205, 304].includes(status) ? '' : body, binary ? 'latin1' : 'utf8');
  const type: Record<string, string> =
    contentType === null || bytes.length === 0 ? {} : { 'content-type': contentType };
  const length: Record<string, string> =
    status === 204 || status === 304 ? {} : { 'content-length': String(bytes.length) };
  head(response, status, { ...type, ...headers, ...length });
  return bytes;
}

/** Sends a reply. @returns what the connection did instead; undefined for a whole reply */
export function sendReply(reply: Reply, to: ServerResponse | Http2ServerResponse): string | undefined {
  const response = asHttp1(to);
  switch (reply.kind) {
    case 'reply': {
      response.end(headOf(response, reply));
      return undefined;
    }
    case 'cut': {
      const bytes = headOf(response, reply.of);
      response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
      return 'closed in the middle of the body';
    }
    case 'close':
      head(response, 200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"data": [', () => response.destroy());
      return 'closed in the middle of the body';
    case 'endless':
      head(response, 200, { 'content-type': 'application/json' });
      sendEndlessly(response);
      return 'a body without end';
    case 'garbage':
      response.socket?.end('this is no HTTP\r\n\r\n');
      return 'answered with what is no HTTP';
    case 'drop':
      response.destroy();
      return 'closed without an answer';
    case 'hang':
      return 'never answered';
  }
}
