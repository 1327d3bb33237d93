/** Starts the whole server, and stops it. */
import type { ServiceName } from '@wallet-services/contract/services';
import type { MountOptions } from '@wallet-services/runtime/express';
import { type Logger, pino } from 'pino';
import { demoApplications } from './assistant/index.ts';
import { type Config, DEFAULT_CONFIG } from './config/index.ts';
import { createGate } from './fairness/index.ts';
import {
  type AppOptions,
  createApp,
  type HttpLimits,
  type Listening,
  listenHttp,
  listenHttp2,
  type Mounted,
  observer,
  rpcFaultLogger,
} from './http/index.ts';
import { invariantsOf } from './invariants.ts';
import { mountLanding } from './landing/index.ts';
import { type Http2Handler, rpcHandler } from './rpc/grpc.ts';
import type { RunningService, Service, ServiceContext } from './service.ts';
import { services } from './services.ts';
import { StartError } from './start-error.ts';
import { startNetwork } from './start-network.ts';
import { type CheckedStore, openCheckedStore, sharedRateLimiter } from './store/index.ts';
import { type Clock, type RateLimiter, rateLimiter, systemClock } from './values/index.ts';
import { type DemoKeystore, type Sandbox, WALLET_BASE, walletPart } from './wallet/index.ts';

/** How to start; everything has a default. */
export interface ServerOptions {
  /** HTTP port; 0 takes any free one. Default: 4000. */
  readonly port?: number;
  /** Which services to start. Default: all five. */
  readonly services?: readonly ServiceName[] | undefined;
  /** Port of RPC over HTTP/2; 0 takes any free one. Default: 4001. */
  readonly rpcPort?: number;
  /** Port on which the sandbox wallet network has the root to itself; 0 takes any free one. Default: none. */
  readonly walletPort?: number | undefined;
  /** Address to listen at. Default: 127.0.0.1. */
  readonly host?: string;
  /** Database file, or address of a PostgreSQL. Default: in memory. */
  readonly data?: string | undefined;
  /** Which data an empty database is filled with. Default: 1. */
  readonly seed?: number | undefined;
  /** Which engine validates requests and answers. Default: `compiled`. */
  readonly validator?: MountOptions['validator'];
  /** Also holds every answer to the relations that the documents declare; one that breaks one is a 500. Default: no. */
  readonly invariants?: boolean | undefined;
  /** Requests a minute and address. Default: no limit. */
  readonly rateLimit?: number | undefined;
  /** Scheme of the payment links. Default: that of the configuration, else `wallet`. */
  readonly scheme?: string | undefined;
  /** What the configuration file says. Default: the built-in sandbox, its applications, the domains of the examples. */
  readonly config?: Config;
  /** Default: silent. */
  readonly log?: Logger;
  /** Default: the clock of the machine. */
  readonly clock?: Clock;
  readonly limits?: HttpLimits;
  /** How long a shutdown waits for answers under way, in milliseconds. Default: 5,000. */
  readonly shutdownLimit?: number;
}

/** A running server. */
export interface RunningServer {
  /** Such as `http://127.0.0.1:4000`. */
  readonly httpUrl: string;
  /** gRPC over HTTP/2 without TLS, such as `http://127.0.0.1:4001`. */
  readonly rpcUrl: string;
  /** The services, by name, with their base addresses. */
  readonly services: readonly { readonly name: string; readonly url: string }[];
  /** The wallet network: the built-in sandbox, such as `http://127.0.0.1:4000/wallet` or its own port, or another. */
  readonly networkUrl: string;
  /** The keystores that the sandbox shows. */
  readonly keystores: readonly DemoKeystore[];
  /** Finishes what was taken, then stops. Calling it again waits for the same end. */
  close(): Promise<void>;
}

/** Ports where nothing else is chosen. */
export const DEFAULT_PORT = 4000;
export const DEFAULT_RPC_PORT = 4001;

