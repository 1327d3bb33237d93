/** Serves a handler on a free loopback port. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Handler, Reply } from '@wallet-services/kit/exchange';
import { requestOf, sendCut, sendNoReply } from '@wallet-services/kit/wire';

export interface Running {
  /** `http://127.0.0.1:40123` */
  readonly origin: string;
  close(): Promise<void>;
}

function send(reply: Reply, response: ServerResponse): void {
  if (reply.kind !== 'reply' && reply.kind !== 'cut') {
    sendNoReply(reply, response);
    return;
  }
  const { status, contentType, headers, body, binary } = reply.kind === 'cut' ? reply.of : reply;
  const bytes = Buffer.from(body, binary === true ? 'latin1' : 'utf8');
  response.writeHead(status, {
    ...(contentType === null ? {} : { 'content-type': contentType }),
    ...headers,
    ...(reply.kind === 'cut' ? { 'content-length': bytes.length } : {}),
  });
  if (reply.kind === 'cut') sendCut(bytes, response);
  else response.end(bytes);
}

/** Starts a server; close it when done. */
export async function start(handler: Handler): Promise<Running> {
  const server = createServer(async (incoming, response) => {
    try {
      const { method = 'GET', url = '/', headers } = incoming;
      send(await handler(requestOf(method, url, headers, await buffer(incoming))), response);
    } catch {
      response.destroy();
    }
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
