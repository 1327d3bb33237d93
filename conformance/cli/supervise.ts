/**
 * Runs the suite in a separate thread, so that Ctrl-C works and the suite can be stopped, whatever a server sends:
 * judging an answer may take long, or more memory than is available.
 */
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { onOneLine } from '@wallet-services/kit/harmless';
import type { EarlyEnd } from '../run/ending.ts';
import { exitCodes, INTERRUPTED } from '../run/report.ts';
import { answer, readArguments } from './arguments.ts';
import { SAME } from './interruption.ts';

/** The properties of the streams that the suite needs. */
export interface Terminal {
  readonly isTTY: boolean;
  readonly columns: number;
}

export interface WorkerData {
  readonly args: readonly string[];
  readonly output: Terminal;
  readonly errors: Terminal;
}

/** The messages of the suite. */
export type WorkerMessage =
  | { readonly kind: 'output' | 'errors'; readonly text: string }
  /** The suite responds: it is not stuck in a judgement. */
  | { readonly kind: 'alive' }
  /** The suite ends the run, and reports its results so far. */
  | { readonly kind: 'ending' }
  /** A report is written: the one on the terminal is `-`. */
  | { readonly kind: 'written'; readonly path: string }
  | { readonly kind: 'ended'; readonly code: number };

/**
 * The processor time within which an interrupted suite must respond, in milliseconds: else a judgement holds it. A large
 * document takes seconds to plan.
 */
const RESPONSE = 5_000;

/** The processor time that an interrupted run has to report its results, in milliseconds. */
const LAST_REPORTS = 30_000;

/** By the clock, an interrupted run may take this multiple of its processor time: the machine may be busy. */
const CLOCK = 4;

/** The processor time that may pass before the suite responds again, in milliseconds. */
const LONGEST_THOUGHT = 15_000;

/** Memory for the objects of a run with a document from elsewhere, which may be large, in MiB. */
const FOREIGN = 256;

/** The intervals at which the thread is checked, before and after an interrupt, in milliseconds. */
const CHECK_EVERY = 500;
const CHECK_INTERRUPTED_EVERY = 100;

function terminal({ isTTY, columns }: NodeJS.WriteStream): Terminal {
  return { isTTY: isTTY === true, columns: columns ?? 0 };
}

/**
 * Runs the suite in a separate thread.
 *
 * @param program the file that the thread runs.
 * @param early is aborted by a signal that came before this function was called.
 * @returns the exit code.
 */
export async function supervise(program: URL, args: readonly string[], early: AbortSignal): Promise<number> {
  const { stdout, stderr } = process;
  const request = readArguments(args);
  // Help and errors do not need the suite.
  if (request.kind !== 'run') return answer(request, { output: stdout, errors: stderr });
  const data: WorkerData = { args, output: terminal(stdout), errors: terminal(stderr) };
  // A limit of the thread alone would give way to that of the command line.
  if (request.options.document !== undefined) setFlagsFromString(`--max-old-space-size=${FOREIGN}`);
  const worker = new Worker(program, { workerData: data, argv: [...args], stdout: false, stderr: false });
  const { promise, resolve } = Promise.withResolvers<number>();
  const started = new Date();
  const written = new Set<string>();
  let isOver = false;
  const giveUp = async (code: number, sentence: string, ended: EarlyEnd, why = sentence) => {
    if (isOver) return;
    isOver = true;
    await worker.terminate();
    stderr.write(`${stderr.isTTY ? '\r\x1b[2K' : ''}${sentence}\n`);
    // Almost no run needs it.
    const { writeLast } = await import('./last.ts');
    const around = { environment: process.env, output: stdout, errors: stderr };
    await writeLast(request.options, { ended, why, started }, around, written);
    resolve(code);
  };
  const abandon = () =>
    giveUp(INTERRUPTED, 'interrupted: nothing was decided', 'interrupted', 'the run was interrupted');
  const spent = async () => {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1000;
  };
  let interruptedAt: number | undefined;
  let isEnding = false;
  const interrupt = async () => {
    if (interruptedAt !== undefined && performance.now() - interruptedAt > SAME) void abandon();
    if (interruptedAt !== undefined) return;
    interruptedAt = performance.now();
    worker.postMessage('interrupt');
    setTimeout(abandon, CLOCK * LAST_REPORTS).unref();
    const before = await spent().catch(() => 0);
    const watching = setInterval(async () => {
      const now = await spent().catch(() => before);
      if (isOver) clearInterval(watching);
      else if (now - before > (isEnding ? LAST_REPORTS : RESPONSE)) await abandon();
    }, CHECK_INTERRUPTED_EVERY).unref();
  };
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, interrupt);
  if (early.aborted) await interrupt();
  let last = 0;
  const timer = setInterval(async () => {
    const now = await spent().catch(() => last);
    if (now - last < LONGEST_THOUGHT) return;
    clearInterval(timer);
    const seconds = LONGEST_THOUGHT / 1000;
    await giveUp(
      exitCodes.undecided,
      `undecided: judging a response took more than ${seconds} s; --har FILE records it`,
      'failed',
    );
  }, CHECK_EVERY);
  worker.on('message', async (reported: WorkerMessage) => {
    if (reported.kind === 'output') stdout.write(reported.text);
    else if (reported.kind === 'errors') stderr.write(reported.text);
    else if (reported.kind === 'ending') isEnding = true;
    else if (reported.kind === 'written') written.add(reported.path);
    else if (reported.kind === 'ended' && !isOver) {
      isOver = true;
      resolve(reported.code);
    } else if (reported.kind === 'alive') last = await spent().catch(() => last);
  });
  worker.on('error', (error: NodeJS.ErrnoException) => {
    const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    const why = isMemory ? 'the responses need more memory than the suite has' : onOneLine(error.message);
    giveUp(exitCodes.undecided, `the suite failed, which says nothing about the server: ${why}`, 'failed');
  });
  worker.on('exit', () =>
    giveUp(exitCodes.undecided, 'the suite ended early, which says nothing about the server', 'failed'),
  );
  const code = await promise;
  clearInterval(timer);
  await worker.terminate();
  return code;
}
