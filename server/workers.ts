/** Implements `--workers N`: processes that share the ports, each with its own connections to the database. */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { StartError } from './start-error.ts';

/** Delay before a process that ended unexpectedly is replaced, in milliseconds. */
const REPLACE_AFTER = 1_000;

/** The message that stops a worker, and those of one that listens for it, and of a ready one. */
const STOP = 'stop';
const LISTENING = 'listening';
interface Ready {
  readonly announcement: string;
}

/** The running processes. */
export interface Workers {
  /**
   * The text with the addresses, once all are ready; undefined when they were stopped before. Rejects with a StartError
   * when a process cannot start; the process has printed the reason.
   */
  readonly starting: Promise<string | undefined>;
  /** Lets each process finish its start and its requests, and waits until all have ended. */
  close(): Promise<void>;
}

/** Whether this process is a worker. */
export const isWorker = cluster.isWorker;

/** Starts the processes: the first one alone, so that a problem is reported once. */
export function startWorkers(count: number, log: Logger): Workers {
  let stopping = false;
  const running = new Set<Worker>();
  /** The workers that listen for the message to stop: from before they open anything. */
  const listening = new WeakSet<Worker>();

  const start = async (): Promise<string | undefined> => {
    if (stopping) return undefined;
    const worker = cluster.fork();
    running.add(worker);
    const ended = once(worker, 'exit').then(() => {
      running.delete(worker);
      return undefined;
    });
    const ready = new Promise<string>((resolve) => {
      worker.on('message', (message: Ready | typeof LISTENING) => {
        if (message === LISTENING) listening.add(worker);
        else resolve(message.announcement);
      });
    });
    const announcement = await Promise.race([ready, ended]);
    if (stopping) return undefined;
    if (announcement === undefined) throw new StartError('a process could not start: see the log above');
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

  const startAll = async () => {
    try {
      const announcement = await start();
      await Promise.all(Array.from({ length: count - 1 }, start));
      return stopping ? undefined : announcement;
    } catch (error) {
      await close();
      throw error;
    }
  };
  return { starting: startAll(), close };
}

/** Calls a function when this worker is to stop. */
export function onStop(stop: () => void): void {
  process.on('message', (message) => {
    if (message === STOP) stop();
  });
  process.send?.(LISTENING);
}

/** Reports that this worker is ready. */
export function reportReady(announcement: string): void {
  if (process.connected) process.send?.({ announcement } satisfies Ready);
}

/** Closes the channel of this worker, which would keep it alive. */
export function leave(): void {
  if (process.connected) process.disconnect();
}
