/** A server that answers every request by a mode of hostility. */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { ApiModel } from '../../model/document/api.ts';
import { operationFor } from '../../model/document/requests.ts';
import { sampleOf } from '../../model/document/sample.ts';

export interface Occasion {
  readonly request: http.IncomingMessage;
  readonly response: http.ServerResponse;
  /** A correct answer to the request, as simple as possible; an object without members where none is known. */
  readonly right: unknown;
  /** The number of earlier requests. */
  readonly before: number;
}

/** Answers a request, or misbehaves in its place. */
export type Hostility = (occasion: Occasion) => void;

function rightAnswer(api: ApiModel, { method = '', url = '' }: http.IncomingMessage): unknown {
  const operation = operationFor(api, method, url.replace(/\?.*/s, ''));
  const schema = operation?.responses.find(({ status }) => status.startsWith('2'))?.schema ?? null;
  return schema === null ? {} : sampleOf(api.document, schema);
}

export interface HostileServer {
  readonly origin: string;
  readonly close: () => Promise<void>;
}

export async function startHostile(api: ApiModel, hostility: Hostility): Promise<HostileServer> {
  let before = 0;
  const server = http.createServer((request, response) => {
    request.resume();
    response.on('error', () => undefined);
    request.on('error', () => undefined);
    request.once('end', () => {
      hostility({ request, response, right: rightAnswer(api, request), before });
      before += 1;
    });
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
