/**
 * Judges untrusted data in a separate process. A thread would not do: when one runs out of memory inside a built-in
 * function, such as a regular expression that matches millions of times, the whole process ends.
 */
import { Failure, UsageError } from '../errors.ts';
import { type Block, SMALL, withoutBlocks } from './blocks.ts';
import { defaultLimits, type JudgeLimits, type Judgement, timeLeft, type Undecided } from './limits.ts';
import type { FromWorker } from './messages.ts';
import { startWorker, type WorkerProcess } from './worker-process.ts';

export interface JudgeOptions {
  /** A program that calls `serveJudge`. */
  readonly program: URL;
  /**
   * The data that the program is opened with, as `structuredClone` takes it.
   * @param before the number of earlier processes.
   */
  readonly data: (before: number) => unknown;
  readonly limits?: Partial<JudgeLimits>;
}

/** A judge that can be replaced while it is in use. */
export interface Judge<About, Task, Result> {
  /** The program's description of itself. @throws Failure when it cannot be opened */
  readonly ready: Promise<About>;
  /**
   * Requests a judgement. Never rejects: what could not be judged is `undecided`.
   * @param size bytes of the task; the bytes that wait are limited.
   * @param onSent called when the bytes of the task are no longer needed here.
   */
  judge(task: Task, size?: number, onSent?: () => void): Promise<Judgement<Result>>;
  /** Judgements that wait or are under way. */
  waiting(): number;
  /** How often the process was replaced. Each time, its state is lost. */
  replaced(): number;
  /** Resolves when nothing is waiting. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

interface Job {
  readonly id: number;
  /** The task without its blocks. */
  readonly task: unknown;
  readonly size: number;
  readonly done: (judgement: Judgement<unknown>) => void;
  /** The blocks are sent once: a task with blocks is the only one in the process, and is never sent again. */
  blocks: readonly Block[];
  onSent: () => void;
}

/**
 * The number of small jobs that are sent before the first is done, so that the process never waits for the next one.
 */
const AHEAD = 8;

/** Bytes of a block that are sent in one message. */
const PART = 256 * 1024;

/** The time in which a process must be ready, in milliseconds; otherwise it counts as failed. */
const OPENING = 60_000;

/** How many processes in a row may end before they are ready until no further one is started. */
const MOST_FALSE_STARTS = 3;

/**
 * Opens a judge. Its process is started at once and replaced when it ends or exceeds its limit; the judgement in progress
 * is `undecided` then, and the others go to the next process.
 *
 * @example
 * const judge = openJudge<null, string, boolean>({ program: new URL('./program.ts', import.meta.url), data: () => null });
 * const judgement = await judge.judge('(a+)+$');
 * console.log(judgement.kind === 'judged' ? judgement.result : judgement.why);
 * await judge.close();
 */
