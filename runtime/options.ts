/** The options of every adapter, and their validation: users of JavaScript have no compiler to report a mistake. */
import type { Credentials, NoCaller } from './authenticate.ts';
import type { AnswerInstead } from './endpoint.ts';
import type { EngineName } from './engines/engine.ts';
import type { JudgeAnswer, Undocumented } from './gate.ts';
import type { Observe } from './observe.ts';
import type { Operation } from './operation.ts';
import type { ErrorBody } from './reply.ts';

/**
 * The options of every adapter.
 * @typeParam Request the request type of its server
 * @typeParam Caller the result of `authenticate`
 * @typeParam Presented the credentials of the service, by security scheme
 */
export interface ServeOptions<Request, Caller = unknown, Presented = Credentials> {
  /**
   * The path below which the operations are served, such as `/lending`: literal, without patterns. Default: the root.
   */
  prefix?: string;
  /** Which engine validates requests and answers. Default: `compiled`. */
  validator?: EngineName | undefined;
  /**
   * Turns the presented credentials into the caller. When they are invalid, it returns undefined, null or false, or
   * throws `Refusal(401)`: the client gets a 401 with its challenge. NaN is also invalid, and `onFault` gets a hint; 0
   * and an empty string are callers. Any other error is a 500. Needed when an operation of the service needs a
   * credential.
   */
  authenticate?(
    credentials: Presented,
    operation: Operation,
    request: Request,
  ): Caller | NoCaller | Promise<Caller | NoCaller>;
  /** Validates answers once more, after the document's schemas. */
  judgeAnswer?: JudgeAnswer | undefined;
  /** Answers in place of a handler, for example with an example that the request prefers. */
  answerInstead?: AnswerInstead | undefined;
  /** How members of an answer that the document does not have are treated. Default: `send`. */
  undocumented?: Undocumented | undefined;
  /** Writes the runtime's own errors in the form of the document, when that is not `{code, msg, hint?}`. */
  errorBody?: ErrorBody | undefined;
  /** Called around each call of an operation: for metrics, traces and logs. */
  observe?: Observe<Request> | undefined;
  /**
   * Called for every 500, and for a `Refusal` of 502 or 503: with an error that a handler threw, or an `AnswerError` when
   * an answer breaks the document. Also called when `authenticate` returns NaN. Default: written to standard error.
   */
  onFault?(error: Error, request: Request): void;
  /** Awaited after a request was authenticated and received, before it is parsed: the server decides when it runs. */
  turn?: ((request: Request) => Promise<void>) | undefined;
  /** The size of the largest request body, in bytes, both as sent and decompressed. Default: 1 MiB. */
  bodyLimit?: number;
  /** The longest wait for a body, in milliseconds; then the client gets a 408. Default: 60 s. */
  bodyTimeout?: number;
}

const FUNCTIONS = ['authenticate', 'judgeAnswer', 'answerInstead', 'errorBody', 'observe', 'onFault', 'turn'];
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  validator: ['compiled', 'express-openapi-validator'],
  undocumented: ['send', 'strip', 'refuse'],
};
/** The longest time that a timer can have. */
const MOST_MILLISECONDS = 2 ** 31 - 1;
const LIMITS: Readonly<Record<string, number>> = {
  bodyLimit: Number.MAX_SAFE_INTEGER,
  bodyTimeout: MOST_MILLISECONDS,
};
const KNOWN = ['prefix', 'fallthrough', ...FUNCTIONS, ...Object.keys(CHOICES), ...Object.keys(LIMITS)];

/** @throws TypeError with the invalid option, and its allowed values */
export function checkOptions(options: object): void {
  for (const [name, value] of Object.entries(options)) {
    const problem = value === undefined ? undefined : problemOf(name, value);
    if (problem !== undefined) throw new TypeError(`the option ${name} ${problem}`);
  }
}

function problemOf(name: string, value: unknown): string | undefined {
  if (!KNOWN.includes(name)) return `is not known; there are ${KNOWN.join(', ')}`;
  if (FUNCTIONS.includes(name)) return typeof value === 'function' ? undefined : 'must be a function';
  const choices = CHOICES[name];
  if (choices !== undefined) {
    return choices.includes(String(value)) ? undefined : `must be one of ${choices.join(', ')}, not ${String(value)}`;
  }
  const most = LIMITS[name];
  if (most === undefined) return undefined;
  if (typeof value === 'number' && value >= 0 && value <= most) return undefined;
  return `must be a number from 0 to ${most}, not ${typeof value === 'string' ? `'${value}'` : String(value)}`;
}
