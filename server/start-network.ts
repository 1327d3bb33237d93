/** Starts the services' access to the wallet network: the sandbox, or a client of another network. */
import { createNetworkClient, createVerifier, type NetworkClient, type Verifier } from '@wallet-services/client/verify';
import type { Logger } from 'pino';
import type { Config } from './config/index.ts';
import { createApp, listenHttp } from './http/index.ts';
import type { RunningService, Store } from './service.ts';
import { databaseNonces } from './store/index.ts';
import type { Clock } from './values/index.ts';
import { openSandbox, type Sandbox, WALLET_BASE } from './wallet/index.ts';

export interface StartedNetwork {
  readonly network: NetworkClient;
  readonly verifier: Verifier;
  /** Undefined when another network is configured. */
  readonly sandbox: Sandbox | undefined;
  /** @param limit longest time in milliseconds */
  close(limit: number): Promise<void>;
}

export interface NetworkContext {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
  readonly config: Config;
  /** The services that run so far, in which the sandbox looks up payment codes. */
  readonly running: readonly RunningService[];
  /**
   * The address at which the services reach the sandbox, such as `http://127.0.0.1:40123/wallet`. Default: a separate
   * port.
   */
  readonly sandboxUrl?: string | undefined;
}

/**
 * The services call the sandbox over HTTP, like any network, but at a separate port on the loopback interface, where
 * they reach it with any `--host`, and until the last answer of a shutdown is sent.
 */
export async function startNetwork({
  store,
  clock,
  log,
  config,
  running,
  sandboxUrl,
}: NetworkContext): Promise<StartedNetwork> {
  const { networkUrl, applications, signIn } = config;
  const sandbox = networkUrl === undefined ? await openSandbox(store, clock, () => running) : undefined;
  const own = sandbox === undefined || sandboxUrl !== undefined ? undefined : await listenOwn(sandbox, log);
  const clientIds = signIn.clientIds ?? sandbox?.trusted ?? [];
  if (clientIds.length === 0) log.warn('no application is trusted to sign users in: list them in sign_in.client_ids');
  const network = createNetworkClient({
    url: networkUrl ?? sandboxUrl ?? `${own?.url}${WALLET_BASE}`,
    secrets: new Map(
      [...(sandbox?.applications ?? []), ...applications].map(({ clientId, clientSecret }) => [clientId, clientSecret]),
    ),
  });
  const verifier = createVerifier({
    clientIds,
    domains: signIn.domains,
    networkApiUrl: network,
    nonces: databaseNonces(store, clock),
    clock,
  });
  return { network, verifier, sandbox, close: async (limit) => own?.close(limit) };
}

function listenOwn(sandbox: Sandbox, log: Logger) {
  // Each of these requests belongs to a request that is logged.
  const quiet = log.isLevelEnabled('warn') ? log.child({}, { level: 'warn' }) : log;
  const app = createApp({ services: [], log: quiet, mountBeside: (beside) => sandbox.mount(beside) });
  return listenHttp(app, { host: '127.0.0.1', port: 0, option: '--port' });
}
