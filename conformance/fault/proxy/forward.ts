/** Hands requests on to a real server, so that faults can stand in front of it. */
import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import { encodingOf, type Handler, type Request } from './reply.ts';

/** Longest wait for the server behind, in milliseconds. */
const LIMIT = 20_000;

/** Headers that belong to one connection, or that the proxy sets itself. */
const ownHeaders = new Set(['connection', 'host', 'content-length', 'transfer-encoding', 'keep-alive']);

export interface Forwarder {
  readonly handler: Handler;
  close(): void;
}

/** Opens a handler that hands requests on to the server at an origin: `http://127.0.0.1:4000`. */
export function forwardTo(origin: string): Forwarder {
  const agent = new http.Agent({ keepAlive: true });
  const handler = (request: Request): Promise<Awaited<ReturnType<Handler>>> =>
    new Promise((resolve, reject) => {
      const { method, path, query, headers, body } = request;
      const search = query.size === 0 ? '' : `?${query}`;
      const passed = Object.entries(headers).filter(([name]) => !ownHeaders.has(name));
      const bytes = Buffer.from(body, encodingOf(headers['content-type']));
      const outgoing = http.request(`${origin}${path}${search}`, {
        method,
        agent,
        signal: AbortSignal.timeout(LIMIT),
        headers: { ...Object.fromEntries(passed), ...(bytes.length === 0 ? {} : { 'content-length': bytes.length }) },
      });
      outgoing.on('error', (error) => {
        // The server closed a kept connection just then: it has not seen the request.
        const isStale = outgoing.reusedSocket && 'code' in error && error.code === 'ECONNRESET';
        if (isStale) handler(request).then(resolve, reject);
        else reject(error);
      });
      outgoing.on('response', (incoming) => {
        const { 'content-type': contentType, 'content-encoding': encoding } = incoming.headers;
        const kept = Object.entries(incoming.headers).flatMap(([name, value]) =>
          ownHeaders.has(name) || name === 'content-type' || value === undefined
            ? []
            : [[name, String(value)] as const],
        );
        const binary = encoding !== undefined || encodingOf(contentType) === 'latin1';
        buffer(incoming).then(
          (read) =>
            resolve({
              kind: 'reply',
              status: incoming.statusCode ?? 502,
              contentType: contentType ?? null,
              body: read.toString(binary ? 'latin1' : 'utf8'),
              binary,
              headers: Object.fromEntries(kept),
            }),
          reject,
        );
      });
      outgoing.end(bytes);
    });
  return { handler, close: () => agent.destroy() };
}
