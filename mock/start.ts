/** Starts mocks of several documents in one process. */
import { UsageError } from '@wallet-services/kit/errors';
import { readAnswersFile } from './answers-file.ts';
import { documentPath, type ReadDocument, readDocument } from './documents.ts';
import type { Unrouted } from './handle.ts';
import { createMockServer } from './http.ts';
import { listen, placesOf, stop } from './listen.ts';
import { createLog, type LogLevel } from './log.ts';
import { createMocked, failOnAnswers, type Mocked } from './mocked.ts';
import { createOverrides, type Overrides } from './overrides.ts';
import { allRunning, type Running, type RunningTogether } from './running.ts';
import { isServiceName, portsFrom, type ServiceName, serviceNames } from './services.ts';
import type { OperationName } from './typed.ts';
import { type Watching, watchFiles } from './watch.ts';

/** Options for both kinds of mocks; each has a default. */
export interface CommonOptions {
  /** Address to listen on; default `127.0.0.1`. */
  readonly host?: string;
  /**
   * Port of the first service, the others follow by ones in the order of the contract. 0 for any free ports. Default:
   * each service's own port, from 4011 on.
   */
  readonly port?: number;
  /** Whether answers are generated from the schema instead of taken from the examples; default false. */
  readonly dynamic?: boolean;
  /** File with your own answers, which the guide describes; default: only the documented examples. */
  readonly examples?: string;
  /** The base path of every service, such as `/base/v1`. Default: the root, and the paths of the documents' servers. */
  readonly prefix?: string;
  /** Whether requests are validated; default true. If not, each is answered as if it were valid. */
  readonly validate?: boolean;
  /** Whether documents and answers are read again when their files change; default false. */
  readonly watch?: boolean;
  /** Whether the process may end while the mock listens; default false. */
  readonly unref?: boolean;
  /** How much is logged; default `silent`. */
  readonly logLevel?: LogLevel;
  /** Receives the log line by line; default: standard error. */
  readonly log?: (line: string) => void;
}

/** Options for mocking the services of the contract. */
export interface MockOptions<Service extends ServiceName = ServiceName> extends CommonOptions {
  /** The services; default: all five. */
  readonly services?: readonly Service[];
  /** A folder with `<service>.json` for each service; default: the documents of the contract. */
  readonly documents?: string;
}

/** Options for mocking your own services. */
export interface DocumentOptions extends CommonOptions {
  /** Files or addresses of OpenAPI documents, JSON or YAML. Each is a service, named after its title. */
  readonly document: string | readonly string[];
  /** Files or addresses of OpenAPI Overlays, which are applied to each document in order. Default: none. */
  readonly overlay?: readonly string[];
}

/** A running mock. */
export interface Mock<Service extends string = ServiceName>
  extends RunningTogether<Service>,
    Overrides<OperationName<Service>> {
  /** The parts of the documents that are not checked, with the reason, such as an invalid regular expression. */
  readonly notes: readonly string[];
  /** The requests so far that match no operation, each with the nearest operation. `reset` clears the list. */
  unhandled(): readonly UnhandledRequest[];
}

/** A request that matches no operation. */
export interface UnhandledRequest extends Unrouted {
  readonly service: string;
}

/**
 * Starts the mock: all services listen when it resolves, none when it rejects.
 *
 * @throws Failure when a document is missing or broken, the file of answers is wrong, or an address cannot be listened on
 *
 * @example
 * const mock = await startMock({ services: ['lending'], port: 0 });
 * mock.use('listMarkets', { status: 503, headers: { 'Retry-After': '1' } });
 * await fetch(`${mock.urls.lending}/api/v1/markets/all`); // 503
 * await mock.close();
 */
