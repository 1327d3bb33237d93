/** A server that behaves as a scenario defines, and another host that must receive nothing. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, Socket } from 'node:net';
import { createAuthority } from './certificates.ts';
import type { Respond, Samples, Tls } from './scenario.ts';

/** A request as received. */
export interface Received {
  /** In milliseconds, on a monotonic clock. */
  readonly at: number;
  /** `GET /swap/pairs` */
  readonly name: string;
  /** Everything that could carry a secret. */
  readonly text: string;
  readonly headers: IncomingHttpHeaders;
}

export interface DifficultServer {
  readonly port: number;
  /** The certificate of the authority of `secured`, in PEM. */
  readonly authority: string;
  /** The same behaviour over TLS, as good or bad as its name says. @returns the port */
  secured(tls: Tls): Promise<number>;
  /** Switches to the behaviour of a scenario. */
  begin(
    respond: Respond,
    samples: Samples,
  ): { readonly here: readonly Received[]; readonly elsewhere: readonly Received[] };
  close(): Promise<void>;
}

function received(request: IncomingMessage): Received {
  const { method, url = '', rawHeaders, headers } = request;
  return { at: performance.now(), name: `${method} ${url}`, text: [url, ...rawHeaders].join('\n'), headers };
}

async function listening(server: Server, host?: string): Promise<number> {
  // A dual-stack socket: IPv6 addresses are tried too.
  server.listen(0, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function isIPv6Missing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT');
}

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** A server over TLS; its connections keep no program running. */
function serverOf(tls: Tls, authority: ReturnType<typeof createAuthority>, handle: Handle): Server {
  if (tls === 'silent' || tls === 'closes') {
    return createTcpServer((socket) => {
      socket.unref().on('error', () => undefined);
      socket.once('data', () => tls === 'closes' && socket.destroy());
    });
  }
  const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT:@SECLEVEL=0' } as const;
  const certificate = authority.issue(tls === 'old' ? 'none' : tls);
  const server = createTlsServer({ ...certificate, ...(tls === 'old' ? old : {}) }, handle);
  server.maxRequestsPerSocket = 1;
  server.on('tlsClientError', () => undefined).on('connection', (socket) => socket instanceof Socket && socket.unref());
  return server;
}

/** Starts both. */
export async function startDifficult(): Promise<DifficultServer> {
  let current: Respond = ({ response }) => void response.writeHead(404).end();
  let samples: Samples | undefined;
  let [here, away]: [Received[], Received[]] = [[], []];
  let elsewhere = '';

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const [records, respond] = [here, current];
    records.push(received(request));
    const query = new URL(request.url ?? '', 'http://x').searchParams;
    // A client that gives up closes the connection in the middle of the response.
    response.on('error', () => undefined);
    request.resume();
    if (samples !== undefined) await respond({ request, response, number: records.length, query, samples, elsewhere });
  };
  const server = createServer(handle);
  // As a proxy it is asked for a tunnel.
  server.on('connect', (request, socket) => {
    if (!(socket instanceof Socket)) return;
    socket.on('error', () => undefined);
    if (request.url?.endsWith(':80')) {
      // Node.js wants a tunnel for plain HTTP, too.
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      server.emit('connection', socket);
      return;
    }
    const response = new ServerResponse(request);
    response.assignSocket(socket);
    void handle(request, response);
  });
  const other = createServer((request, response) => {
    away.push(received(request));
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"ts":1,"data":{}}');
  });
  for (const each of [server, other]) each.on('clientError', (_, socket) => socket.destroy());
  // Otherwise, a kept-alive connection could close while the next scenario's request is on its way.
  server.maxRequestsPerSocket = 1;
  const port = await listening(server, '::').catch((error: unknown) => {
    if (!isIPv6Missing(error)) throw error;
    return listening(server, '127.0.0.1');
  });
  elsewhere = `http://127.0.0.1:${await listening(other, '127.0.0.1')}`;
  const authority = createAuthority();
  const secured = new Map<Tls, Promise<number>>();
  const started: Server[] = [];
  const startSecured = (tls: Tls) => {
    const each = serverOf(tls, authority, handle);
    started.push(each);
    return listening(each, '127.0.0.1');
  };
  return {
    port,
    authority: authority.cert,
    secured(tls) {
      const found = secured.get(tls) ?? startSecured(tls);
      secured.set(tls, found);
      return found;
    },
    begin(respond, of) {
      // A connection that the last scenario left open would be taken for a request of this one.
      server.closeAllConnections();
      [current, samples, here, away] = [respond, of, [], []];
      return { here, elsewhere: away };
    },
    async close() {
      for (const each of [server, other]) {
        each.closeAllConnections();
        each.close();
      }
      for (const each of started) each.close();
    },
  };
}
