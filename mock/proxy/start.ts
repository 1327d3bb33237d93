/** Starts proxies for several services in one process. */
import { listen, type Place, placesOf, stop } from '../listen.ts';
import { allRunning, type Running, type RunningTogether } from '../running.ts';
import { portsFrom, type ServiceName } from '../services.ts';
import { type Addresses, readAddresses } from './addresses.ts';
import { createRoom } from './copy.ts';
import { createProxyServer } from './http.ts';
import { createJournal, type Exchange, type Finding, type Incident, type Summary } from './journal.ts';
import { type Judging, noJudging, startJudging } from './judge/judging.ts';
import { checkFolder } from './live/lines.ts';
import { type Live, type LiveOptions, openLive } from './live/live.ts';

/** Options of the proxy; each has a default, except for the services. */
export interface ProxyOptions {
  /** Base address of each watched service, such as `http://127.0.0.1:4000/lending`. */
  readonly upstreams: Addresses;
  /** A user's OpenAPI document; its single service is named in `upstreams` by the title. */
  readonly document?: string;
  /** Files or addresses of OpenAPI Overlays that are applied to `document`. Default: none. */
  readonly overlay?: readonly string[];
  /** A folder with `<service>.json` for each service; default: the documents of the contract. */
  readonly documents?: string;
  /** Address to listen on; default `127.0.0.1`. */
  readonly host?: string;
  /**
   * Port of the first proxy, the others follow by ones. 0 for any free ports. Default: 4021 and following, one per
   * service.
   */
  readonly port?: number;
  /** Whether a violation is answered with an error instead of being forwarded; default false. */
  readonly strict?: boolean;
  /** Largest body that is checked, in bytes; larger ones are only forwarded. Default: 10 MiB. */
  readonly limit?: number;
  /** Largest answer that is forwarded, in bytes. Default: 1 GiB. */
  readonly most?: number;
  /** Longest time in which a service sends nothing, in milliseconds; default 120,000. */
  readonly timeout?: number;
  /**
   * Whether the form of every message is checked; default true. Without it nothing is rejected, and less time and
   * memory used.
   */
  readonly form?: boolean;
  /** Also judges the traffic by the rules of the documents. Default: only the form of messages is checked. */
  readonly rules?: LiveOptions;
  /** Called for every exchange, with its new violations. */
  readonly onExchange?: (seen: Seen) => void;
}

/** The results of an exchange. */
export interface Seen {
  readonly exchange: Exchange;
  /** Method and path, as in the journal. */
  readonly operation: string;
  readonly findings: readonly Finding[];
  readonly incidents: readonly Incident[];
}

/** Running proxies. */
export interface RunningProxy extends RunningTogether<ServiceName> {
  /** The totals of the exchanges that were checked so far. */
  summary(): Summary;
  /** Resolves when no exchange is pending, and all have been checked. */
  idle(): Promise<void>;
  /** The results of the rules; absent when none are judged. */
  readonly live?: Live;
}

const MEBIBYTE = 1024 * 1024;

const FIRST_PORT = 4021;

/** Largest body that is checked, in bytes. */
const LIMIT = 10 * MEBIBYTE;

/** Memory for the copies of all bodies that are judged at one time. */
const ROOM = 20 * MEBIBYTE;

/**
 * Starts a proxy for each service with an address: all listen when it resolves, none when it rejects.
 *
 * @throws UsageError when an address is not a base address, or there is none
 * @throws Failure when a document is missing or broken, or an address cannot be listened on
 *
 * @example
 * const proxy = await startProxy({ upstreams: { lending: 'http://127.0.0.1:4000/lending' }, port: 0 });
 * await fetch(`${proxy.urls.lending}/api/v1/markets/all`);
 * await proxy.close();
 * const { violations } = proxy.summary();
 */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const { limit = LIMIT, form = true, rules, documents, document, overlay } = options;
  const upstreams = [...readAddresses(options.upstreams)];
  if (rules?.har !== undefined) await checkFolder(rules.har);
  const data = {
    services: upstreams.map(([service]) => service),
    form,
    limit,
    documents,
    document,
    overlay,
    urls: Object.fromEntries(upstreams.map(([service, url]) => [service, url.href.replace(/\/+$/, '')])),
    rules: rules !== undefined,
    values: rules?.values ?? false,
    har: rules?.har,
  };
  const judging = form || rules !== undefined ? await startJudging(data) : noJudging;
  try {
    const proxy = await startProxyWith(judging, options);
    return { ...proxy, close: () => proxy.close().finally(judging.close) };
  } catch (error) {
    await judging.close();
    throw error;
  }
}

/** Starts proxies with an existing judge, which stays open when they close. */
export async function startProxyWith(judging: Judging, options: ProxyOptions): Promise<RunningProxy> {
  const { host = '127.0.0.1', limit = LIMIT, rules } = options;
  const upstreams = readAddresses(options.upstreams);
  const services = [...upstreams.keys()];
  const parts = rules === undefined ? undefined : await openLive(rules);
  const journal = createJournal(judging.about.operations, rules?.values);
  const done = (exchange: Exchange): void => {
    const seen = { exchange, ...journal.add(exchange) };
    options.onExchange?.(seen);
  };
  const live = await parts?.start(judging, host);
  const room = createRoom(ROOM);
  const idling: (() => Promise<void>)[] = [];
  const start = async (place: Place, upstream: URL): Promise<Running> => {
    const { service } = place;
    const { server, idle, release } = createProxyServer({
      service,
      upstream,
      judging,
      strict: options.strict ?? false,
      limit,
      room,
      most: options.most ?? 1024 * MEBIBYTE,
      timeout: options.timeout ?? 120_000,
      done,
      live: parts,
    });
    idling.push(idle);
    return { service, url: await listen(server, place), close: () => stop(server).finally(release) };
  };
  const own: Readonly<Record<string, number>> = {
    ...Object.fromEntries(services.map((one) => [one, FIRST_PORT])),
    ...portsFrom(FIRST_PORT),
  };
  const places = placesOf(services, own, options.host, options.port);
  const { urls: addresses, close } = await allRunning<ServiceName>(
    places.flatMap((place) => {
      const upstream = upstreams.get(place.service);
      return upstream === undefined ? [] : [start(place, upstream)];
    }),
  ).catch(async (error: unknown) => {
    await live?.close();
    throw error;
  });
  const idle = async (): Promise<void> => {
    await Promise.all(idling.map((each) => each()));
  };
  return {
    urls: addresses,
    summary: () => ({ ...journal.summary(), judgesReplaced: judging.replaced() }),
    idle,
    ...(live === undefined ? {} : { live }),
    close: async () => {
      await close();
      await idle();
      await live?.close();
    },
  };
}
