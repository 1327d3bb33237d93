/** A limit of time for what is judged in the same thread: a regular expression, too, is stopped. */
import { type Context, createContext, Script } from 'node:vm';
import { isObject } from '../json.ts';
import type { Judgement } from './limits.ts';

const script = new Script('judge()');

/** What the script calls. */
let judging: () => void = () => undefined;
let context: Context | undefined;

/**
 * Calls a function that must not take longer. Costs some hundredths of a millisecond: use it where data meets patterns and
 * schemas of somebody else, and `openJudge` where memory matters, too.
 *
 * @param milliseconds on the clock.
 * @param judge is synchronous. What it throws is thrown.
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
  }
  return judged === undefined ? { kind: 'undecided', why: 'failed' } : { kind: 'judged', result: judged.result };
}

/** It is an error of the script's own context. */
function isTimeout(error: unknown): boolean {
  return isObject(error) && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
