/** The cinema of `examples/`: its contract, and its server behind a handler in memory. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Declaration } from '../model/document/behaviour.ts';
import { bareService, type ServiceTarget } from '../model/target.ts';
import { forwardTo } from '../mutation/proxy/forward.ts';
import type { Handler } from '../mutation/proxy/reply.ts';
import { contractFor } from '../run/document.ts';

const cinemaAt = (name: string) => fileURLToPath(new URL(`../examples/cinema/${name}`, import.meta.url));

export const contract = await contractFor({ document: cinemaAt('openapi.yaml') });
export const [service = ''] = contract.services;
export const { api } = await contract.service(service);

/** The declarations that demand something. */
export const declarations: readonly Declaration[] = api.declarations.filter(({ rules }) => rules.length > 0);

/** Credentials of two visitors, and of the desk. */
export const credentials = { Card: 'card-of-ada', DeskKey: 'key-of-the-desk' };

export interface Cinema {
  readonly target: ServiceTarget;
  readonly handler: Handler;
  close(): void;
}

/** Starts a server of the cinema. */
export async function openCinema(): Promise<Cinema> {
  const server = spawn('python3', [cinemaAt('server.py'), '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [url] = await once(createInterface(server.stdout), 'line');
  const forwarder = forwardTo(url);
  return {
    target: { ...bareService(url), credentials, otherCredentials: { Card: 'card-of-grace' }, settleMs: 0 },
    handler: forwarder.handler,
    close() {
      forwarder.close();
      server.kill();
    },
  };
}

/**
 * Answers a request from memory, when it was answered before.
 * @param forgets the requests after which everything is forgotten
 */
export function remembering(handler: Handler, forgets: (method: string) => boolean): Handler {
  const known = new Map<string, Awaited<ReturnType<Handler>>>();
  return async (request) => {
    const { method, path, query, headers, body } = request;
    if (forgets(method)) known.clear();
    const key = JSON.stringify([method, path, `${query}`, headers, body]);
    const reply = known.get(key) ?? (await handler(request));
    if (!forgets(method)) known.set(key, reply);
    return reply;
  };
}
