/** Forwards requests to a real server, so that mutants can be put in front of it. */
import { Agent } from 'node:http';
import { forward } from '@wallet-services/kit/wire';
import type { Handler } from './reply.ts';

/** The longest wait for the upstream server, in milliseconds. */
const LIMIT = 60_000;

export interface Forwarder {
  readonly handler: Handler;
  close(): void;
}

/** Opens a handler that hands requests on to the server at an origin: `http://127.0.0.1:4000`. */
export function forwardTo(origin: string): Forwarder {
  const agent = new Agent({ keepAlive: true });
  const behind = { origin, agent, limit: LIMIT };
  return { handler: (request) => forward(behind, request), close: () => agent.destroy() };
}
