/** A load balancer without sticky sessions: connections go to the servers in turn. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Balancer {
  /** The address, such as `http://127.0.0.1:40001`. */
  readonly url: string;
  /** The number of connections of each server, in their order. */
  readonly connections: readonly number[];
  close(): Promise<void>;
}

/** @param urls of the servers */
export async function startBalancer(urls: readonly string[]): Promise<Balancer> {
  const connections = urls.map(() => 0);
  const sockets = new Set<Socket>();
  let next = 0;
  const server = createServer((client) => {
    const place = next++ % urls.length;
    connections[place] = (connections[place] ?? 0) + 1;
    const { hostname, port } = new URL(urls[place] ?? '');
    const upstream = connect({ host: hostname, port: Number(port) });
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    connections,
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
