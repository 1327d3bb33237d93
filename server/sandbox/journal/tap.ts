/** Listens to an exchange as it passes, without touching it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { Ear } from '../../admission/index.ts';
import type { Clock } from '../../values/index.ts';
import type { Journal } from './journal.ts';
import type { PassedBody } from './layout.ts';
import { Parts } from './parts.ts';

/** What has a body, and may be listened to: requests. */
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

/** Of HTTP/2 no gate holds the answers of a world. */
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

/** Hears the trailers that a response of HTTP/2 ends with: gRPC has its status there. */
function trailersOf(response: Http2ServerResponse): Record<string, string> {
  const heard: Record<string, string> = {};
  const { addTrailers } = response;
  response.addTrailers = (trailers) => {
    for (const [name, value] of Object.entries(trailers)) heard[name.toLowerCase()] = String(value);
    addTrailers.call(response, trailers);
  };
  return heard;
}

/** Of HTTP/1 it is there as it was sent: an object of it would be made for each answer. */
function responseHead(response: ServerResponse | Http2ServerResponse, trailers: Record<string, string>): string {
  const sent: unknown = Reflect.get(response, '_header');
  if (typeof sent === 'string') return sent;
  return Object.entries({ ...response.getHeaders(), ...trailers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
}

const NOTHING: PassedBody = { parts: [] };
const NO_TRAILERS = {};

/** The target of the tap, and its owner. */
export interface Tap {
  readonly journal: Journal;
  readonly clock: Clock;
  /** Path and query, without the address of the world. */
  readonly url: string;
  readonly request: IncomingMessage | Http2ServerRequest;
  readonly response: ServerResponse | Http2ServerResponse;
  /** Called when it is over, whether it was kept or not. */
  readonly over: () => void;
}

/**
 * A recorded exchange. It is stored when the end of its answer was handed over, since a text that is held any longer
 * costs garbage collection; when the answer is closed, where it has no end, or trailers follow it. Create it before any
 * of the body arrives. An answer of HTTP/1 reports its events through the holder of the answer.
 */
export class Tapped implements Ear {
  /** Ids of the faults that happened to it. */
  readonly faults: string[] = [];
  /** What the connection did instead of answering. */
  broken: string | undefined;
  readonly #tap: Tap;
  readonly #at: number;
  readonly #begun = performance.now();
  readonly #sent: Parts | undefined;
  readonly #answered = new Parts();
  readonly #trailers: Record<string, string>;
  #isKept = false;
  /** Of the exchange in its journal. */
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
