/** Listens on a port, limits all times that a client controls, and stops without losing accepted requests. */

import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import {
  constants,
  createServer as createHttp2Server,
  type Http2Server,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Refusal } from '@wallet-services/runtime/refusal';
import type { Http2Handler } from '../rpc/grpc.ts';
import { StartError } from '../start-error.ts';
import { type Answering, answersOf, BoundedMessage, CHECK_EVERY } from './answering.ts';
import { rawRefusal, sendRefusal } from './errors.ts';

/** Where to listen. */
export interface Address {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** The command-line option for the port, for the error message when it is in use. */
  readonly option: string;
}

/** A listening server. */
export interface Listening {
  /** Such as `http://127.0.0.1:4000`. */
  readonly url: string;
  /**
   * Accepts no new connections, finishes the accepted requests, then stops.
   *
   * @param limit milliseconds, after which open connections are cut off
   */
  close(limit: number): Promise<void>;
}

/** Limits of a connection over HTTP/1, in milliseconds and bytes. */
export interface HttpLimits {
  readonly headersTimeout?: number;
  readonly requestTimeout?: number;
  readonly keepAliveTimeout?: number;
  readonly maxHeaderSize?: number;
  /** Longest time in which a client reads nothing of its answer; Node.js allows one more. */
  readonly stallTimeout?: number;
  /** Longest time for a client to read all of its answer. */
  readonly sendTimeout?: number;
  /** How long a kept-alive connection may still send a request after a shutdown began. */
  readonly lastRequest?: number;
}

const LIMITS = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 10_000,
  maxHeaderSize: 16_384,
  stallTimeout: 10_000,
  sendTimeout: 120_000,
  lastRequest: 100,
} as const;

/** Time without traffic after which an HTTP/2 stream is closed, and the same for a session without streams. */
const IDLE_STREAM = 60_000;
const IDLE_SESSION = 600_000;

/**
 * Largest number of open HTTP/2 streams: an unread one takes memory whatever its answer is. Above it, each connection
 * keeps a few, and further streams are rejected in a way that allows the client to repeat the call.
 */
const MOST_STREAMS = 1_024;
const STREAMS_OF_ONE = 8;

/**
 * Number of calls that a client may cancel at once, and per second, before it loses its connection: a cancelled call
 * costs as much as an answered one.
 */
const RESETS = { streamResetBurst: 200, streamResetRate: 50 } as const;

/** @throws StartError when it cannot listen on the address */
export async function listenHttp(
  listener: RequestListener,
  address: Address,
  limits: HttpLimits = {},
): Promise<Listening> {
  const all = { ...LIMITS, ...limits };
  // A request without a Host header must reach the application, which rejects it in the error form.
  const server = createServer({
    connectionsCheckingInterval: CHECK_EVERY,
    requireHostHeader: false,
    IncomingMessage: BoundedMessage,
    shouldUpgradeCallback: ({ upgrade }: BoundedMessage) => upgrade,
    ...all,
  });
  const answering = answersOf(server, (request, response) => listener(toOrigin(request), response), all);
  server.on('clientError', (error, socket) => refuseMalformed(error, socket as Socket, answering));
  server.on('checkExpectation', (_request, response) =>
    sendRefusal(response, new Refusal(417, 'the header Expect supports only 100-continue')),
  );
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await listening(server, address);
  return {
    url: urlOf(server, address),
    close: (limit) => closeHttp(server, sockets, answering, [all.lastRequest, limit]),
  };
}

/**
 * Accepts a target in absolute form (RFC 9112, section 3.2.2): its host replaces the Host header. Another one before shows
 * that something forwarded the request, which the guard of the sandbox must know.
 */
