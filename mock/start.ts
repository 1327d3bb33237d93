/** Starts Prism for several documents in one process. */
import type { Server } from 'node:http';
import { documentPath, readOperations } from './documents.ts';
import { MockError, UsageError } from './error.ts';
import { createMockServer } from './http.ts';
import { createLog, type LogLevel } from './log.ts';
import { type ServiceName, serviceNames, servicePorts } from './services.ts';

/** How to mock; everything has a default. */
export interface MockOptions<Service extends ServiceName = ServiceName> {
  /** Which services; default: all five. */
  readonly services?: readonly Service[];
  /** A folder with `<service>.json` for each service; default: the documents of the contract. */
  readonly documents?: string;
  /** Address to listen on; default `127.0.0.1`. */
  readonly host?: string;
  /**
   * Port of the first service, the others follow by ones in the order lending, comment, swap, vault, assistant. 0 gives
   * each service any free port. Default: each service's own port, 4011 to 4015.
   */
  readonly port?: number;
  /** Answers vary within the schema, instead of being the documents' examples; default false. */
  readonly dynamic?: boolean;
  /** How much is logged; default `silent`. */
  readonly logLevel?: LogLevel;
  /** Where the log goes, a line at a time; default: standard error. */
  readonly log?: (line: string) => void;
}

/** A running mock. */
export interface Mock<Service extends ServiceName = ServiceName> {
  /** Base address of each service, without a slash at the end. */
  readonly urls: Readonly<Record<Service, string>>;
  /** Stops listening and ends open connections. May be called more than once. */
  close(): Promise<void>;
}

interface Place {
  readonly service: ServiceName;
  readonly host: string;
  readonly port: number;
}

interface Running {
  readonly service: ServiceName;
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Starts the mock: all services listen when it resolves, none when it rejects.
 *
 * @throws MockError when a document is missing or broken, or an address cannot be listened on
 *
 * @example
 * const mock = await startMock({ services: ['lending'], port: 0 });
 * await fetch(`${mock.urls.lending}/api/v1/markets/all`);
 * await mock.close();
 */
export async function startMock<Service extends ServiceName = ServiceName>(
  options: MockOptions<Service> = {},
): Promise<Mock<Service>> {
  const started = await Promise.allSettled(placesOf(options).map((place) => start(place, options)));
  const running = started.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  let closing: Promise<unknown> | undefined;
  const close = async (): Promise<void> => {
    closing ??= Promise.all(running.map((server) => server.close()));
    await closing;
  };

  const failure = started.find((outcome) => outcome.status === 'rejected');
  if (failure !== undefined) {
    await close();
    throw failure.reason;
  }
  const urls = Object.fromEntries(running.map(({ service, url }) => [service, url])) as Record<Service, string>;
  return { urls, close };
}

const LAST_PORT = 65_535;

function placesOf({ services, host = '127.0.0.1', port }: MockOptions): Place[] {
  const wanted = services === undefined ? serviceNames : serviceNames.filter((name) => services.includes(name));
  if (wanted.length === 0) throw new UsageError(`no service to mock: choose from ${serviceNames.join(', ')}`);
  const last = (port ?? 0) + wanted.length - 1;
  if (last > LAST_PORT) {
    throw new UsageError(
      `${wanted.length} services from port ${port} on need ports up to ${last}, but the last is ${LAST_PORT}`,
    );
  }
  return wanted.map((service, index) => ({
    service,
    host,
    port: port === undefined ? servicePorts[service] : port === 0 ? 0 : port + index,
  }));
}

async function start(place: Place, options: MockOptions): Promise<Running> {
  const { documents, dynamic = false, logLevel = 'silent' } = options;
  const { log = (line: string) => void process.stderr.write(line) } = options;
  const operations = await readOperations(documentPath(place.service, documents));
  const server = createMockServer(operations, dynamic, createLog(place.service, logLevel, log));
  const port = await listen(server, place);
  const host = place.host.includes(':') ? `[${place.host}]` : place.host;
  return { service: place.service, url: `http://${host}:${port}`, close: () => stop(server) };
}

/** @returns the port that was taken */
function listen(server: Server, place: Place): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(cannotListen(place, error)));
    server.listen(place.port, place.host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : place.port);
    });
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function cannotListen({ service, host, port }: Place, { code, message }: NodeJS.ErrnoException): MockError {
  if (code === 'EADDRINUSE') {
    return new MockError(`port ${port} on ${host}, for ${service}, is taken: choose other ports with --port N`);
  }
  if (code === 'EACCES') {
    return new MockError(`port ${port}, for ${service}, needs privileges: choose ports above 1023 with --port N`);
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new MockError(`${host} is not an address of this machine: choose one with --host, such as 127.0.0.1`);
  }
  return new MockError(`${service} cannot listen on ${host}:${port}: ${message}`);
}
