/** Schedules answers over HTTP/1: one after the other on each connection, with limits for slow readers. */
import { once } from 'node:events';
import { IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Largest number of pipelined requests; a client that sends more is cut off, because each pending one takes memory. */
const MOST_AHEAD = 32;

/** Delay before a client is cut off, in milliseconds, since it would reconnect at once; and most delayed clients. */
const HOLD = 1_000;
const MOST_HELD = 64;

/** Interval between checks for requests and answers that take too long, in milliseconds. */
export const CHECK_EVERY = 1_000;

/** The pending answers. */
export interface Answering {
  /** Makes each further answer the last one of its connection. */
  finish(): void;
  /** Resolves when all complete requests of a connection are answered. */
  before(socket: Socket): Promise<void>;
}

/** Time limits for the reading of an answer, in milliseconds. */
export interface AnsweringLimits {
  /** Longest time in which a client reads nothing. */
  readonly stallTimeout: number;
  /** Longest time for a client to read all of it. */
  readonly sendTimeout: number;
}

/** Pending answers of a connection, in the order of their requests; the first is being produced or read. */
const ofOne = new WeakMap<Socket, Set<ServerResponse>>();

/**
 * A request that stops the parser when too many requests of its connection are pending. A chunk may hold hundreds of
 * requests, and Node.js only stops within a chunk at a request to upgrade the protocol, so this one claims to be such.
 */
export class BoundedMessage extends IncomingMessage {
  /** Whether it was counted among the pending answers. */
  isTaken = false;

  get upgrade(): boolean {
    if (this.method === 'CONNECT') return true;
    return !this.isTaken && (ofOne.get(this.socket)?.size ?? 0) > MOST_AHEAD;
  }

  /** Ignores the header `Upgrade`: the server supports no other protocol. */
  set upgrade(_: unknown) {}
}

/**
 * Passes a request to the listener when the earlier requests of its connection are answered, so that no answer is
 * produced for a client that does not read. A client that does not read its answer is cut off.
 */
export function answersOf(
  server: Server<typeof BoundedMessage>,
  listener: RequestListener,
  { stallTimeout, sendTimeout }: AnsweringLimits,
): Answering {
  const underWay = new Set<ServerResponse>();
  /** When the sending of an answer was first noticed. */
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
        // Node.js closes a connection without traffic after this time, and resets the timeout at the end of the answer.
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
    // Node.js has removed its own error listener.
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
