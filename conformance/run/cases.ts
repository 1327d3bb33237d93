/** Runs the cases of a plan, a few at a time. */
import type { Call, Exchange, Trace } from '../model/exchange.ts';
import type { Case, KnownRule, Script } from '../rules/rule.ts';
import type { Client } from './client.ts';

/** A case with the rule that planned it. */
export interface PlannedCase {
  readonly rule: KnownRule;
  readonly one: Case;
}

/** What became of a case; an error is the suite's own. */
export interface FinishedCase extends PlannedCase {
  readonly trace: Trace;
  readonly error: unknown;
  /** It wanted to change something, which this run may not. */
  readonly forbidden: boolean;
}

/** How cases are run. */
export interface CaseOptions<Kept> {
  /** Cases that run at the same time. */
  readonly concurrency: number;
  /** Sends nothing that may change the server's data. */
  readonly readOnly: boolean;
  /** Told of each case when it is finished; gives back what is to be kept of it. */
  readonly onFinished: (finished: FinishedCase) => Kept;
}

/** A script that asks more than this has lost its way. */
const MOST_REQUESTS = 20_000;

/** Whether a call may change the server's data. */
function changes(call: Call): boolean {
  return call.kind === 'rpc' ? call.method === 'PayRequest' : !['GET', 'HEAD', 'OPTIONS'].includes(call.method);
}

/** @throws when the run is interrupted; what the script itself throws is told in the result. */
async function runCase({ rule, one }: PlannedCase, client: Client, readOnly: boolean): Promise<FinishedCase> {
  const exchanges: Exchange[] = [];
  const trace = { caseId: one.id, operation: one.operation, exchanges };
  const ended = { rule, one, trace, error: null, forbidden: false };
  let script: Script | undefined;
  const step = (answer: Exchange | undefined) => {
    try {
      script ??= one.script();
      return { ok: true as const, next: answer === undefined ? script.next() : script.next(answer) };
    } catch (error) {
      return { ok: false as const, error };
    }
  };
  for (let last: Exchange | undefined; exchanges.length < MOST_REQUESTS; last = exchanges.at(-1)) {
    const result = step(last);
    if (!result.ok) return { ...ended, error: result.error };
    if (result.next.done === true) return ended;
    if (readOnly && changes(result.next.value)) return { ...ended, forbidden: true };
    exchanges.push(await client.send(result.next.value));
  }
  return { ...ended, error: new Error(`${rule.id} asked more than ${MOST_REQUESTS} times`) };
}

/**
 * Runs all cases, at most `concurrency` at a time, and then one after the other those that must be alone. The results
 * stand in the order of the plan.
 */
export async function runCases<Kept>(
  plan: readonly PlannedCase[],
  client: Client,
  { concurrency, readOnly, onFinished }: CaseOptions<Kept>,
): Promise<readonly Kept[]> {
  const results: Kept[] = [];
  const run = async (index: number, planned: PlannedCase) => {
    results[index] = onFinished(await runCase(planned, client, readOnly));
  };
  const entries = [...plan.entries()];
  const queue = entries.filter(([, { one }]) => one.alone !== true).values();
  const worker = async () => {
    for (const [index, planned] of queue) await run(index, planned);
  };
  await Promise.all(Array.from({ length: Math.max(1, concurrency) }, worker));
  for (const [index, planned] of entries) if (planned.one.alone === true) await run(index, planned);
  return results;
}
