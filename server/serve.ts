/** Starts the server, prints its addresses, and stops on Ctrl-C. */
import { complain } from '@wallet-services/kit/command';
import { messageOf } from '@wallet-services/kit/errors';
import { type Logger, pino } from 'pino';
import { DEFAULT_CONFIG, readConfig } from './config/index.ts';
import type { CliOptions } from './options.ts';
import { type RunningServer, startServer } from './start.ts';
import { StartError } from './start-error.ts';
import { shownPlace } from './store/place.ts';
import { isWorker, leave, onStop, reportReady, startWorkers } from './workers.ts';

/** Longest time of a shutdown, in milliseconds; then the process exits. */
const LAST_RESORT = 10_000;

/** Starts the server with the given options. @returns the exit code, once the server is ready */
export async function serve({
  logLevel,
  config: file,
  network,
  service,
  workers = 1,
  ...options
}: CliOptions): Promise<number> {
  // Synchronous, so that no line is lost at the end.
  const log = pino({ level: logLevel }, pino.destination({ fd: 2, sync: true }));
  // The server continues when the reader of its output, such as `head`, has ended.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  try {
    if (workers > 1 && !isWorker) {
      const { starting, close } = startWorkers(workers, log);
      stopOnRequest(Promise.resolve({ close }), log);
      const text = await starting;
      if (text !== undefined) process.stdout.write(`${text}  ${'processes'.padEnd(18)} ${workers}\n`);
      return 0;
    }
    const config = file === undefined ? DEFAULT_CONFIG : await readConfig(file);
    const networkUrl = network ?? config.networkUrl;
    const startOptions = {
      ...options,
      processes: workers,
      services: service,
      config: { ...config, networkUrl },
      log,
    };
    // In the next step, after the signal handlers are there: it opens the database and the ports one after the other,
    // and accepts requests before its end.
    const starting = Promise.resolve(startOptions).then(startServer);
    const stop = stopOnRequest(starting, log);
    if (isWorker) onStop(() => stop('SIGTERM'));
    const server = await starting;
    const text = announcement(server, { ...options, workers });
    if (isWorker) reportReady(text);
    else process.stdout.write(text);
    return 0;
  } catch (error) {
    // So that the parent notices its end.
    if (isWorker) leave();
    throw error instanceof StartError ? error : new StartError(`cannot start: ${firstLine(error)}`);
  }
}

function announcement(
  { httpUrl, rpcUrl, services, networkUrl, isControlled }: RunningServer,
  { data, workers = 1, sandbox = true }: Pick<CliOptions, 'data' | 'workers' | 'sandbox'>,
): string {
  const lines = [
    ['start here', `${httpUrl}/ (documents, sandbox credentials, example requests)`],
    ...services.map(({ name, url }) => [name, url]),
    ['wallet network', networkUrl],
    ['Connect, gRPC-Web', `${httpUrl}/<package>.<Service>/<Method>`],
    ['Twirp', `${httpUrl}/twirp/<package>.<Service>/<Method>`],
    ['gRPC', rpcUrl],
    ...(isControlled
      ? [['sandbox', `${httpUrl}/sandbox (console in the browser; worlds, clock, faults, journal)`]]
      : workers > 1 && sandbox
        ? [['sandbox', 'no control at /sandbox: several processes cannot share worlds and faults']]
        : []),
    ['health', `${httpUrl}/healthz, ${httpUrl}/readyz`],
    ['data', data === undefined ? 'temporary, deleted when the server stops' : shownPlace(data)],
  ];
  const text = lines.map(([name = '', value = '']) => `  ${name.padEnd(18)} ${value}`).join('\n');
  return `The reference server is ready. Ctrl-C stops it.\n${text}\n`;
}

/** Interval of checks whether npm still runs, for a server that npm started, in milliseconds. */
const LOOK_FOR_PARENT = 500;

/**
 * Stops gracefully at the first signal, at once at the second. When npm is stopped, not every shell between npm and
 * this process forwards the signal, so the end of the parent process counts as one.
 *
 * @param starting a server that starts. A start that failed has nothing to close, and reports its reason itself.
 */
function stopOnRequest(starting: Promise<Pick<RunningServer, 'close'>>, log: Logger): (signal: NodeJS.Signals) => void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    clearInterval(looking);
    log.info({ signal }, 'finishing accepted requests, then stopping');
    setTimeout(() => process.exit(1), LAST_RESORT).unref();
    const closing = starting.then(
      (server) => server.close(),
      () => undefined,
    );
    const closed = isWorker ? closing.then(leave) : closing;
    closed.catch((error: unknown) => complain('serve', new Error(`cannot stop cleanly: ${firstLine(error)}`)));
  };
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.env.npm_lifecycle_event !== undefined && process.ppid !== parent) stop('SIGTERM');
  }, LOOK_FOR_PARENT);
  looking.unref();
  const signalled = (signal: NodeJS.Signals) => {
    // Ctrl-C reaches a worker twice, from the terminal and from its parent.
    if (stopping && !isWorker) process.exit(1);
    stop(signal);
  };
  process.on('SIGINT', signalled);
  process.on('SIGTERM', signalled);
  return stop;
}

function firstLine(error: unknown): string {
  return messageOf(error).split('\n', 1)[0] ?? '';
}
