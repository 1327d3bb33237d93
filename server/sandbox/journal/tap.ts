/** Records an exchange as it passes, without changing it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { Ear } from '../../admission/index.ts';
import type { Clock } from '../../values/index.ts';
import type { Journal } from './journal.ts';
import type { PassedBody } from './layout.ts';
import { Parts } from './parts.ts';

/** A readable stream, here a request, to which the connection pushes the chunks of the body. */
interface Pushed {
  push(chunk: unknown, encoding?: BufferEncoding): boolean;
}

function listen(request: Pushed, parts: Parts): void {
  const { push } = request;
  request.push = (chunk, encoding) => {
    parts.add(chunk);
    return push.call(request, chunk, encoding);
  };
}

/** Reports the chunks of an HTTP/2 response to `ear`: for HTTP/1 the holder of the answer does this. */
function overhear(response: Http2ServerResponse, ear: Ear): void {
  const { write, end } = response;
  Object.assign(response, {
    write(...given: unknown[]) {
      ear.part(given[0]);
      return Reflect.apply(write, response, given);
    },
    end(...given: unknown[]) {
      ear.part(given[0]);
      return Reflect.apply(end, response, given);
    },
  });
}

/** Records the trailers of an HTTP/2 response, which contain the status of gRPC. */
function trailersOf(response: Http2ServerResponse): Record<string, string> {
  const heard: Record<string, string> = {};
  const { addTrailers } = response;
  response.addTrailers = (trailers) => {
    for (const [name, value] of Object.entries(trailers)) heard[name.toLowerCase()] = String(value);
    addTrailers.call(response, trailers);
  };
  return heard;
}

/** For HTTP/1, reads the header text that Node.js has sent: building an object for each answer would cost more. */
function responseHead(response: ServerResponse | Http2ServerResponse, trailers: Record<string, string>): string {
  const sent: unknown = Reflect.get(response, '_header');
  if (typeof sent === 'string') return sent;
  return Object.entries({ ...response.getHeaders(), ...trailers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
}

const NOTHING: PassedBody = { parts: [] };
const NO_TRAILERS = {};

/** What is recorded, and where. */
export interface Tap {
  readonly journal: Journal;
  readonly clock: Clock;
  /** Path and query, without the address of the world. */
  readonly url: string;
  readonly request: IncomingMessage | Http2ServerRequest;
  readonly response: ServerResponse | Http2ServerResponse;
  /** Called when the exchange is over, whether it was kept or not. */
  readonly over: () => void;
}

/**
 * A recorded exchange. Create it before any of the body arrives. The exchange is stored when the end of its answer was
 * passed on, since text that is held longer costs garbage collection; without an end, or with trailers, it is stored
 * when the answer is closed. The holder of an HTTP/1 answer reports its chunks here.
 */
export class Tapped implements Ear {
  /** Ids of the faults that took effect. */
  readonly faults: string[] = [];
  /** How the connection was broken. */
  broken: string | undefined;
  readonly #tap: Tap;
  readonly #at: number;
  readonly #begun = performance.now();
  readonly #sent: Parts | undefined;
  readonly #answered = new Parts();
  readonly #trailers: Record<string, string>;
  #isKept = false;
  /** Number of the exchange in its journal. */
  #number: number | undefined;

  constructor(tap: Tap) {
    const { clock, request, response } = tap;
    this.#tap = tap;
    this.#at = clock();
    const isHttp2 = 'stream' in response;
    const { headers } = request;
    if (isHttp2 || headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) {
      this.#sent = new Parts();
      listen(request as Pushed, this.#sent);
    }
    if (isHttp2) overhear(response, this);
    this.#trailers = isHttp2 ? trailersOf(response) : NO_TRAILERS;
    response.on('close', () => this.#closed());
  }

  part(chunk: unknown): void {
    this.#answered.add(chunk);
  }

  ended(): void {
    this.#keep(true);
  }

  #keep(isAnswered: boolean): void {
    if (this.#isKept) return;
    this.#isKept = true;
    const { journal, url, request, response } = this.#tap;
    this.#number = journal.add({
      at: this.#at,
      method: request.method ?? 'GET',
      url,
      requestHead: request.rawHeaders.join('\n'),
      requestBody: this.#sent?.take() ?? NOTHING,
      status: isAnswered ? response.statusCode : undefined,
      responseHead: isAnswered ? responseHead(response, this.#trailers) : '',
      responseBody: this.#answered.take(),
      milliseconds: Math.round((performance.now() - this.#begun) * 100) / 100,
      faults: this.faults,
    });
  }

  #closed(): void {
    const { journal, response, over } = this.#tap;
    this.#keep(response.headersSent);
    const isWhole =
      'stream' in response ? response.writableEnded && !response.stream.aborted : response.writableFinished;
    const broken = this.broken ?? (isWhole ? undefined : 'the client closed the connection');
    if (broken !== undefined && this.#number !== undefined) journal.broke(this.#number, broken);
    over();
  }
}
