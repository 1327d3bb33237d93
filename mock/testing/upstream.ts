/** Test helpers: upstream servers with a behaviour that the test defines. */

import { createServer, type IncomingHttpHeaders, type RequestListener, request as requestHttp } from 'node:http';
import { createServer as createSocketServer, type Server, type Socket } from 'node:net';
import { PATIENCE } from '@wallet-services/kit/testing/patience';

/** A server on a free port. */
export interface Upstream {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts an HTTP server. */
export function startUpstream(listener: RequestListener): Promise<Upstream> {
  const server = createServer(listener);
  return listening(server, () => server.closeAllConnections());
}

/** Starts a server that writes arbitrary bytes instead of HTTP. */
export function startSocketUpstream(listener: (socket: Socket) => void): Promise<Upstream> {
  const sockets = new Set<Socket>();
  const server = createSocketServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    listener(socket);
  });
  return listening(server, () => {
    for (const socket of sockets) socket.destroy();
  });
}

async function listening(server: Server, closeConnections: () => void): Promise<Upstream> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        closeConnections();
      }),
  };
}

/** A received answer, unchanged. */
export interface RawAnswer {
  readonly status: number;
  readonly reason: string;
  readonly headers: IncomingHttpHeaders;
  /** Names and values alternately. */
  readonly rawHeaders: readonly string[];
  readonly rawTrailers: readonly string[];
  readonly body: Buffer;
}

/** The request to send. */
export interface RawRequest {
  readonly method?: string;
  /** Names and values alternately, or an object. */
  readonly headers?: readonly string[] | Readonly<Record<string, string>>;
  /** Chunked when it is a list. */
  readonly body?: string | Buffer | readonly Buffer[];
}

/**
 * Sends a request with a client that changes nothing and follows no redirects. Rejects when the answer is incomplete.
 */
export function sendRaw(url: string, { method = 'GET', headers = {}, body }: RawRequest = {}): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const { hostname, port, origin } = new URL(url);
    const sent = Array.isArray(headers) ? headers : { ...headers };
    // The target is sent unchanged: a URL object would normalize it.
    const request = requestHttp({
      hostname,
      port,
      path: url.slice(origin.length),
      method,
      headers: sent,
      agent: false,
    });
    request.setTimeout(PATIENCE, () => request.destroy(new Error(`no answer in ${PATIENCE / 1000} s`)));
    request.once('error', reject);
    request.once('response', (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('error', reject);
      answer.once('end', () => {
        const { statusCode = 0, statusMessage: reason = '', rawHeaders, rawTrailers } = answer;
        resolve({
          status: statusCode,
          reason,
          headers: answer.headers,
          rawHeaders,
          rawTrailers,
          body: Buffer.concat(chunks),
        });
      });
    });
    if (Array.isArray(body)) for (const chunk of body) request.write(chunk);
    else if (body !== undefined) request.write(body);
    request.end();
  });
}
