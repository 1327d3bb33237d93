/** A request of a server of Node.js, as a service takes it. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { type BodyLimits, brokenOff, pieces, tooLate } from '../bytes.ts';
import type { Sent } from '../request.ts';

const BYTE_ORDER_MARK = '\ufeff';

/**
 * Headers of which Node.js keeps only the first one. When one is given twice, the values are joined as in the Fetch
 * API: a contradictory request is not treated like its first value alone.
 */
const KEPT_ONCE = new Set(['authorization', 'content-type']);

/** @typeParam Request the request type of the framework */
export class NodeSent<Request extends IncomingMessage> implements Sent<Request> {
  readonly request: Request;
  readonly method: string;
  readonly url: string;
  readonly #response: ServerResponse;
  #controller: AbortController | undefined;

  /** @param url path and query, relative to the base address */
  constructor(request: Request, response: ServerResponse, url: string) {
    this.request = request;
    this.method = request.method ?? '';
    this.url = url;
    this.#response = response;
  }

  header(name: string): string | undefined {
    const value = this.request.headers[name];
    if (typeof value !== 'string') return undefined;
    return KEPT_ONCE.has(name) ? joined(this.request.rawHeaders, name) || value : value;
  }

  headers(): IncomingHttpHeaders {
    return this.request.headers;
  }

  /** The result of an earlier body parser, such as `express.json()`. */
  parsed(): unknown {
    return 'body' in this.request ? this.request.body : undefined;
  }

  isConsumed(): boolean {
    return this.request.readableDidRead;
  }

  here(): string | undefined {
    const { request } = this;
    const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
    if (coding !== undefined || request.readableLength !== Number(length)) return undefined;
    const text: string = request.read().toString();
    request.resume();
    return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  }

  bytes({ size, time }: BodyLimits): Promise<Uint8Array> {
    const { request } = this;
    return new Promise((resolve, reject) => {
      const kept = pieces(size);
      let isDone = request.readableEnded || request.destroyed;
      if (isDone) {
        if (request.readableEnded) resolve(kept.joined());
        else reject(brokenOff(new Error('the connection was closed')));
        return;
      }
      // The listeners stay attached: the remaining data must be consumed before the connection can be used again.
      const refuse = (error: unknown) => {
        isDone = true;
        clearTimeout(timer);
        reject(error);
      };
      const timer = setTimeout(() => refuse(tooLate()), time);
      request
        .on('data', (piece: Uint8Array) => {
          if (isDone) return;
          try {
            kept.add(piece);
          } catch (error) {
            refuse(error);
          }
        })
        .on('end', () => {
          if (isDone) return;
          isDone = true;
          clearTimeout(timer);
          resolve(kept.joined());
        })
        .on('error', (error) => {
          if (!isDone) refuse(brokenOff(error));
        })
        .on('close', () => {
          if (!isDone) refuse(brokenOff(new Error('the connection was closed')));
        });
    });
  }

  signal(): AbortSignal {
    if (this.#controller !== undefined) return this.#controller.signal;
    const controller = new AbortController();
    this.#controller = controller;
    const response = this.#response;
    const abort = () => {
      if (!response.writableFinished) controller.abort();
    };
    if (this.hasLeft()) abort();
    else response.once('close', abort);
    return controller.signal;
  }

  hasLeft(): boolean {
    const { closed, destroyed, writableFinished } = this.#response;
    return (closed || destroyed || this.request.socket.destroyed) && !writableFinished;
  }

  /** Express's own `ip` respects its setting for trusted proxies. */
  address(): string | undefined {
    const { request } = this;
    const ip: unknown = 'ip' in request ? request.ip : undefined;
    return typeof ip === 'string' ? ip : request.socket.remoteAddress;
  }
}

function joined(rawHeaders: readonly string[], name: string): string {
  const values: string[] = [];
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const raw = rawHeaders[place] ?? '';
    if (raw.length === name.length && raw.toLowerCase() === name) values.push(rawHeaders[place + 1] ?? '');
  }
  return values.join(', ');
}
