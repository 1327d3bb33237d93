/** `--workers N`: processes of this command that share its ports, each with separate connections to the database. */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { StartError } from './start-error.ts';

/** A process that ended by itself is replaced after this, in milliseconds. */
const REPLACE_AFTER = 1_000;

/** The message of a ready worker, and the message that stops it. */
const STOP = 'stop';
interface Ready {
  readonly announcement: string;
}

/** The processes at work. */
export interface Workers {
  /** The addresses that the first of them prints. */
  readonly announcement: string;
  /** Lets each finish what it took, and waits for their ends. */
  close(): Promise<void>;
}

/** Whether this process is one of them. */
export const isWorker = cluster.isWorker;

/**
 * Starts the processes: the first alone, so that a problem is reported once.
 *
 * @throws StartError when one cannot start; it has printed the reason
 */
export async function startWorkers(count: number, log: Logger): Promise<Workers> {
  let stopping = false;
  const running = new Set<Worker>();
  /** Of them, those that hear when they are to stop. */
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

/** In a worker: reports that it is ready, and waits for the message to stop. */
export function reportReady(announcement: string, stop: () => void): void {
  process.send?.({ announcement } satisfies Ready);
  process.on('message', (message) => {
    if (message === STOP) stop();
  });
}
