/** Implements `--workers N`: processes that share the ports, each with its own connections to the database. */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { StartError } from './start-error.ts';

/** Delay before a process that ended unexpectedly is replaced, in milliseconds. */
const REPLACE_AFTER = 1_000;

/** The message that stops a worker, and the message of a ready worker. */
const STOP = 'stop';
interface Ready {
  readonly announcement: string;
}

/** The running processes. */
export interface Workers {
  /** The text with the addresses, which the first process prints. */
  readonly announcement: string;
  /** Lets each process finish its requests, and waits until all have ended. */
  close(): Promise<void>;
}

/** Whether this process is a worker. */
export const isWorker = cluster.isWorker;

/**
 * Starts the processes: the first one alone, so that a problem is reported once.
 *
 * @throws StartError when a process cannot start; the process has printed the reason
 */
export async function startWorkers(count: number, log: Logger): Promise<Workers> {
  let stopping = false;
  const running = new Set<Worker>();
  /** The workers that listen for the message to stop. */
  const listening = new WeakSet<Worker>();

  const start = async (): Promise<string> => {
    const worker = cluster.fork();
    running.add(worker);
    const ended = once(worker, 'exit').then(() => {
      running.delete(worker);
      return undefined;
    });
    const ready = once(worker, 'message').then(([message]: Ready[]) => message?.announcement);
    const announcement = await Promise.race([ready, ended]);
    if (announcement === undefined) throw new StartError('a process could not start: see the log above');
    listening.add(worker);
    ended.then(() => replace(worker)).catch((error: unknown) => log.error({ err: error }, 'cannot replace a process'));
    return announcement;
  };

  const replace = async ({ process: { pid, exitCode, signalCode } }: Worker) => {
    if (stopping) return;
    log.warn(
      { worker: pid, exit_code: exitCode, signal: signalCode },
      'a process ended unexpectedly: starting another',
    );
    while (!stopping) {
      await wait(REPLACE_AFTER);
      if (stopping) return;
      try {
        await start();
        return;
      } catch (error) {
        log.error({ err: error }, 'cannot start a process: trying again');
      }
    }
  };

  const close = async () => {
    stopping = true;
    await Promise.all(
      [...running].map(async (worker) => {
        const ended = once(worker, 'exit');
        if (worker.isConnected() && listening.has(worker)) worker.send(STOP);
        else worker.process.kill('SIGTERM');
        await ended;
      }),
    );
  };

  try {
    const announcement = await start();
    await Promise.all(Array.from({ length: count - 1 }, start));
    return { announcement, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Reports that this worker is ready, and waits for the message to stop. */
export function reportReady(announcement: string, stop: () => void): void {
  process.send?.({ announcement } satisfies Ready);
  process.on('message', (message) => {
    if (message === STOP) stop();
  });
}
