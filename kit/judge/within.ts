/** A time limit for judgements in the same thread: it stops a regular expression, too. */
import { type Context, createContext, Script } from 'node:vm';
import { isObject } from '../json.ts';
import type { Judgement } from './limits.ts';

const script = new Script('judge()');

/** Outside of `within`: a function inside would hold the data, too. */
const nothing = (): void => undefined;

/** The function that the script calls. */
let judging = nothing;
let context: Context | undefined;

/**
 * Calls a function with a time limit. Costs some hundredths of a millisecond: use it when data is matched against
 * untrusted patterns and schemas, and `openJudge` when memory matters, too.
 *
 * @param milliseconds by the clock.
 * @param judge is synchronous. Its errors are thrown on.
 *
 * @example
 * const judgement = within(1_000, () => /^(a+)+$/.test(text));
 * if (judgement.kind === 'undecided') console.log(judgement.why); // out of time
 */
export function within<Result>(milliseconds: number, judge: () => Result): Judgement<Result> {
  let judged: { readonly result: Result } | undefined;
  judging = () => {
    judged = { result: judge() };
  };
  context ??= createContext({ judge: () => judging() });
  try {
    script.runInContext(context, { timeout: milliseconds });
  } catch (error) {
    if (isTimeout(error)) return { kind: 'undecided', why: 'out of time' };
    throw error;
  } finally {
    // It would keep the data until the next call.
    judging = nothing;
  }
  return judged === undefined ? { kind: 'undecided', why: 'failed' } : { kind: 'judged', result: judged.result };
}

/** The error belongs to the script's own context. */
function isTimeout(error: unknown): boolean {
  return isObject(error) && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
