/** A time limit for judgements in the same thread: it stops a regular expression, too. */
import { type Context, createContext, Script } from 'node:vm';
import { isObject } from '../json.ts';
import { type Judgement, timeLeft } from './limits.ts';

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
 * @param milliseconds by the clock; more where the machine is busy with other work.
 * @param judge is synchronous and changes nothing: it is called again if it had less than half of the time of the
 *   processor. Its errors are thrown on.
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
  const [begun, before] = [performance.now(), process.cpuUsage()];
  const isTimeLeft = (): boolean => {
    const { user, system } = process.cpuUsage(before);
    return timeLeft(milliseconds / 2, (user + system) / 1_000, performance.now() - begun) > 0;
  };
  try {
    while (!isEndedInTime(milliseconds)) if (!isTimeLeft()) return { kind: 'undecided', why: 'out of time' };
  } finally {
    // It would keep the data until the next call.
    judging = nothing;
  }
  return judged === undefined ? { kind: 'undecided', why: 'failed' } : { kind: 'judged', result: judged.result };
}

/** Calls the current function. Returns false when the limit, by the clock, has stopped it. */
function isEndedInTime(milliseconds: number): boolean {
  context ??= createContext({ judge: () => judging() });
  try {
    script.runInContext(context, { timeout: milliseconds });
    return true;
  } catch (error) {
    if (isTimeout(error)) return false;
    throw error;
  }
}

/** The error belongs to the script's own context. */
function isTimeout(error: unknown): boolean {
  return isObject(error) && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
