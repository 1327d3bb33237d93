/** Starts Prism for several documents in one process. */

import { UsageError } from '@wallet-services/kit/errors';
import { documentPath, readOperations } from './documents.ts';
import { createMockServer } from './http.ts';
import { listen, type Place, placesOf, stop } from './listen.ts';
import { createLog, type LogLevel } from './log.ts';
import { type Answering, complainOf, readOwnAnswers, withOwnAnswers } from './own-answers.ts';
import { allRunning, type Running, type RunningTogether } from './running.ts';
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
   * Port of the first service, the others follow by ones in the order of the contract. 0 gives each service any free
   * port. Default: each service's own port, from 4011 on.
   */
  readonly port?: number;
  /** Answers vary within the schema, instead of being the documents' examples; default false. */
  readonly dynamic?: boolean;
  /** A file of answers of your own, which the guide describes; default: the documented examples alone. */
  readonly examples?: string;
  /** How much is logged; default `silent`. */
  readonly logLevel?: LogLevel;
  /** Where the log goes, a line at a time; default: standard error. */
  readonly log?: (line: string) => void;
}

/** A running mock. */
export type Mock<Service extends ServiceName = ServiceName> = RunningTogether<Service>;

/**
 * Starts the mock: all services listen when it resolves, none when it rejects.
 *
 * @throws Failure when a document is missing or broken, the file of answers is wrong, or an address cannot be listened on
 *
 * @example
 * const mock = await startMock({ services: ['lending'], port: 0 });
 * await fetch(`${mock.urls.lending}/api/v1/markets/all`);
 * await mock.close();
 */
export async function startMock<Service extends ServiceName = ServiceName>(
  options: MockOptions<Service> = {},
): Promise<Mock<Service>> {
  const places = placesFor(options);
  return allRunning((await answeringsFor(places, options)).map((mocked) => start(mocked, options)));
}

interface Mocked {
  readonly place: Place<ServiceName>;
  readonly answering: Answering;
}

/** What each service answers. All that is wrong with a file of answers is told of at once. */
async function answeringsFor(
  places: readonly Place<ServiceName>[],
  { documents, examples }: MockOptions,
): Promise<Mocked[]> {
  const read = await Promise.all(
    places.map(async (place) => ({ place, operations: await readOperations(documentPath(place.service, documents)) })),
  );
  const problems: string[] = [];
  const answers = examples === undefined ? undefined : await readOwnAnswers(examples, problems);
  const mocked = read.map(({ place, operations }) => ({
    place,
    answering: withOwnAnswers(operations, place.service, answers?.get(place.service) ?? new Map(), problems),
  }));
  if (examples !== undefined) complainOf(examples, problems);
  return mocked;
}

function placesFor({ services, host, port }: MockOptions): Place<ServiceName>[] {
  const wanted = services === undefined ? serviceNames : serviceNames.filter((name) => services.includes(name));
  if (wanted.length === 0) throw new UsageError(`no service to mock: choose from ${serviceNames.join(', ')}`);
  return placesOf(wanted, servicePorts, host, port);
}

async function start({ place, answering }: Mocked, options: MockOptions): Promise<Running> {
  const { dynamic = false, logLevel = 'silent' } = options;
  const { log = (line: string) => void process.stderr.write(line) } = options;
  const server = createMockServer(answering, dynamic, createLog(place.service, logLevel, log));
  return { service: place.service, url: await listen(server, place), close: () => stop(server) };
}
