/** Runs the cases of a plan, a few at a time. */
import type { Exchange, Trace } from '../model/exchange.ts';
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
}

/** A script that asks more than this has lost its way. */
const MOST_REQUESTS = 10_000;

/** @throws when the run is interrupted; what the script itself throws is told in the result. */
async function runCase({ rule, one }: PlannedCase, client: Client): Promise<FinishedCase> {
  const exchanges: Exchange[] = [];
  const trace: Trace = { caseId: one.id, operation: one.operation, exchanges };
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
    if (!result.ok) return { rule, one, trace, error: result.error };
    if (result.next.done === true) return { rule, one, trace, error: null };
    exchanges.push(await client.send(result.next.value));
  }
  return { rule, one, trace, error: new Error(`${rule.id} asked more than ${MOST_REQUESTS} times`) };
}

/** Runs all cases, at most `concurrency` at a time. The results stand in the order of the plan. */
export async function runCases(
  plan: readonly PlannedCase[],
  client: Client,
  concurrency: number,
  onFinished: () => void,
): Promise<readonly FinishedCase[]> {
  const results: FinishedCase[] = [];
  const queue = plan.entries();
  const worker = async () => {
    for (const [index, planned] of queue) {
      results[index] = await runCase(planned, client);
      onFinished();
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, concurrency) }, worker));
  return results;
}
