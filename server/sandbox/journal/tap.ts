/** Listens to an exchange as it passes, without touching it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { Ear } from '../../fairness/index.ts';
import type { Clock } from '../../values/index.ts';
import type { Journal } from './journal.ts';
import type { KeptExchange } from './kept.ts';
import { Parts } from './parts.ts';

/** What an exchange was, beside what passed: said while it lasts. */
export interface Remarks {
  readonly faults: string[];
  /** What the connection did instead of answering. */
  broken: string | undefined;
}

/** An exchange that is listened to. */
export interface Tapped {
  readonly remarks: Remarks;
  /** To hear the answer with: that of HTTP/1, which is held by the gate. */
  readonly ear: Ear;
}

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
function overhear(response: Http2ServerResponse, { part }: Ear): void {
  const { write, end } = response;
  Object.assign(response, {
    write(...given: unknown[]) {
      part(given[0]);
      return Reflect.apply(write, response, given);
    },
    end(...given: unknown[]) {
      part(given[0]);
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

/** Of HTTP/2: the method, the path and so on are said already. */
function withoutPseudo(headers: Http2ServerRequest['headers']): Record<string, string | string[] | undefined> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':')));
}

/**
 * Keeps an exchange: when the end of its answer is sent, since a text that is held any longer is dear to collect; when it is
 * over, where there is no end, or trailers come after it. To be called before any of the body comes.
 *
 * @param url path and query, without the address of the world
 * @param over called when it is, whether it was kept or not
 */
export function tap(
  journal: Journal,
  clock: Clock,
  url: string,
  request: IncomingMessage | Http2ServerRequest,
  response: ServerResponse | Http2ServerResponse,
  over: () => void,
): Tapped {
  const remarks: Remarks = { faults: [], broken: undefined };
  const at = clock();
  const begun = performance.now();
  const sent = new Parts();
  const answered = new Parts();
  const isHttp2 = 'stream' in response;
  const { method = 'GET', headers } = request;
  let kept: KeptExchange | undefined;
  const keep = (isAnswered: boolean) => {
    kept ??= journal.add({
      at,
      method,
      url,
      requestHeaders: isHttp2 ? withoutPseudo(headers) : headers,
      requestBody: sent.take(),
      status: isAnswered ? response.statusCode : undefined,
      responseHeaders: isAnswered ? { ...response.getHeaders(), ...trailers } : {},
      responseBody: answered.take(),
      milliseconds: Math.round((performance.now() - begun) * 100) / 100,
      faults: remarks.faults,
    });
  };
  if (isHttp2 || headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) {
    listen(request as Pushed, sent);
  }
  const ear: Ear = { part: (chunk) => answered.add(chunk), ended: () => keep(true) };
  if (isHttp2) overhear(response, ear);
  const trailers = isHttp2 ? trailersOf(response) : undefined;
  response.once('close', () => {
    keep(response.headersSent);
    const isWhole = isHttp2 ? response.writableEnded && !response.stream.aborted : response.writableFinished;
    const broken = remarks.broken ?? (isWhole ? undefined : 'the client went away');
    if (broken !== undefined && kept !== undefined) journal.broke(kept, broken);
    over();
  });
  return { remarks, ear };
}
