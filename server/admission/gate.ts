/** Admits requests over HTTP/1 and HTTP/2: shares the process's time fairly, and limits bodies and answers. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { Logger } from 'pino';
import { limitAnswers } from './answers.ts';
import { limitBodies } from './bodies.ts';
import { type Ear, holdAnswers } from './hold-answers.ts';
import { type PressureLimits, watchPressure } from './pressure.ts';
import { type Comer, createTurns, Overloaded } from './turns.ts';

/** A request over HTTP/1 or HTTP/2. */
export type AnyRequest = IncomingMessage | Http2ServerRequest;
type AnyResponse = ServerResponse | Http2ServerResponse;

/** The known properties of an incoming request. */
export interface Entering {
  /** Receives the events of the answer. */
  readonly ear?: Ear | undefined;
  /** Whether the request calls `turn` later, for example after its credential was checked. Default: no. */
  readonly hasTurnLater?: boolean;
}

export interface Gate {
  /**
   * Resolves when a request may be answered. A request with a body only waits until the body may arrive; one with a
   * later turn does not wait.
   *
   * @throws Overloaded when the server has too much to do
   */
  enter(request: AnyRequest, response: AnyResponse, entering?: Entering): Promise<void>;
  /**
   * Resolves when it is the turn of an admitted request with a complete body.
   *
   * @throws Overloaded when the server is overloaded
   */
  turn(request: AnyRequest): Promise<void>;
  stop(): void;
}

/** Admits every request: for requests that the server sends to itself. */
export const openGate: Gate = { enter: async () => undefined, turn: async () => undefined, stop: () => undefined };

export function createGate(log: Logger, limits?: PressureLimits): Gate {
  const pressure = watchPressure(limits);
  const turns = createTurns();
  const bodies = limitBodies();
  const answers = limitAnswers();
  /** Functions that free the places of admitted bodies. */
  const places = new WeakMap<AnyRequest, () => void>();
  let refusing: string | undefined;
  /** Requests that have no complete answer yet. */
  let underWay = 0;

  const comerOf = (request: AnyRequest): Comer => {
    const requested = requestedBy(request);
    return {
      connection: connectionOf(request),
      address: request.socket?.remoteAddress ?? '',
      kind: kindOf(request),
      isGone: () => ('stream' in request ? request.stream.destroyed : request.socket.destroyed),
      canBegin: () => answers.hasRoom(requested),
    };
  };

  const refuseUnderPressure = () => {
    const reason = pressure.reason(underWay > 0);
    if (reason !== undefined && refusing === undefined) log.warn({ reason }, 'refusing requests with 503');
    else if (reason === undefined && refusing !== undefined) log.warn('accepting requests again');
    refusing = reason;
    if (reason !== undefined) throw new Overloaded();
  };

  return {
    async enter(request, response, { ear, hasTurnLater = false } = {}) {
      holdAnswers(answers, response, { to: requestedBy(request), ear });
      refuseUnderPressure();
      underWay += 1;
      response.once('close', () => {
        underWay -= 1;
      });
      const length = bodyLength(request);
      if (length === 0) return hasTurnLater ? undefined : turns.take(comerOf(request));
      const leave = await bodies.enter({
        connection: connectionOf(request),
        address: request.socket?.remoteAddress ?? '',
        length,
        moved: () => request.socket?.bytesRead ?? 0,
        hasArrived: () => request.complete,
        cut: () => request.destroy(),
        onGone: (left) => response.once('close', left),
      });
      places.set(request, leave);
    },
    async turn(request) {
      await turns.take(comerOf(request));
      places.get(request)?.();
    },
    stop: () => pressure.stop(),
  };
}

/** Length of the body in bytes; undefined when it is unknown. */
function bodyLength(request: AnyRequest): number | undefined {
  if (request.headers['content-length'] !== undefined) return Number(request.headers['content-length']);
  if ('stream' in request) return request.stream.endAfterHeaders ? 0 : undefined;
  return request.headers['transfer-encoding'] === undefined ? 0 : undefined;
}

function connectionOf(request: AnyRequest): object {
  return 'stream' in request ? (request.stream.session ?? request.stream) : request.socket;
}

/** Method and path without the parts that identify one resource: numbers, ids, addresses. */
function kindOf(request: AnyRequest): string {
  const [path = ''] = urlOf(request).split('?', 1);
  const parts = path.split('/', 8).map((part) => (part.length > 40 || /\d{2}/.test(part) ? '*' : part));
  return `${request.method} ${parts.join('/')}`;
}

/** The request line: requests with the same line are expected to have answers of the same size. */
function requestedBy(request: AnyRequest): string {
  return `${request.method} ${urlOf(request)}`;
}

/** The original URL: Express removes the prefix that selects a service. */
function urlOf(request: AnyRequest): string {
  return 'originalUrl' in request ? String(request.originalUrl) : (request.url ?? '/');
}
