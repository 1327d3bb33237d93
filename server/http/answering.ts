/** The pending answers over HTTP/1: one after the other on each connection, with a limit for slow readers. */
import { once } from 'node:events';
import { IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A client that sends more requests ahead than this is cut off: each takes room until those before it are answered. */
const MOST_AHEAD = 32;

/** Cut off at once, it would come again at once: it waits so long for that, in milliseconds, when few others do. */
const HOLD = 1_000;
const MOST_HELD = 64;

/** How often is looked for requests and answers that take too long, in milliseconds. */
export const CHECK_EVERY = 1_000;

/** The answers under way. */
export interface Answering {
  /** From now on, each answer is the last of its connection. */
  finish(): void;
  /** Resolves when all requests that came whole by a connection are answered. */
  before(socket: Socket): Promise<void>;
}

/** Longest times, in milliseconds. */
export interface AnsweringLimits {
  /** In which a client reads nothing of its answer. */
  readonly stallTimeout: number;
  /** In which it has read all of it. */
  readonly sendTimeout: number;
}

/** Answers of a connection, in the order of their requests; the first is being made or read. */
const ofOne = new WeakMap<Socket, Set<ServerResponse>>();

/**
 * A request after which parsing stops where too many of its connection wait: nothing else stops Node within a chunk
 * that it has read, which may hold hundreds of requests. It requests another protocol, as a CONNECT does.
 */
export class BoundedMessage extends IncomingMessage {
  /** Whether it is among the answers under way. */
  isTaken = false;

  get upgrade(): boolean {
    if (this.method === 'CONNECT') return true;
    return !this.isTaken && (ofOne.get(this.socket)?.size ?? 0) > MOST_AHEAD;
  }

  /** Whether it has the header of that name: no other protocol is spoken here. */
  set upgrade(_: unknown) {}
}

/**
 * Hands each request to a listener when those before it on its connection are answered: no answer is made for a client
 * that does not read the earlier ones. A client that does not read its answer is cut off.
 */
export function answersOf(
  server: Server<typeof BoundedMessage>,
  listener: RequestListener,
  { stallTimeout, sendTimeout }: AnsweringLimits,
): Answering {
  const underWay = new Set<ServerResponse>();
  /** Since when an answer is being sent. */
  const sending = new WeakMap<ServerResponse, number>();
  let finishing = false;
  const last = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('Connection', 'close');
  };
  const check = () => {
    const now = performance.now();
    for (const response of underWay) {
      const { socket } = response;
      if (!response.writableEnded || response.writableFinished || socket === null) continue;
      const since = sending.get(response);
      if (since === undefined) {
        sending.set(response, now);
        // Node ends a connection on which no byte moves, and takes this back with the end of the answer.
        socket.setTimeout(stallTimeout);
      } else if (now - since > sendTimeout) socket.destroy();
    }
  };
  const checking = setInterval(check, Math.min(CHECK_EVERY, stallTimeout));
  checking.unref();
  server.once('close', () => clearInterval(checking));
  const of = (socket: Socket): Set<ServerResponse> => {
    const known = ofOne.get(socket);
    if (known !== undefined) return known;
    const made = new Set<ServerResponse>();
    ofOne.set(socket, made);
    socket.once('close', () => {
      for (const response of made) underWay.delete(response);
    });
    return made;
  };
  const begin = (response: ServerResponse) => {
    if (finishing) last(response);
    listener(response.req, response);
  };
  server.on('request', (request, response) => {
    const { socket } = request;
    request.isTaken = true;
    const same = of(socket);
    same.add(response);
    underWay.add(response);
    response.once('close', () => {
      underWay.delete(response);
      same.delete(response);
      const [next] = same;
      if (next !== undefined && !socket.destroyed) begin(next);
    });
    if (same.size === 1) begin(response);
  });
  let held = 0;
  server.on('upgrade', (_request, duplex) => {
    const socket = duplex as Socket;
    // Node has taken off its own ears.
    socket.on('error', () => socket.destroy());
    const same = of(socket);
    for (const response of same) underWay.delete(response);
    same.clear();
    if (held >= MOST_HELD) return socket.destroy();
    held += 1;
    const ending = setTimeout(() => socket.destroy(), HOLD);
    socket.once('close', () => {
      held -= 1;
      clearTimeout(ending);
    });
  });
  return {
    finish() {
      finishing = true;
      for (const response of underWay) last(response);
    },
    async before(socket) {
      const earlier = [...of(socket)].filter(({ req }) => req.complete);
      await Promise.all(earlier.map((response) => once(response, 'close')));
    },
  };
}
