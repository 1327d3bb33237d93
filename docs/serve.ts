/** Serves the site on this machine. */
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { Failure } from '@wallet-services/kit/errors';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.yaml': 'application/yaml',
  '.proto': 'text/plain; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
};

export interface Serving {
  readonly folder: string;
  readonly base: string;
  readonly port: number;
  /** Stops serving. */
  readonly signal: AbortSignal;
}

/** Serves a folder on the loopback interface until it is stopped. @throws Failure when the port is in use */
export async function serveSite({ folder, base, port, signal }: Serving): Promise<void> {
  const server = createServer((request, response) => {
    const path = pathOf(request.url ?? '/', base);
    if (path === undefined) response.writeHead(302, { Location: base }).end();
    else send(response, folder, path).catch(() => response.writeHead(404).end('There is no such page.'));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new Failure(`port ${port} is taken: choose another with --port, or 0 for any free one`);
  });
  const { port: taken } = server.address() as AddressInfo;
  process.stdout.write(`open http://127.0.0.1:${taken}${base}. Press Ctrl-C to stop.\n`);
  if (!signal.aborted) await once(signal, 'abort');
  server.close();
  server.closeAllConnections();
}

/** The path within the folder. @returns undefined when the address is outside of the base */
function pathOf(url: string, base: string): string | undefined {
  const { pathname } = new URL(url, 'http://localhost');
  if (!pathname.startsWith(base)) return undefined;
  return normalize(`/${decodeURIComponent(pathname.slice(base.length))}`);
}

async function send(response: ServerResponse, folder: string, path: string): Promise<void> {
  for (const file of [path, `${path}.html`, join(path, 'index.html')].map((each) => join(folder, each))) {
    const found = await stat(file).catch(() => undefined);
    if (found?.isFile() !== true) continue;
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    response.writeHead(200, { 'Content-Type': type, 'Content-Length': found.size });
    createReadStream(file).pipe(response);
    return;
  }
  throw new Error(`there is no ${path}`);
}
