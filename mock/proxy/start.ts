/** Starts a proxy before each of several services, in one process. */
import { documentPath, readOperations } from '../documents.ts';
import { listen, type Place, placesOf, stop } from '../listen.ts';
import { allRunning, type Running, type RunningTogether } from '../running.ts';
import { portsFrom, type ServiceName } from '../services.ts';
import { type Addresses, readAddresses } from './addresses.ts';
import { createCheck } from './check.ts';
import { createProxyServer } from './http.ts';
import { createJournal, type Exchange, type Finding, type Incident, type Summary } from './journal.ts';

/** How to proxy; everything but the services has a default. */
export interface ProxyOptions {
  /** Base address of each service that is to be watched, such as `http://127.0.0.1:4000/lending`. */
  readonly upstreams: Addresses;
  /** A folder with `<service>.json` for each service; default: the documents of the contract. */
  readonly documents?: string;
  /** Address to listen on; default `127.0.0.1`. */
  readonly host?: string;
  /** Port of the first proxy, the others follow by ones. 0: any free ports. Default: from 4021 on, one a service. */
  readonly port?: number;
  /** Answers a violation with an error, instead of passing it on; default false. */
  readonly strict?: boolean;
  /** Largest body that is checked, in bytes; larger ones only pass. Default: 10 MiB. */
  readonly limit?: number;
  /** Largest answer that passes at all, in bytes. Default: 1 GiB. */
  readonly most?: number;
  /** Longest silence of a service, in milliseconds; default 120,000. */
  readonly timeout?: number;
  /** Told of every exchange, and of what it showed for the first time. */
  readonly onExchange?: (seen: Seen) => void;
}

/** What one exchange showed. */
export interface Seen {
  readonly exchange: Exchange;
  readonly findings: readonly Finding[];
  readonly incidents: readonly Incident[];
}

/** Proxies that run. */
export interface RunningProxy extends RunningTogether<ServiceName> {
  /** What passed so far, as far as it has been checked. */
  summary(): Summary;
  /** Resolves when nothing is under way, and all that passed has been checked. */
  idle(): Promise<void>;
}

const MEBIBYTE = 1024 * 1024;

const FIRST_PORT = 4021;

/**
 * Starts a proxy before each service that has an address: all listen when it resolves, none when it rejects.
 *
 * @throws UsageError when an address is no base address, or there is none
 * @throws Failure when a document is missing or broken, or an address cannot be listened on
 *
 * @example
 * const proxy = await startProxy({ upstreams: { lending: 'http://127.0.0.1:4000/lending' }, port: 0 });
 * await fetch(`${proxy.urls.lending}/api/v1/markets/all`);
 * await proxy.close();
 * const { violations } = proxy.summary();
 */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const upstreams = readAddresses(options.upstreams);
  const services = [...upstreams.keys()];
  const documents = await Promise.all(
    services.map(async (service) => [service, await readOperations(documentPath(service, options.documents))] as const),
  );
  const operations = new Map(documents);
  const journal = createJournal(operations);
  const done = (exchange: Exchange): void => {
    const seen = { exchange, ...journal.add(exchange) };
    options.onExchange?.(seen);
  };

  const idling: (() => Promise<void>)[] = [];
  const start = async (place: Place, upstream: URL): Promise<Running> => {
    const { service } = place;
    const { server, idle } = createProxyServer({
      service,
      upstream,
      check: createCheck(operations.get(service) ?? []),
      strict: options.strict ?? false,
      limit: options.limit ?? 10 * MEBIBYTE,
      most: options.most ?? 1024 * MEBIBYTE,
      timeout: options.timeout ?? 120_000,
      done,
    });
    idling.push(idle);
    return { service, url: await listen(server, place), close: () => stop(server) };
  };
  const places = placesOf(services, portsFrom(FIRST_PORT), options.host, options.port);
  const { urls, close } = await allRunning<ServiceName>(
    places.flatMap((place) => {
      const upstream = upstreams.get(place.service);
      return upstream === undefined ? [] : [start(place, upstream)];
    }),
  );
  const idle = async (): Promise<void> => {
    await Promise.all(idling.map((each) => each()));
  };
  return {
    urls,
    summary: journal.summary,
    idle,
    close: async () => {
      await close();
      await idle();
    },
  };
}
