/** A request of a server of Node.js, as a service takes it. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { type BodyLimits, brokenOff, NOTHING, pieces, tooLarge, tooLate } from '../bytes.ts';
import type { Sent } from '../endpoint.ts';

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

  async bytes(limits: BodyLimits): Promise<Uint8Array> {
    const { request } = this;
    // A short body comes with its head, and is there as soon as the server has looked through all that came.
    if (!request.complete) await undefined;
    if (!request.complete || request.readableEnded || request.destroyed) return this.#collected(limits);
    const whole: Uint8Array = request.read() ?? NOTHING;
    if (whole.byteLength > limits.size) throw tooLarge();
    return whole;
  }

  #collected({ size, time }: BodyLimits): Promise<Uint8Array> {
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
