/** Starts and stops the whole server. */
import type { ServiceName } from '@wallet-services/contract/services';
import { Refusal } from '@wallet-services/runtime';
import type { MountOptions } from '@wallet-services/runtime/express';
import { type Logger, pino } from 'pino';
import { createGate } from './admission/index.ts';
import { demoApplications } from './assistant/index.ts';
import { type Config, DEFAULT_CONFIG } from './config/index.ts';
import { mountConsole } from './console/index.ts';
import { DEFAULT_PORT, DEFAULT_RPC_PORT } from './defaults.ts';
import {
  type AppOptions,
  createApp,
  type HttpLimits,
  isLoopback,
  type Listening,
  listenHttp,
  listenHttp2,
  observer,
  rpcFaultLogger,
} from './http/index.ts';
import { mountLanding } from './landing/index.ts';
import { type Http2Handler, rpcHandler } from './rpc/grpc.ts';
import { mountNoControl, openControl, WorldClock } from './sandbox/index.ts';
import { services } from './services.ts';
import { startStack } from './stack.ts';
import { StartError } from './start-error.ts';
import { type CheckedStore, openCheckedStore, sharedRateLimiter } from './store/index.ts';
import { type Clock, type RateLimiter, rateLimiter, systemClock } from './values/index.ts';
import { type DemoKeystore, type Sandbox, WALLET_BASE, walletPart } from './wallet/index.ts';

/** Options of the server; each has a default. */
export interface ServerOptions {
  /** HTTP port; 0 takes any free one. Default: 4000. */
  readonly port?: number;
  /** Which services to start. Default: all five. */
  readonly services?: readonly ServiceName[] | undefined;
  /** Port of RPC over HTTP/2; 0 takes any free one. Default: 4001. */
  readonly rpcPort?: number;
  /** Port on which the sandbox wallet network is served at the root; 0 takes any free one. Default: none. */
  readonly walletPort?: number | undefined;
  /** Address to listen at. Default: 127.0.0.1. */
  readonly host?: string;
  /** Path of a data file, or address of a PostgreSQL. Default: in memory. */
  readonly data?: string | undefined;
  /** Seed of the initial data. Default: 1. */
  readonly seed?: number | undefined;
  /** Engine that validates requests and answers. Default: `compiled`. */
  readonly validator?: MountOptions['validator'];
  /** Whether answers are also checked by the documents' invariants; a violation becomes a 500. Default: no. */
  readonly invariants?: boolean | undefined;
  /** Number of processes with the same ports and database; the control API needs a single one. Default: 1. */
  readonly processes?: number | undefined;
  /** Whether the control API of the sandbox is served. Default: yes. */
  readonly sandbox?: boolean | undefined;
  /** Whether the sandbox keeps journals. Without them it is faster and uses 20 MB less. Default: yes. */
  readonly journal?: boolean | undefined;
  /**
   * Token of the control API. Required when the server listens at more than the loopback interface.
   */
  readonly sandboxToken?: string | undefined;
  /**
   * Whether requests can prefer an example of the documents by the header `Prefer`. Default: yes if the wallet network
   * is the sandbox and `host` belongs to the loopback interface.
   */
  readonly prefer?: boolean | undefined;
  /** Requests of an address per minute. Default: no limit. */
  readonly rateLimit?: number | undefined;
  /** Scheme of the payment links. Default: that of the configuration, otherwise `wallet`. */
  readonly scheme?: string | undefined;
  /**
   * The configuration. Default: the built-in sandbox, its applications, and the domains of the examples.
   */
  readonly config?: Config;
  /** Default: no log. */
  readonly log?: Logger;
  /** Default: the system clock. */
  readonly clock?: Clock;
  readonly limits?: HttpLimits;
  /** How long a shutdown waits for pending answers, in milliseconds. Default: 5,000. */
  readonly shutdownLimit?: number;
}

