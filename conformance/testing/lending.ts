/** The lending service of the reference server, with faults in front of it, for tests of runs and reports. */
import { afterAll } from 'vitest';
import { bareService, type Target } from '../model/target.ts';
import { forwardTo } from '../mutation/proxy/forward.ts';
import { behind, type Fault } from '../mutation/proxy/reply.ts';
import { start } from '../mutation/proxy/start.ts';
import { startReference } from './reference.ts';

export interface LendingServer {
  /** `http://127.0.0.1:40123` */
  readonly origin: string;
  /** The target of the suite: lending over HTTP and Connect. */
  readonly target: Target;
  close(): Promise<void>;
}

/**
 * Starts the reference server for a test file. The returned function puts a fault in front of it; all of them end with
 * the file.
 */
export async function openLending(): Promise<(mutation?: Fault) => Promise<LendingServer>> {
  const reference = await startReference();
  const forwarder = forwardTo(reference.httpUrl);
  const opened: LendingServer[] = [];
  afterAll(async () => {
    await Promise.all(opened.map((server) => server.close()));
    forwarder.close();
    await reference.close();
  });
  return async (mutation) => {
    const { origin, close } = await start(
      mutation === undefined ? forwarder.handler : behind(mutation, forwarder.handler),
    );
    const lending = { ...bareService(`${origin}/lending`), rpc: { connect: origin } };
    const server = { origin, target: { services: { lending }, allowInconclusive: [] }, close };
    opened.push(server);
    return server;
  };
}
