/** Serves a handler on a free loopback port. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { encodingOf, type Handler, type Reply, type Request } from './reply.ts';

export interface Running {
  /** `http://127.0.0.1:40123` */
  readonly origin: string;
  close(): Promise<void>;
}

async function requestOf(incoming: IncomingMessage): Promise<Request> {
  const url = new URL(incoming.url ?? '/', 'http://localhost');
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, [value].flat().join(', ')]);
  return {
    method: incoming.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: Object.fromEntries(headers),
    body: (await buffer(incoming)).toString(encodingOf(incoming.headers['content-type'])),
  };
}

function sendEndlessly(response: ServerResponse): void {
  const chunk = Buffer.alloc(2 ** 16, ' ');
  const write = () => {
    while (!response.destroyed && response.write(chunk)) {
      // Until the buffer is full; then as fast as the client reads.
    }
  };
  response.on('drain', write);
  write();
}

function send(reply: Reply, response: ServerResponse): void {
  switch (reply.kind) {
    case 'hang':
      return;
    case 'garbage':
      response.socket?.end('this is no HTTP\r\n\r\n');
      return;
    case 'close':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"data": [', () => response.destroy());
      return;
    case 'endless':
      response.writeHead(200, { 'content-type': 'application/json' });
      sendEndlessly(response);
      return;
    case 'reply':
      response.writeHead(reply.status, {
        ...(reply.contentType === null ? {} : { 'content-type': reply.contentType }),
        ...reply.headers,
      });
      response.end(reply.body, reply.binary === true ? 'latin1' : 'utf8');
  }
}

/** Starts a server; close it when done. */
export async function start(handler: Handler): Promise<Running> {
  const server = createServer((incoming, response) => {
    requestOf(incoming)
      .then(handler)
      .then((reply) => send(reply, response))
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
