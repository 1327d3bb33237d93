/**
 * An internal entrance of the server, on the loopback interface. A world's services send their requests to its wallet
 * network here, and its faults forward requests to its services. These requests pass no faults and are not recorded.
 */
import { randomBytes } from 'node:crypto';
import { Agent, createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isControl } from './guard.ts';

/** Answers a request; its path does not contain the address of the world. */
export type Enter = (world: string, request: IncomingMessage, response: ServerResponse) => void;

export class Door {
  readonly agent = new Agent({ keepAlive: true, maxSockets: 256 });
  /** A random part of the path, which other programs on this machine cannot guess. */
  readonly #secret = randomBytes(16).toString('hex');
  readonly #enter: Enter;
  #server: Promise<{ readonly server: Server; readonly origin: string }> | undefined;

  constructor(enter: Enter) {
    this.#enter = enter;
  }

  /** Returns the URL prefix of a world, and opens the entrance at the first call. */
  async origin(world: string): Promise<string> {
    this.#server ??= this.#open();
    return `${(await this.#server).origin}/${this.#secret}/${world}`;
  }

  async close(): Promise<void> {
    const open = await this.#server;
    this.agent.destroy();
    open?.server.closeAllConnections();
    await new Promise<void>((resolve) => (open === undefined ? resolve() : open.server.close(() => resolve())));
  }

  async #open() {
    const server = createServer((request, response) => {
      const [, secret, world = '', ...rest] = (request.url ?? '').split('/');
      if (secret !== this.#secret) {
        response.writeHead(404).end();
        return;
      }
      request.url = `/${rest.join('/')}`;
      // Access to the control is checked only at the public entrance.
      if (isControl(request.url)) {
        response.writeHead(404).end();
        return;
      }
      this.#enter(world, request, response);
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    server.unref();
    const { port } = server.address() as AddressInfo;
    return { server, origin: `http://127.0.0.1:${port}` };
  }
}
