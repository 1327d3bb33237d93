/**
 * Middlewares process a turn before the model does. `search` adds records of the application to the prompt. `delay` and
 * `fail` exist for the tests of clients: the first waits, the second fails.
 *
 * Each takes the option `timeout_ms`, which shortens its time limit.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { BotMiddleware, MiddlewareResult, SearchHit } from '@wallet-services/contract/assistant';
import { isUnavailable } from '../../../store/index.ts';
import { MOST_RECORD_TEXT } from '../limits.ts';

/** The input of a middleware. */
export interface TurnInput {
  /** The person's message. */
  readonly content: string;
  /** Searches the records of the calling application. */
  search(keywords: string, limit: number): Promise<readonly SearchHit[]>;
}

/** What middlewares add to the prompt. */
export type Records = readonly SearchHit[];

type Options = Readonly<Record<string, unknown>>;

/** Runs a middleware with its validated options. Rejects when it fails, and when the signal is aborted. */
type Run = (input: TurnInput, signal: AbortSignal) => Promise<Records>;

/** Validates options and returns the middleware; throws `InvalidOptions`. */
type Prepare = (options: Options) => Run;

class InvalidOptions extends Error {}

/** Number of hits of `search`: the default, and the largest. */
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

/** The outcome of a turn's middlewares. */
export interface MiddlewareOutcome {
  /** The results of the middlewares that ran, in order; the last one may have failed. */
  readonly results: readonly MiddlewareResult[];
  /** The records that `search` found, as many as fit. */
  readonly records: Records;
  /** Name of the failed middleware; those after it did not run. */
  readonly failed: string | undefined;
}

/** Limits for the run of middlewares. */
export interface MiddlewareLimits {
  /** Time limit of one middleware, in milliseconds. */
  readonly timeout: number;
  /** Aborted when the server stops: ends every middleware. */
  readonly signal: AbortSignal;
  /** Aborted at the time limit of the whole turn: the running middleware took too long. */
  readonly late: AbortSignal;
  /** Called for an internal error of a middleware. */
  readonly onFault: (error: Error) => void;
}

/** Runs middlewares one after the other, until one fails. Rejects when the database cannot be used. */
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
  /** Undefined when the middleware failed. */
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
    if (isUnavailable(error)) throw error;
    if (late.aborted) return failed(4, `${name} timed out`);
    const fault = error instanceof Error ? error : new Error(String(error));
    limits.onFault(fault);
    return failed(3, `${name} failed`);
  }
}

/** Reads an integer option; undefined when it is absent. */
function whole(options: Options, name: string, min: number, max: number): number | undefined {
  const value = options[name];
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
  throw new InvalidOptions(`the option ${name} is not a whole number from ${min} to ${max}`);
}
