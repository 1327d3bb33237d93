/** Hands what passed to the thread that judges it, as much as it can take, and takes what it tells. */
import { hash, randomBytes } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { Passed, TrafficFinding } from '@wallet-services/conformance/traffic';
import { senderOf } from '@wallet-services/conformance/traffic/sender';

export interface ThreadData {
  readonly urls: Readonly<Record<string, string>>;
  readonly values: boolean;
  /** A document of somebody else's. */
  readonly document?: string | undefined;
  /** A file for a recording. */
  readonly har?: string | undefined;
  /** Largest body that is judged, in bytes. */
  readonly limit: number;
}

export type Asked =
  | { readonly kind: 'judge'; readonly passed: Passed; readonly size: number }
  | { readonly kind: 'report' };

export type ThreadTold =
  | { readonly kind: 'ready' }
  | { readonly kind: 'report'; readonly text: string }
  | (Outcome & { readonly kind: 'judged'; readonly size: number });

/** What came of an exchange. */
export interface Outcome {
  readonly service: string;
  /** The operationId; null where the document has none, or it could not be judged. */
  readonly operation: string | null;
  readonly told: readonly TrafficFinding[];
}

/** Why an exchange was not judged. */
export type Unjudged = 'not sampled' | 'busy' | 'no whole body' | 'judge stopped';

/** An exchange that passed, whose bodies may not be known. */
export type Passing = Omit<Passed, 'requestBody' | 'body'> & {
  /** Who asked, as far as the connection tells. */
  readonly from: string;
  readonly requestBody: Buffer | null;
  /** Null: it was too large, or did not come whole. */
  readonly body: Buffer | null;
};

export interface JudgingOptions extends ThreadData {
  /** The part of callers whose exchanges are judged, from 0 to 1. */
  readonly sample: number;
  readonly onJudged: (outcome: Outcome) => void;
  readonly onUnjudged: (why: Unjudged, service: string) => void;
}

export interface Judging {
  offer(passing: Passing): void;
  /** Exchanges that wait. */
  waiting(): number;
  /** The suite's report as JSON. */
  report(): Promise<string>;
  /** Resolves when all that was offered is judged. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** So many exchanges, and bytes of them, may wait; what is more is not judged. */
const MOST_WAITING = 1000;
const MOST_BYTES = 16 * 2 ** 20;

const STOPPED = 'the thread that checks the rules has stopped';

/** Memory of the thread, in mebibytes. */
const MEMORY = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 };

const KEY = randomBytes(64).toString('base64url');

/** Where a caller stands between 0 and 1: all that one caller does is judged, or nothing of it. */
function placeOf({ url, headers, from }: Passing): number {
  const { caller } = senderOf({ url, headers });
  const digest = hash('sha256', KEY + (caller === 'nobody' ? from : (caller ?? '')), 'buffer');
  return digest.readUInt32BE() / 2 ** 32;
}

/** A copy that can be handed over. */
function bytesOf(buffer: Buffer | null): Uint8Array<ArrayBuffer> | null {
  return buffer === null ? null : new Uint8Array(buffer);
}

/** The sources run as they are; the published package is compiled. */
const thread = new URL(import.meta.url.endsWith('.ts') ? './thread.ts' : './thread.js', import.meta.url);

/** Starts the thread; what is offered before it is ready waits. */
export function startJudging({ sample, onJudged, onUnjudged, ...data }: JudgingOptions): Judging {
  const worker = new Worker(thread, { workerData: data, resourceLimits: MEMORY });
  let [waiting, bytes, isOver] = [0, 0, false];
  let idle: (() => void)[] = [];
  const reports: PromiseWithResolvers<string>[] = [];
  const settle = (): void => {
    if (waiting > 0 && !isOver) return;
    for (const resolve of idle) resolve();
    idle = [];
  };
  const end = (): void => {
    isOver = true;
    waiting = 0;
    for (const { reject } of reports.splice(0)) reject(new Error(STOPPED));
    settle();
  };
  worker.on('message', (told: ThreadTold) => {
    if (told.kind === 'report') reports.shift()?.resolve(told.text);
    if (told.kind !== 'judged') return;
    waiting -= 1;
    bytes -= told.size;
    onJudged(told);
    settle();
  });
  // What passes must pass, whatever becomes of its judge.
  worker.on('error', end);
  worker.on('exit', end);
  worker.unref();

  return {
    offer(passing) {
      const { service, requestBody, body, from: _, ...rest } = passing;
      if (sample < 1 && placeOf(passing) >= sample) return onUnjudged('not sampled', service);
      if (body === null) return onUnjudged('no whole body', service);
      const size = body.length + (requestBody?.length ?? 0);
      if (isOver) return onUnjudged('judge stopped', service);
      if (waiting >= MOST_WAITING || bytes + size > MOST_BYTES) return onUnjudged('busy', service);
      waiting += 1;
      bytes += size;
      const [sent, received] = [bytesOf(requestBody), new Uint8Array(body)];
      const passed: Passed = { ...rest, service, requestBody: sent, body: received };
      const asked: Asked = { kind: 'judge', passed, size };
      worker.postMessage(asked, sent === null ? [received.buffer] : [sent.buffer, received.buffer]);
    },
    waiting: () => waiting,
    report() {
      const asked = Promise.withResolvers<string>();
      if (isOver) asked.reject(new Error(STOPPED));
      else {
        reports.push(asked);
        worker.postMessage({ kind: 'report' } satisfies Asked);
      }
      return asked.promise;
    },
    idle: () =>
      new Promise((resolve) => {
        idle.push(resolve);
        settle();
      }),
    async close() {
      end();
      await worker.terminate();
    },
  };
}