/**
 * Starts the server: database, services, both ports.
 *
 * @throws StartError, in words for the user, when a port is taken or the data file cannot be used
 * @example
 * const server = await startServer({ port: 0, rpcPort: 0 });
 * await fetch(`${server.httpUrl}/lending/api/v1/markets/all`);
 * await server.close();
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const { host = '127.0.0.1', clock = systemClock, log = pino({ level: 'silent' }), config = DEFAULT_CONFIG } = options;
  const limit = options.shutdownLimit ?? 5_000;
  const chosen = services.filter(({ name }) => options.services?.includes(name) ?? true);
  // What was opened, to be closed again when something after it cannot be.
  const opened: (() => Promise<void>)[] = [];
  try {
    const database = await openCheckedStore([walletPart, ...services], {
      data: options.data,
      seed: options.seed,
      clock,
      // A file keeps the tables of every service, whichever are started.
      seeded: [walletPart, ...chosen],
    });
    opened.push(database.close);

    let stopping = false;
    const ready = async () => {
      if (stopping) throw new Error('the server is shutting down');
      await database.check();
    };
    const running: RunningService[] = [];
    const { network, verifier, sandbox, ...own } = await startNetwork({
      store: database.storeOf('wallet'),
      clock,
      log,
      config,
      running,
    });
    opened.push(() => own.close(limit));
    const scheme = options.scheme ?? config.scheme ?? 'wallet';
    const started = await startServices(chosen, database.storeOf, {
      shared: database.shared,
      clock,
      log,
      scheme,
      oauth: network,
      verifier,
      config,
    });
    opened.push(() => closeServices(started, limit));
    const mounted = options.invariants === true ? await Promise.all(started.map(judged)) : started;
    running.push(...mounted.map(({ service }) => service));
    const limiter = limiterOf(options.rateLimit, database, clock);
    const { networkUrl } = config;
    const assistantApplications = await demoApplications();
    const listening = () => ({ httpUrl: http.url, rpcUrl: http2.url });
    const gate = createGate(log);
    opened.push(async () => gate.stop());
    const app = createApp({
      services: mounted,
      log,
      gate,
      validator: options.validator,
      limiter,
      ready,
      mountBeside(beside) {
        sandbox?.mount(beside);
        mountLanding(beside, { services: chosen, sandbox, networkUrl, assistantApplications, listening });
      },
    });
    const rpc = observed(
      log,
      rpcHandler(
        { services: mounted.flatMap(({ service }) => service.rpc), onFault: rpcFaultLogger(log), limiter },
        gate,
      ),
    );

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
      close() {
        stopping = true;
        // What was taken may still ask the wallet network.
        closed ??= Promise.all([
          http.close(limit),
          http2.close(limit),
          wallet?.close(limit),
          closeServices(mounted, limit),
        ])
          .then(() => own.close(limit))
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
 * The sandbox at the root of a port of its own: clients that sign the path of the whole address, `/me`, are right there.
 *
 * @throws StartError when the port is taken, or there is no sandbox
 */
async function listenWallet(
  { walletPort: port, limits }: ServerOptions,
  host: string,
  sandbox: Sandbox | undefined,
  passing: Pick<AppOptions, 'log' | 'gate'>,
): Promise<Listening | undefined> {
  if (port === undefined) return undefined;
  if (sandbox === undefined) {
    throw new StartError('--wallet-port is for the sandbox, which is not there with another network: leave one out');
  }
  const app = createApp({ services: [], ...passing, mountBeside: (beside) => sandbox.mount(beside, '/') });
  return listenHttp(app, { host, port, option: '--wallet-port' }, limits);
}

/** Where several processes share a database, they count together. */
function limiterOf(most: number | undefined, { shared, storeOf }: CheckedStore, clock: Clock): RateLimiter | undefined {
  if (most === undefined) return undefined;
  return shared === undefined ? rateLimiter(most, clock) : sharedRateLimiter(most, storeOf('start'), clock);
}

type Started = Mounted & Pick<Service, 'name'>;

async function judged(started: Started): Promise<Mounted> {
  return { ...started, judgeAnswer: await invariantsOf(started.name) };
}

async function startServices(
  chosen: readonly Service[],
  storeOf: CheckedStore['storeOf'],
  context: Omit<ServiceContext, 'store'>,
): Promise<Started[]> {
  return Promise.all(
    chosen.map(async (service) => ({
      name: service.name,
      base: service.base,
      hasApi: service.hasApi,
      service: await service.start({ ...context, store: storeOf(service.name) }),
    })),
  );
}

async function closeServices(mounted: readonly Mounted[], limit: number): Promise<void> {
  await Promise.all(mounted.map(({ service }) => service.close?.(limit)));
}

/** Logs the requests of the RPC port as those of the HTTP port. */
function observed(log: Logger, handler: Http2Handler): Http2Handler {
  const observe = observer(log);
  return (request, response) => {
    observe(request, response);
    handler(request, response);
  };
}
