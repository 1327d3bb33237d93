/**
 * Middlewares: they process a turn before the model. `search` adds records of the application to the prompt. `delay`
 * and `fail` exist for the tests of clients: the first one waits, the second one fails.
 *
 * Each takes the option `timeout_ms`, which shortens its time limit.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { BotMiddleware, MiddlewareResult, SearchHit } from '@wallet-services/contract/assistant';
import { MOST_RECORD_TEXT } from '../limits.ts';

/** What a middleware works on. */
export interface TurnInput {
  /** The input of the person. */
  readonly content: string;
  /** Searches the records of the application that calls. */
  search(keywords: string, limit: number): Promise<readonly SearchHit[]>;
}

/** What middlewares add to the prompt. */
export type Records = readonly SearchHit[];

type Options = Readonly<Record<string, unknown>>;

/** Runs with options that it has checked. Rejects when it fails, and when the signal is aborted. */
type Run = (input: TurnInput, signal: AbortSignal) => Promise<Records>;

/** Makes a middleware of its options; throws `InvalidOptions`. */
type Prepare = (options: Options) => Run;

class InvalidOptions extends Error {}

/** Hits of `search`, when no limit is given and at most. */
const DEFAULT_LIMIT = 5;
const MOST_LIMIT = 128;

const LONGEST_DELAY = 600_000;

const MIDDLEWARES: Readonly<Record<string, Prepare>> = {
  search(options) {
    const limit = whole(options, 'limit', 1, MOST_LIMIT) ?? DEFAULT_LIMIT;
    return (input) => input.search(input.content, limit);
  },
  delay(options) {
    const ms = whole(options, 'ms', 0, LONGEST_DELAY);
    if (ms === undefined) throw new InvalidOptions('the option ms is missing');
    return async (_input, signal) => {
      await wait(ms, undefined, { signal });
      return [];
    };
  },
  fail() {
    return () => Promise.reject(new Error('this middleware always fails'));
  },
};

/** What became of the middlewares of a turn. */
export interface MiddlewareOutcome {
  /** Of each that ran, in order; the last one may have failed. */
  readonly results: readonly MiddlewareResult[];
  /** What `search` found: the first that fit. */
  readonly records: Records;
  /** The name of the one that failed: those after it did not run. */
  readonly failed: string | undefined;
}

/** How middlewares are run. */
export interface MiddlewareLimits {
  /** Milliseconds that one may take. */
  readonly timeout: number;
  /** Ends everything, when the server stops. */
  readonly signal: AbortSignal;
  /** The time of the whole turn is over: whichever runs then took too long. */
  readonly late: AbortSignal;
  /** Called for an internal error of a middleware. */
  readonly onFault: (error: Error) => void;
}

/** Runs middlewares one after the other, up to the first that fails. */
export async function runMiddlewares(
  middlewares: readonly BotMiddleware[],
  input: TurnInput,
  limits: MiddlewareLimits,
): Promise<MiddlewareOutcome> {
  const results: MiddlewareResult[] = [];
  const records: SearchHit[] = [];
  let room = MOST_RECORD_TEXT;
  for (const { name, options = {} } of middlewares) {
    const { result, found } = await runOne(name, options, input, limits);
    results.push(result);
    if (found === undefined) return { results, records, failed: name };
    for (const record of found) {
      room -= Buffer.byteLength(record.data);
      if (room >= 0) records.push(record);
    }
  }
  return { results, records, failed: undefined };
}

interface Ran {
  readonly result: MiddlewareResult;
  /** undefined when it failed. */
  readonly found: Records | undefined;
}

async function runOne(name: string, options: Options, input: TurnInput, limits: MiddlewareLimits): Promise<Ran> {
  const failed = (code: 1 | 2 | 3 | 4, err: string): Ran => ({
    result: { name, opts: options, code, err },
    found: undefined,
  });
  const prepare = Object.hasOwn(MIDDLEWARES, name) ? MIDDLEWARES[name] : undefined;
  if (prepare === undefined) return failed(1, 'no middleware has this name');

  let timeout = limits.timeout;
  let run: Run;
  try {
    timeout = Math.min(timeout, whole(options, 'timeout_ms', 1, LONGEST_DELAY) ?? timeout);
    run = prepare(options);
  } catch (error) {
    if (error instanceof InvalidOptions) return failed(2, error.message);
    throw error;
  }

  const late = AbortSignal.any([AbortSignal.timeout(timeout), limits.late]);
  try {
    const found = await run(input, AbortSignal.any([late, limits.signal]));
    return late.aborted ? failed(4, `${name} timed out`) : { result: { name, opts: options }, found };
  } catch (error) {
    limits.signal.throwIfAborted();
    if (late.aborted) return failed(4, `${name} timed out`);
    const fault = error instanceof Error ? error : new Error(String(error));
    limits.onFault(fault);
    return failed(3, `${name} failed`);
  }
}

/** An option that is a whole number; undefined when it is left out. */
function whole(options: Options, name: string, min: number, max: number): number | undefined {
  const value = options[name];
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
  throw new InvalidOptions(`the option ${name} is not a whole number from ${min} to ${max}`);
}
