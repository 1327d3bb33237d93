/** A server that behaves as a scenario defines, and another host that must receive nothing. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Respond, Samples } from './scenario.ts';

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

/** Starts both. */
export async function startDifficult(): Promise<DifficultServer> {
  let current: Respond = ({ response }) => void response.writeHead(404).end();
  let samples: Samples | undefined;
  let [here, away]: [Received[], Received[]] = [[], []];
  let elsewhere = '';

  const server = createServer(async (request, response) => {
    const [records, respond] = [here, current];
    records.push(received(request));
    const query = new URL(request.url ?? '', 'http://x').searchParams;
    // A client that gives up closes the connection in the middle of the response.
    response.on('error', () => undefined);
    request.resume();
    if (samples !== undefined) await respond({ request, response, number: records.length, query, samples, elsewhere });
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
  return {
    port,
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
    },
  };
}
