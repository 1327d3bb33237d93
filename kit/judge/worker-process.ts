/** The process of a judge: starts it, receives its messages and reports why it ended. */
import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { getCompileCacheDir } from 'node:module';
import { Socket } from 'node:net';
import { setPriority } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FromWorker, ToWorker } from './messages.ts';

export interface WorkerProcess {
  /** Resolves when the message was written, or cannot be. */
  send(message: ToWorker): Promise<void>;
  /** Processor time that it has taken, in milliseconds; undefined when the system does not report it. */
  spent(): Promise<number | undefined>;
  /** Keeps this process running, or lets it end, as far as that depends on the other one. */
  hold(isHeld: boolean): void;
  kill(): void;
}

export interface Listener {
  readonly onMessage: (message: FromWorker) => void;
  readonly onEnd: (why: 'out of memory' | 'failed') => void;
}

/** The number of characters of its last output that are read. */
const TAIL = 4_096;

/** Length of a tick of the clock by which Linux counts processor time, in milliseconds. */
const TICK = 10;

async function processorTime(pid: number | undefined): Promise<number | undefined> {
  try {
    return timeIn(await readFile(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return undefined;
  }
}

/** The processor time in a file `/proc/PID/stat`, of the program and of the system for it, in milliseconds. */
export function timeIn(stat: string): number {
  const [user, system] = stat
    .slice(stat.lastIndexOf(') ') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * TICK;
}

/**
 * A priority somewhat lower than that of the process that serves people; with a much lower one, the process would never
 * run on a busy machine.
 */
const PRIORITY = 4;

function yieldToOthers({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, PRIORITY);
  } catch {
    // It may have ended, or the system may not allow it.
  }
}

/**
 * From the start, a program loads compiled code from the cache of this process: without it, its memory holds the compiler
 * of TypeScript until the end.
 */
function cacheOfCode(): { readonly NODE_COMPILE_CACHE?: string } {
  const own = getCompileCacheDir();
  return own === undefined ? {} : { NODE_COMPILE_CACHE: dirname(own) };
}

/** Starts a program that calls `serveJudge`. */
export function startWorker(program: URL, mebibytes: number, { onMessage, onEnd }: Listener): WorkerProcess {
  const child = fork(fileURLToPath(program), [], {
    serialization: 'advanced',
    // Inherited options would be the limits of the process that starts it.
    execArgv: ['--expose-gc', '--optimize-for-size', '--max-semi-space-size=2', `--max-old-space-size=${mebibytes}`],
    // Large blocks go back to the system when they are freed: glibc would keep them for the next ones.
    env: {
      ...process.env,
      ...cacheOfCode(),
      MALLOC_ARENA_MAX: '2',
      MALLOC_MMAP_THRESHOLD_: '131072',
      MALLOC_TRIM_THRESHOLD_: '131072',
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let tail = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    tail = (tail + chunk.toString()).slice(-TAIL);
  });
  if (child.stderr instanceof Socket) child.stderr.unref();
  const kill = (): void => {
    child.kill('SIGKILL');
  };
  // It must not outlive this process.
  process.once('exit', kill);

  let isOver = false;
  const end = (signal?: NodeJS.Signals | null): void => {
    if (isOver) return;
    isOver = true;
    process.off('exit', kill);
    // V8 aborts; a system that is short of memory kills the process.
    const isMemory = /out of memory|heap limit/i.test(tail) || signal === 'SIGKILL' || signal === 'SIGABRT';
    onEnd(isMemory ? 'out of memory' : 'failed');
  };
  child.on('message', (message) => {
    const heard = message as FromWorker;
    if (heard.kind === 'ready') yieldToOthers(child);
    onMessage(heard);
  });
  child.on('error', () => end());
  child.on('close', (_, signal) => end(signal));
  return {
    send: (message) =>
      new Promise((resolve) => {
        // The `close` event of the process reports its end.
        if (child.connected) child.send(message, () => resolve());
        else resolve();
      }),
    spent: () => processorTime(child.pid),
    hold(isHeld) {
      for (const one of [child, child.channel]) isHeld ? one?.ref() : one?.unref();
    },
    kill,
  };
}