export async function startMock(options: DocumentOptions): Promise<Mock<string>>;
export async function startMock<Service extends ServiceName = ServiceName>(
  options?: MockOptions<Service>,
): Promise<Mock<Service>>;
export async function startMock(options: MockOptions | DocumentOptions = {}): Promise<Mock<string>> {
  const { examples, log = (line: string) => void process.stderr.write(line), logLevel = 'silent' } = options;
  const sources = sourcesOf(options);
  const documents = await readAll(sources);
  const names = namesOf(sources, documents);
  const unhandled: UnhandledRequest[] = [];
  const overrides = createOverrides();
  const services = names.map((name, index) => ({
    name,
    source: sources[index]?.source ?? '',
    log: createLog(name, logLevel, log),
  }));
  const make = async (read: readonly ReadDocument[]): Promise<Mocked[]> => {
    const content = examples === undefined ? {} : await readAnswersFile(examples);
    const made = services.map(({ name, log }, index) =>
      createMocked(name, read[index] ?? NOTHING, content, options, log),
    );
    failOnAnswers(examples ?? '', content, made, names);
    return made;
  };
  let mocked = await make(documents);
  overrides.follow(mocked);

  const starting = placesOf(names, ownPorts(names), options.host, options.port).map(
    async (place, index): Promise<Running> => {
      const server = createMockServer({
        handle: () => (mocked[index] as Mocked).handle,
        log: services[index]?.log ?? (() => {}),
        onUnrouted: (request) =>
          void (unhandled.length < MOST_UNHANDLED && unhandled.push({ service: place.service, ...request })),
      });
      const url = await listen(server, place);
      if (options.unref === true) server.unref();
      return { service: place.service, url, close: () => stop(server) };
    },
  );
  const { urls, close } = await allRunning<string>(starting);

  /** Problems of a changed file are logged, and the mock continues with the previous content. */
  const reload = async (): Promise<readonly string[]> => {
    const read = await readAll(sources);
    mocked = await make(read);
    overrides.follow(mocked);
    return read.flatMap(({ files }) => files);
  };
  const files = [...documents.flatMap((document) => document.files), ...(examples === undefined ? [] : [examples])];
  const watching: Watching | undefined =
    options.watch === true ? watchFiles(files, reload, (line) => log(`${line}\n`)) : undefined;
  return {
    urls: withBase(urls, options.prefix),
    notes: mocked.flatMap(({ notes }) => notes),
    use: overrides.use,
    reset: () => {
      overrides.reset();
      unhandled.length = 0;
    },
    unhandled: () => [...unhandled],
    close: async () => {
      watching?.stop();
      await close();
    },
  };
}

/** Largest number of kept requests, because a misconfigured client may send many. */
const MOST_UNHANDLED = 1_000;

const NOTHING: ReadDocument = { name: '', operations: [], bases: [], notes: [], files: [] };

interface Source {
  /** Undefined for a name from the document. */
  readonly name: ServiceName | undefined;
  readonly source: string;
  readonly overlay?: readonly string[] | undefined;
}

function sourcesOf(options: MockOptions | DocumentOptions): Source[] {
  if ('document' in options) {
    const sources = [options.document].flat();
    if (sources.length === 0) throw new UsageError('no document to mock: give at least one');
    return sources.map((source) => ({ name: undefined, source, overlay: options.overlay }));
  }
  const { services, documents } = options;
  const wanted = services === undefined ? serviceNames : serviceNames.filter((name) => services.includes(name));
  if (wanted.length === 0) throw new UsageError(`no service to mock: choose from ${serviceNames.join(', ')}`);
  return wanted.map((name) => ({ name, source: documentPath(name, documents) }));
}

/** @throws Failure of the first document, in their order, that cannot be read */
async function readAll(sources: readonly Source[]): Promise<ReadDocument[]> {
  const read = await Promise.allSettled(sources.map(({ source, overlay }) => readDocument(source, overlay)));
  return read.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
}

/** Names of the documents; equal titles are distinguished by numbers. */
function namesOf(sources: readonly Source[], documents: readonly ReadDocument[]): string[] {
  const names: string[] = [];
  for (const [index, { name }] of sources.entries()) {
    const own = name ?? documents[index]?.name ?? 'api';
    const same = names.filter((each) => each === own || each.startsWith(`${own}-`)).length;
    names.push(same === 0 ? own : `${own}-${same + 1}`);
  }
  return names;
}

/** Default ports: services of the contract have fixed ones; others follow one another. */
function ownPorts(names: readonly string[]): Readonly<Record<string, number>> {
  const known: Readonly<Record<string, number>> = portsFrom(FIRST_PORT);
  return Object.fromEntries(
    names.map((name, index) => [name, isServiceName(name) ? (known[name] ?? 0) : FIRST_PORT + index]),
  );
}

const FIRST_PORT = 4011;

function withBase(urls: Readonly<Record<string, string>>, prefix = ''): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(urls).map(([name, url]) => [name, `${url}${prefix}`]));
}
