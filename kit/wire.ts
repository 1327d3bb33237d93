/**
 * Converts between exchanges as data and Node.js: reads requests, forwards them upstream, and performs the failures
 * that replace a response.
 */
import http, { type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { encodingOf, type NoReply, type Request, type WholeReply } from './exchange.ts';

/**
 * Escapes characters that are not allowed in the path of a target, so that it can be forwarded, and changes nothing
 * else.
 */
function pathOf(target: string): string {
  return target.replace(/[^\x21-\x7e]/g, (character) => encodeURIComponent(character.toWellFormed()));
}

/**
 * @param url path and query, as received. The path is kept as it is: code that judged `/a/../b` must not see another
 * path routed
 */
export function requestOf(method: string, url: string, headers: IncomingHttpHeaders, body: Buffer): Request {
  const [target = ''] = url.split('#');
  const at = target.indexOf('?');
  const path = pathOf(at < 0 ? target : target.slice(0, at));
  const searchParams = new URLSearchParams(at < 0 ? '' : target.slice(at + 1));
  const kept = Object.entries(headers).filter(([name]) => !name.startsWith(':'));
  return {
    method,
    path,
    query: searchParams,
    headers: Object.fromEntries(kept.map(([name, value]) => [name, [value].flat().join(', ')])),
    body: body.toString(encodingOf(headers['content-type'])),
  };
}

/** Headers that are not forwarded, since they belong to one connection or are set again. */
const OWN = ['connection', 'host', 'content-length', 'transfer-encoding', 'keep-alive'];

/** An upstream server, and how requests are sent to it. */
export interface Behind {
  /** The prefix of the path. */
  readonly origin: string;
  readonly agent: http.Agent;
  /** The longest wait for a response, in milliseconds. */
  readonly limit: number;
  /** Headers that are forwarded in neither direction. */
  readonly without?: readonly string[];
  /** Forwards the requested host in place of that of the upstream server. Default: false. */
  readonly keepsHost?: boolean;
}

/** Sends a request to an upstream server. */
export function forward(behind: Behind, request: Request): Promise<WholeReply> {
  const { origin, agent, limit, without = [], keepsHost = false } = behind;
  const { method, path, query, headers, body } = request;
  const own = new Set([...OWN, ...without]);
  const search = query.size === 0 ? '' : `?${query}`;
  const bytes = Buffer.from(body, encodingOf(headers['content-type']));
  const passed = Object.entries(headers).filter(([name]) => !own.has(name));
  const { hostname, port, pathname } = new URL(origin);
  const before = pathname.replace(/\/$/, '');
  const host: Record<string, string> = keepsHost && headers.host !== undefined ? { host: headers.host } : {};
  return new Promise((resolve, reject) => {
    const outgoing = http.request({
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port,
      // Not as a URL: parsing would resolve its dots.
      path: `${before}${path}${search}`,
      method,
      agent,
      signal: AbortSignal.timeout(limit),
      headers: {
        ...host,
        ...Object.fromEntries(passed),
        ...(bytes.length === 0 ? {} : { 'content-length': bytes.length }),
      },
    });
    outgoing.on('error', (error) => {
      // The server has just closed a kept-alive connection: it has not seen the request.
      const isStale = outgoing.reusedSocket && 'code' in error && error.code === 'ECONNRESET';
      if (isStale) forward(behind, request).then(resolve, reject);
      else reject(error);
    });
    outgoing.on('response', (incoming) => {
      const { 'content-type': contentType, 'content-encoding': encoding } = incoming.headers;
      const kept = Object.entries(incoming.headers).flatMap(([name, value]) =>
        own.has(name) || name === 'content-type' || value === undefined ? [] : [[name, String(value)] as const],
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

function begin(response: ServerResponse, headers: Readonly<Record<string, string>> = {}): void {
  response.statusCode = 200;
  for (const [name, value] of Object.entries({ 'content-type': 'application/json', ...headers })) {
    response.setHeader(name, value);
  }
}

/** The time after which a client that reads nothing is disconnected, in milliseconds. */
const UNREAD = 10_000;

function sendEndlessly(response: ServerResponse): void {
  const chunk = Buffer.alloc(2 ** 14, ' ');
  let unread: NodeJS.Timeout | undefined;
  const write = () => {
    clearTimeout(unread);
    while (!response.destroyed && response.write(chunk)) {
      // Writes until the buffer is full, then as fast as the client reads.
    }
    unread = setTimeout(() => response.destroy(), UNREAD).unref();
  };
  response.on('drain', write);
  response.once('close', () => clearTimeout(unread));
  write();
}

/** Performs an action instead of replying. @returns a description of it */
export function sendNoReply({ kind }: NoReply, response: ServerResponse): string {
  switch (kind) {
    case 'close':
      begin(response, { 'content-length': '1000' });
      response.write('{"data": [', () => response.destroy());
      return 'closed in the middle of the body';
    case 'endless':
      begin(response);
      sendEndlessly(response);
      return 'sent an endless body';
    case 'garbage':
      response.socket?.end('this is no HTTP\r\n\r\n');
      return 'responded with something that is not HTTP';
    case 'drop':
      response.destroy();
      return 'closed without a response';
    case 'hang':
      return 'never responded';
  }
}

/** Shortest time between two pieces of a body that is sent slowly, in milliseconds. */
const PIECE = 50;

/** Sends a body in equal pieces, the last of them at the end of the time. @param end called when all of it is sent */
export function sendSlowly(bytes: Buffer, milliseconds: number, response: ServerResponse, end: () => void): void {
  if (bytes.length === 0 || response.req.method === 'HEAD') {
    end();
    return;
  }
  response.flushHeaders();
  const count = Math.min(bytes.length, Math.max(1, Math.floor(milliseconds / PIECE)));
  const until = (piece: number) => Math.floor((piece * bytes.length) / count);
  let sent = 0;
  const timer = setInterval(() => {
    response.write(bytes.subarray(until(sent), until(sent + 1)));
    sent += 1;
    if (sent < count) return;
    clearInterval(timer);
    end();
  }, milliseconds / count).unref();
  response.once('close', () => clearInterval(timer));
}

/** Sends a part of a body after a header with its full length. @returns a description of it */
export function sendCut(bytes: Buffer, response: ServerResponse): string {
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
  return 'closed in the middle of the body';
}
