/** The lending service of the reference server, with a fault in front of it, for tests of what runs and reports. */

import { forwardTo } from '../fault/proxy/forward.ts';
import { behind, type Fault } from '../fault/proxy/reply.ts';
import { start } from '../fault/proxy/start.ts';
import type { Target } from '../target/target.ts';
import { startReference } from './reference.ts';

export interface LendingServer {
  /** `http://127.0.0.1:40123` */
  readonly origin: string;
  /** What the suite is pointed at: lending over HTTP and Connect. */
  readonly target: Target;
  close(): Promise<void>;
}

/** Starts it; close it when done. */
export async function startLending({ fault }: { readonly fault?: Fault } = {}): Promise<LendingServer> {
  const reference = await startReference();
  const { lending } = reference.target.services;
  if (lending === undefined) throw new Error('the reference server has no lending');
  const forwarder = forwardTo(new URL(lending.url).origin);
  const proxy = await start(fault === undefined ? forwarder.handler : behind(fault, forwarder.handler));
  const { origin } = proxy;
  const bare = { credentials: {}, otherCredentials: {}, expiredCredentials: {}, known: {} };
  return {
    origin,
    target: {
      services: { lending: { ...bare, url: `${origin}/lending`, rpc: { connect: origin } } },
      allowInconclusive: [],
    },
    async close() {
      await proxy.close();
      forwarder.close();
      await reference.close();
    },
  };
}