export function openJudge<About, Task, Result>(options: JudgeOptions): Judge<About, Task, Result> {
  const limits = { ...defaultLimits, ...options.limits };
  const ready = Promise.withResolvers<About>();
  // A caller that does not wait for readiness learns of the failure from the judgements.
  ready.promise.catch(() => undefined);
  const queue: Job[] = [];
  const sent: Job[] = [];
  let idle: (() => void)[] = [];
  let [bytes, nextId, started, falseStarts, spent] = [0, 0, 0, 0, 0];
  let [isReady, isStopped] = [false, false];
  let worker: WorkerProcess;
  let timer: NodeJS.Timeout | undefined;
  /** Why the process is being killed. */
  let killedFor: Undecided | undefined;

  const finish = ({ size, done, onSent }: Job, judgement: Judgement<unknown>): void => {
    bytes -= size;
    onSent();
    done(judgement);
    if (sent.length + queue.length > 0) return;
    worker.hold(false);
    for (const resolve of idle) resolve();
    idle = [];
  };
  const stop = (): void => {
    isStopped = true;
    clearTimeout(timer);
    worker.kill();
    for (const job of [...sent.splice(0), ...queue.splice(0)]) finish(job, { kind: 'undecided', why: 'stopped' });
  };

  /** Watches the first job that was sent, until the next one is the first. */
  const watch = (): void => {
    clearTimeout(timer);
    const [job] = sent;
    if (job === undefined) return;
    const [begun, before, watched] = [performance.now(), spent, worker];
    const look = async (): Promise<void> => {
      const now = await watched.spent();
      if (sent[0] !== job || worker !== watched) return;
      const passed = performance.now() - begun;
      const left = timeLeft(limits.milliseconds, now === undefined ? passed : now - before, passed);
      if (left > 0) return later(left);
      killedFor = 'out of time';
      watched.kill();
    };
    const later = (milliseconds: number): void => {
      timer = setTimeout(look, Math.max(50, milliseconds));
    };
    later(limits.milliseconds);
  };
  const isRoom = ({ size, blocks }: Job): boolean =>
    sent.length === 0 ||
    (sent.length < AHEAD &&
      [...sent, { blocks }].every((one) => one.blocks.length === 0) &&
      [...sent, { size }].reduce((sum, one) => sum + one.size, 0) <= SMALL);
  const deliver = async (job: Job): Promise<void> => {
    const [receiver, { id, task, blocks }] = [worker, job];
    for (const [block, { bytes: whole }] of blocks.entries()) {
      for (let from = 0; from < whole.length; from += PART) {
        if (worker !== receiver || isStopped) return;
        const part = whole.subarray(from, from + PART);
        await receiver.send({ kind: 'part', block, total: whole.length, bytes: part });
      }
    }
    if (worker !== receiver || isStopped) return;
    void receiver.send({ kind: 'judge', id, task, paths: blocks.map(({ path }) => path) });
    if (blocks.length === 0) return;
    job.blocks = [];
    job.onSent();
    job.onSent = () => undefined;
  };
  const pump = (): void => {
    for (let [next] = queue; isReady && next !== undefined && isRoom(next); [next] = queue) {
      queue.shift();
      sent.push(next);
      void deliver(next);
      if (sent.length === 1) watch();
    }
  };

  const onMessage = (message: FromWorker): void => {
    if (isStopped) return;
    spent = message.spent;
    if (message.kind === 'ready') {
      clearTimeout(timer);
      [isReady, falseStarts] = [true, 0];
      worker.hold(queue.length > 0);
      // Both sides are started with the same types.
      ready.resolve(message.about as About);
    } else if (message.kind === 'refused') {
      ready.reject(new (message.isUsage ? UsageError : Failure)(message.message));
      stop();
    } else {
      const [job] = sent;
      if (job?.id !== message.id) return;
      sent.shift();
      watch();
      finish(
        job,
        message.kind === 'judged' ? { kind: 'judged', result: message.result } : { kind: 'undecided', why: 'failed' },
      );
    }
    pump();
  };
  const onEnd = (why: Undecided): void => {
    clearTimeout(timer);
    if (isStopped) return;
    if (!isReady) falseStarts += 1;
    const current = sent.shift();
    queue.unshift(...sent.splice(0));
    if (current !== undefined) finish(current, { kind: 'undecided', why: killedFor ?? why });
    if (falseStarts < MOST_FALSE_STARTS) start();
    else {
      ready.reject(new Failure('the process that judges ends before it is ready: see whether there is memory for it'));
      stop();
    }
  };
  const start = (): void => {
    [isReady, killedFor] = [false, undefined];
    worker = startWorker(options.program, limits.mebibytes, { onMessage, onEnd });
    void worker.send({ kind: 'open', data: options.data(started) });
    started += 1;
    const opening = worker;
    timer = setTimeout(() => opening.kill(), OPENING);
  };
  start();

  return {
    ready: ready.promise,
    async judge(task, size = 0, onSent = () => undefined) {
      const isFull = queue.length + sent.length >= limits.waiting || (bytes > 0 && bytes + size > limits.bytes);
      if (isStopped || isFull) {
        onSent();
        return { kind: 'undecided', why: isStopped ? 'stopped' : 'busy' };
      }
      return new Promise((resolve) => {
        bytes += size;
        nextId += 1;
        worker.hold(true);
        // Both sides are started with the same types.
        const done = (judgement: Judgement<unknown>) => resolve(judgement as Judgement<Result>);
        queue.push({ id: nextId, ...withoutBlocks(task), size, done, onSent });
        pump();
      });
    },
    waiting: () => queue.length + sent.length,
    replaced: () => started - 1,
    idle: () =>
      new Promise((resolve) => {
        if (queue.length + sent.length === 0) return resolve();
        idle.push(resolve);
      }),
    async close() {
      if (!isStopped) stop();
    },
  };
}
