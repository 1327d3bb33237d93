/** Test helpers: a complete server for requests to the vault service, with real access tokens. */

import type { TokenOptions } from '@wallet-services/client/sign-in';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { RunningServer, ServerOptions } from '../index.ts';
import { systemClock } from '../values/index.ts';
import { startForTest } from './server.ts';
import { walletToken } from './wallet.ts';

type Person = 'Mira' | 'Jonas' | 'Aiko' | 'Lantern Feed';

/** A server with the vault service. */
export interface Served {
  readonly httpUrl: string;
  readonly rpcUrl: string;
  /** Base address of the service. */
  readonly api: string;
  /** Signs an access token; by default it is valid at the server's time. */
  tokenOf(person: Person, options?: TokenOptions): Promise<string>;
}

/** Starts a server that stops when the test ends. */
export async function servedVault(options: ServerOptions = {}): Promise<Served> {
  const server = await start(options);
  onTestFinished(() => server.close());
  return served(server, options);
}

/** Shares one server between all tests of a block: the service only reads. */
export function sharedVault(options: ServerOptions = {}): () => Served {
  let shared: RunningServer | undefined;
  beforeAll(async () => {
    shared = await start(options);
  });
  afterAll(() => shared?.close());
  return () => {
    if (shared === undefined) throw new Error('the server is started before the tests of its block');
    return served(shared, options);
  };
}

function start(options: ServerOptions): Promise<RunningServer> {
  return startForTest({ services: ['vault'], ...options });
}

function served(server: RunningServer, { clock = systemClock }: ServerOptions): Served {
  const { httpUrl, rpcUrl } = server;
  return {
    httpUrl,
    rpcUrl,
    api: `${httpUrl}/vault`,
    tokenOf: (person, options) => walletToken(server, person, { clock, ...options }),
  };
}
