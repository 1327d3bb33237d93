/** A request of a server of Node.js, as a service takes it. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { type BodyLimits, brokenOff, pieces, tooLate } from '../bytes.ts';
import type { Sent } from '../endpoint.ts';

const BYTE_ORDER_MARK = '\ufeff';

/** @typeParam Request what a framework makes of it */
export class NodeSent<Request extends IncomingMessage> implements Sent<Request> {
  readonly request: Request;
  readonly method: string;
  readonly url: string;
  readonly #response: ServerResponse;

  /** @param url path and query, relative to the base address */
  constructor(request: Request, response: ServerResponse, url: string) {
    this.request = request;
    this.method = request.method ?? '';
    this.url = url;
    this.#response = response;
  }

  header(name: string): string | undefined {
    const value = this.request.headers[name];
    return typeof value === 'string' ? value : undefined;
  }

  headers(): IncomingHttpHeaders {
    return this.request.headers;
  }

  /** What a parser before made of the body, such as `express.json()`. */
  parsed(): unknown {
    return 'body' in this.request ? this.request.body : undefined;
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
        resolve(kept.joined());
        return;
      }
      // The listeners stay: what still comes must be taken before the connection can be used again.
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
    const controller = new AbortController();
    this.#response.once('close', () => {
      if (!this.#response.writableFinished) controller.abort();
    });
    return controller.signal;
  }
}