function toOrigin(request: IncomingMessage): IncomingMessage {
  const [, host, rest = ''] = /^https?:\/\/([^/?#]+)(.*)$/i.exec(request.url ?? '') ?? [];
  if (host === undefined) return request;
  const { host: before } = request.headers;
  if (before !== undefined) request.headers.host = host;
  if (before !== undefined && before.toLowerCase() !== host.toLowerCase()) request.headers['x-original-host'] = before;
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
  return request;
}

/** Listens for HTTP/2 without TLS. @throws StartError when it cannot listen on the address */
export async function listenHttp2(handler: Http2Handler, address: Address): Promise<Listening> {
  const sessions = new Set<ServerHttp2Session>();
  const mayBegin = countStreams();
  const mayCancel = countResets();
  const server = createHttp2Server({ ...RESETS, maxSessionMemory: 32, settings: { maxConcurrentStreams: 256 } });
  const begin: Http2Handler = (request, response) => {
    const { session } = request.stream;
    if (request.stream.closed && session !== undefined && !mayCancel(session)) session.destroy();
    // The call was cancelled before it was handled.
    if (request.stream.closed) return;
    if (!mayBegin(request.stream)) return request.stream.close(constants.NGHTTP2_REFUSED_STREAM);
    request.stream.setTimeout(IDLE_STREAM, () => request.stream.close());
    handler(request, response);
  };
  // A cancellation often follows its call in the same packet; such a call is not started.
  server.on('request', (request, response) => void setImmediate(begin, request, response));
  server.on('session', (session) => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
    session.setTimeout(IDLE_SESSION, () => session.close());
    // A client that violates the protocol only ends its own connection.
    session.on('error', () => session.destroy());
  });
  await listening(server, address);
  return { url: urlOf(server, address), close: (limit) => closeHttp2(server, sessions, limit) };
}

/** Counts cancelled calls and decides whether a connection may cancel one more: Node.js counts only some of them. */
function countResets(): (session: object) => boolean {
  const counted = new WeakMap<object, { readonly left: number; readonly at: number }>();
  const { streamResetBurst: burst, streamResetRate: rate } = RESETS;
  return (session) => {
    const now = performance.now();
    const { left, at } = counted.get(session) ?? { left: burst, at: now };
    const refilled = Math.min(burst, left + ((now - at) / 1000) * rate);
    counted.set(session, { left: refilled - 1, at: now });
    return refilled >= 1;
  };
}

/** Decides whether a further stream may be opened. */
function countStreams(): (stream: ServerHttp2Stream) => boolean {
  let open = 0;
  const ofOne = new WeakMap<object, number>();
  return (stream) => {
    const { session = stream } = stream;
    const same = ofOne.get(session) ?? 0;
    if (open >= MOST_STREAMS && same >= STREAMS_OF_ONE) return false;
    open += 1;
    ofOne.set(session, same + 1);
    stream.once('close', () => {
      open -= 1;
      ofOne.set(session, (ofOne.get(session) ?? 1) - 1);
    });
    return true;
  };
}

function listening(server: NetServer, { host, port, option }: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => reject(new StartError(listenFault(error, host, port, option)));
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      resolve();
    });
  });
}

function listenFault(error: NodeJS.ErrnoException, host: string, port: number, option: string): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `port ${port} of ${host} is taken: choose another with ${option}, or 0 for any free one`;
    case 'EACCES':
      return `port ${port} of ${host} needs more rights than this process has: choose one above 1023 with ${option}`;
    case 'ENOTFOUND':
    case 'EADDRNOTAVAIL':
    case 'EAI_AGAIN':
      return `${host} is not an address of this machine: choose another with --host, such as 127.0.0.1`;
    default:
      return `cannot listen at port ${port} of ${host}: ${error.message}`;
  }
}

function urlOf(server: Pick<NetServer, 'address'>, { host }: Address): string {
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Answers a request that Node.js could not parse, in the error form, after the requests before it. */
async function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket, answering: Answering): Promise<void> {
  if (error.code !== 'ECONNRESET' && socket.writable) await answering.before(socket);
  if (error.code === 'ECONNRESET' || error.code === 'HPE_CLOSED_CONNECTION' || !socket.writable) socket.destroySoon();
  else socket.end(rawRefusal(malformed(error.code)), () => socket.destroy());
}

function malformed(code: string | undefined): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') return new Refusal(431, 'the headers are too large');
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return new Refusal(413, 'the chunk extensions are too large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Refusal(408, 'the request took too long to arrive');
  return new Refusal(400, 'this is not HTTP/1.1');
}

/** The number of waits for the last requests of kept connections. */
const TURNS = 5;

async function closeHttp(
  server: Server,
  sockets: ReadonlySet<Socket>,
  answering: Answering,
  [lastRequest, limit]: readonly [lastRequest: number, limit: number],
): Promise<void> {
  answering.finish();
  // Accepts no new connections. HTTP's `close` would also cut off kept-alive ones, where a request may be arriving.
  const closed = new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
  // In several waits: a process that was held up reads what has arrived meanwhile before each of them ends.
  const pause = Math.min(lastRequest, limit / 2) / TURNS;
  for (let turn = 0; turn < TURNS; turn += 1) await Promise.race([closed, wait(pause)]);
  const closeIdle = () => {
    server.closeIdleConnections();
    // Node.js does not count a connection as idle that was opened in advance and never sent a byte.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  };
  closeIdle();
  // Connections become idle when their answers are finished.
  const idle = setInterval(closeIdle, 20);
  await within(limit, closed, () => server.closeAllConnections());
  clearInterval(idle);
  // Ends the background work of the HTTP server.
  server.close();
}

async function closeHttp2(
  server: Http2Server,
  sessions: ReadonlySet<ServerHttp2Session>,
  limit: number,
): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const session of sessions) session.close();
  await within(limit, closed, () => {
    for (const session of sessions) session.destroy();
  });
}

/** Waits for `done`; calls `cut` at the limit. */
async function within(limit: number, done: Promise<void>, cut: () => void): Promise<void> {
  const timer = setTimeout(cut, limit);
  await done;
  clearTimeout(timer);
}