/** A running server. */
export interface RunningServer {
  /** Such as `http://127.0.0.1:4000`. */
  readonly httpUrl: string;
  /** gRPC over HTTP/2 without TLS, such as `http://127.0.0.1:4001`. */
  readonly rpcUrl: string;
  /** The services with their base addresses. */
  readonly services: readonly { readonly name: string; readonly url: string }[];
  /**
   * Address of the wallet network: the built-in sandbox, such as `http://127.0.0.1:4000/wallet`, or another network.
   */
  readonly networkUrl: string;
  /** The public keystores of the sandbox. */
  readonly keystores: readonly DemoKeystore[];
  /** Whether the control API is served at `/sandbox`. */
  readonly isControlled: boolean;
  /** Finishes the accepted requests, then stops. Further calls wait for the same end. */
  close(): Promise<void>;
}

/** Whether the control API is served: without a token, only on the loopback interface. */
function isControlled({ sandbox = true, sandboxToken, processes = 1 }: ServerOptions, host: string): boolean {
  return sandbox && processes === 1 && (isLoopback(host) || sandboxToken !== undefined);
}

function noControl({ sandbox = true, processes = 1 }: ServerOptions): Refusal {
  if (sandbox && processes > 1) {
    return new Refusal(409, 'the sandbox cannot be controlled while several processes share the ports', {
      hint: 'each process would have its own worlds, faults and journal: start the server without --workers',
    });
  }
  return sandbox
    ? new Refusal(
        403,
        'the sandbox cannot be controlled without a token: this server does not listen only on loopback',
        {
          hint: 'start the server with --sandbox-token, or SANDBOX_TOKEN in its environment',
        },
      )
    : new Refusal(404, 'the control of the sandbox is turned off', { hint: 'start the server without --no-sandbox' });
}

