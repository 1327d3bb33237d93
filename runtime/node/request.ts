/** A request of a server of Node.js, as a service takes it. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { type BodyLimits, brokenOff, pieces, tooLarge, tooLate } from '../bytes.ts';
import type { Sent } from '../serve.ts';

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
    // What came together with the head is there after this, and needs no listener and no clock.
    await undefined;
    if (!request.complete || request.readableEnded || request.readableFlowing !== null) return this.#collect(limits);
    const all: unknown = request.read();
    if (!(all instanceof Uint8Array)) return new Uint8Array();
    if (all.byteLength > limits.size) throw tooLarge();
    return all;
  }

  #collect({ size, time }: BodyLimits): Promise<Uint8Array> {
    const { request } = this;
    return new Promise((resolve, reject) => {
      const kept = pieces(size);
      const done = (error?: unknown) => {
        clearTimeout(timer);
        request.off('data', add).off('end', ended).off('error', broken).off('close', closed);
        if (error === undefined) {
          resolve(kept.joined());
          return;
        }
        // What still comes is of no interest, yet must be taken before the connection can be used again.
        request.resume();
        reject(error);
      };
      const add = (piece: Uint8Array) => {
        try {
          kept.add(piece);
        } catch (error) {
          done(error);
        }
      };
      const ended = () => done();
      const broken = (error: unknown) => done(brokenOff(error));
      const closed = () => broken(new Error('the connection was closed'));
      const timer = setTimeout(() => done(tooLate()), time);
      if (request.readableEnded || request.destroyed) done();
      else request.on('data', add).on('end', ended).on('error', broken).on('close', closed);
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