/**
 * Starts the server: database, services, both ports.
 *
 * @throws StartError with a message for the operator when a port is in use or the data file cannot be used
 * @example
 * const server = await startServer({ port: 0, rpcPort: 0 });
 * await fetch(`${server.httpUrl}/lending/api/v1/markets/all`);
 * await server.close();
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const { host = '127.0.0.1', clock = systemClock, log = pino({ level: 'silent' }), config = DEFAULT_CONFIG } = options;
  const limit = options.shutdownLimit ?? 5_000;
  const chosen = services.filter(({ name }) => options.services?.includes(name) ?? true);
  // Opened resources, to be closed when a later one cannot be opened.
  const opened: (() => Promise<void>)[] = [];
  try {
    const database = await openCheckedStore([walletPart, ...services], {
      data: options.data,
      seed: options.seed,
      clock,
      // A data file has the tables of every service, whichever are started.
      seeded: [walletPart, ...chosen],
    });
    opened.push(database.close);

    let stopping = false;
    const ready = async () => {
      if (stopping) throw new Error('the server is shutting down');
      await database.check();
    };
    const mainClock = new WorldClock(clock);
    const scheme = options.scheme ?? config.scheme ?? 'wallet';
    const { invariants, validator } = options;
    const { storeOf, shared } = database;
    const prefers = options.prefer ?? (config.networkUrl === undefined && isLoopback(host));
    const common = { services: chosen, log, scheme, config, invariants, prefers };
    const stack = await startStack({ ...common, clock: mainClock.now, storeOf, shared });
    opened.push(() => stack.closeNetwork(limit));
    opened.push(() => stack.closeServices(limit));
    const { mounted, sandbox } = stack;
    const limiter = limiterOf(options.rateLimit, database, clock);
    const { networkUrl } = config;
    const assistantApplications = await demoApplications();
    const listening = () => ({ httpUrl: http.url, rpcUrl: http2.url });
    const gate = createGate(log);
    opened.push(async () => gate.stop());
    const controlled = isControlled(options, host);
    const control = controlled
      ? openControl({
          ...common,
          gate,
          validator,
          every: services,
          seed: options.seed,
          clock,
          mainClock,
          mainStore: storeOf('start'),
          mainStack: stack,
          savesMain: shared === undefined,
          keepsJournal: options.journal ?? true,
          token: options.sandboxToken,
          main: () => app,
          listening,
        })
      : undefined;
    if (control !== undefined) opened.push(() => control.close());
    const app = createApp({
      services: mounted,
      log,
      gate,
      validator,
      limiter,
      ready,
      divert: control?.diverting,
      mountBeside(beside) {
        mountConsole(beside);
        if (control === undefined) mountNoControl(beside, noControl(options));
        else control.mount(beside);
        sandbox?.mount(beside);
        mountLanding(beside, { services: chosen, sandbox, networkUrl, assistantApplications, listening });
      },
    });
    const mainRpc = rpcHandler(
      { services: mounted.flatMap(({ service }) => service.rpc), onFault: rpcFaultLogger(log), limiter },
      gate,
    );
    const rpc = observed(log, control === undefined ? mainRpc : control.diverting.rpc(mainRpc));

    const http = await listenHttp(app, { host, port: options.port ?? DEFAULT_PORT, option: '--port' }, options.limits);
    opened.push(() => http.close(limit));
    const http2 = await listenHttp2(rpc, { host, port: options.rpcPort ?? DEFAULT_RPC_PORT, option: '--rpc-port' });
    opened.push(() => http2.close(limit));

    const wallet = await listenWallet(options, host, sandbox, { log, gate });
    if (wallet !== undefined) opened.push(() => wallet.close(limit));

    let closed: Promise<void> | undefined;
    return {
      httpUrl: http.url,
      rpcUrl: http2.url,
      services: chosen.map(({ name, base }) => ({ name, url: `${http.url}${base}` })),
      networkUrl: networkUrl ?? wallet?.url ?? `${http.url}${WALLET_BASE}`,
      keystores: sandbox?.keystores ?? [],
      isControlled: controlled,
      close() {
        stopping = true;
        control?.endStreams();
        // Accepted requests may still call the wallet network.
        closed ??= Promise.all([
          http.close(limit),
          http2.close(limit),
          wallet?.close(limit),
          stack.closeServices(limit),
        ])
          .then(() => control?.close())
          .then(() => stack.closeNetwork(limit))
          .then(() => gate.stop())
          .then(database.close);
        return closed;
      },
    };
  } catch (error) {
    for (const close of opened.reverse()) await close();
    throw error;
  }
}

/**
 * Serves the sandbox at the root of a separate port, for clients that sign the path of the whole URL, `/me`.
 *
 * @throws StartError when the port is in use, or there is no sandbox
 */
async function listenWallet(
  { walletPort: port, limits }: ServerOptions,
  host: string,
  sandbox: Sandbox | undefined,
  passing: Pick<AppOptions, 'log' | 'gate'>,
): Promise<Listening | undefined> {
  if (port === undefined) return undefined;
  if (sandbox === undefined) {
    throw new StartError(
      '--wallet-port serves the sandbox network, but another network is configured: omit one of the two',
    );
  }
  const app = createApp({ services: [], ...passing, mountBeside: (beside) => sandbox.mount(beside, '/') });
  return listenHttp(app, { host, port, option: '--wallet-port' }, limits);
}

/** Creates the rate limiter; processes that share a database count together. */
function limiterOf(most: number | undefined, { shared, storeOf }: CheckedStore, clock: Clock): RateLimiter | undefined {
  if (most === undefined) return undefined;
  return shared === undefined ? rateLimiter(most, clock) : sharedRateLimiter(most, storeOf('start'), clock);
}

/** Logs the requests of the RPC port like those of the HTTP port. */
function observed(log: Logger, handler: Http2Handler): Http2Handler {
  const observe = observer(log);
  return (request, response) => {
    observe(request, response);
    handler(request, response);
  };
}
