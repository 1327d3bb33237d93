/** Sends the request of each finding once more, and reports whether the answer breaks the rule again. */

import type { SuiteContext } from '../../core/context.ts';
import type { Breach, Judgement } from '../../core/judgement.ts';
import type { KnownRule } from '../../core/rule.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { FinishedCase } from '../cases.ts';
import type { Check, Finding, Reproduced, ServiceReport } from '../report.ts';
import type { Client } from '../send/client.ts';
import { alikeKey } from './conclude.ts';
import { replay } from './replay.ts';
import { watching } from './watch.ts';

/** No more different requests than this are repeated: with so many findings, users begin with the first. */
const MOST_REPEATS = 200;

/** No request is repeated after this time, in milliseconds. */
const LONGEST = 30_000;

/** The exchanges that the findings of a report show. */
export type Witnesses = ReadonlyMap<Finding, Breach>;

export interface Reproduction {
  readonly witnesses: Witnesses;
  readonly finished: readonly FinishedCase[];
  readonly rules: readonly KnownRule[];
  readonly suite: SuiteContext;
  readonly client: Pick<Client, 'send'>;
}

/** A key that is equal for requests that are equal on the wire. */
function requestKey({ call, url, method, headers, requestBody }: Exchange): string {
  return JSON.stringify([call.kind === 'rpc' ? call.protocol : '', method, url, headers, requestBody]);
}

function isReading({ call }: Exchange): boolean {
  return call.kind === 'http' && (call.method === 'GET' || call.method === 'HEAD');
}

/** The distinct exchanges to repeat, reading ones first: the others must not change what they show. */
function toRepeat(witnesses: Witnesses): readonly Exchange[] {
  const exchanges = [...witnesses.values()].flatMap(({ exchange }) => (exchange === undefined ? [] : [exchange]));
  const distinct = [...new Map(exchanges.map((one) => [requestKey(one), one])).values()];
  return [...distinct.filter(isReading), ...distinct.filter((one) => !isReading(one))].slice(0, MOST_REPEATS);
}

async function repeatAll(witnesses: Witnesses, client: Pick<Client, 'send'>): Promise<ReadonlyMap<string, Exchange>> {
  const repeated = new Map<string, Exchange>();
  const end = performance.now() + LONGEST;
  for (const exchange of toRepeat(witnesses)) {
    if (performance.now() > end) break;
    repeated.set(requestKey(exchange), await client.send(exchange.call));
  }
  return repeated;
}

function breachOf(judgement: Judgement): readonly Breach[] {
  return judgement.verdict === 'broken' || judgement.verdict === 'warn' ? [judgement.breach] : [];
}

/** The judgement of the rule on the repeated exchange, in place of the one that showed the breach. */
async function judgedAgain(
  rule: KnownRule,
  shown: Exchange,
  repeated: Exchange,
  { finished, suite }: Reproduction,
): Promise<readonly Breach[]> {
  const watched = watching(repeated)(rule, suite);
  const own = finished.filter(
    ({ conversation, exchanges }) => conversation.rules.includes(rule.id) && exchanges.includes(shown),
  );
  const again = await Promise.all(
    own.map(({ conversation, exchanges }) =>
      replay(
        conversation,
        exchanges.map((exchange) => (exchange === shown ? repeated : exchange)),
        suite,
      ),
    ),
  );
  const judged = again.flatMap(({ reported }) => reported.get(rule.id) ?? []);
  return [...watched, ...judged].flatMap(breachOf).filter(({ exchange }) => exchange === repeated);
}

function outcomeKey({ outcome }: Exchange): string {
  return outcome.kind === 'answer' ? String(outcome.status) : outcome.reason;
}

async function reproducedBy(
  rule: KnownRule,
  breach: Breach,
  repeated: Exchange,
  run: Reproduction,
): Promise<Reproduced | null> {
  const { exchange: shown } = breach;
  if (shown === undefined || outcomeKey(repeated) === 'skipped') return null;
  const isKept = run.finished.some(({ exchanges }) => exchanges.includes(shown));
  if (!isKept && rule.watch === undefined) return null;
  const breaches = await judgedAgain(rule, shown, repeated, run);
  const key = alikeKey({ ...breach, exchange: repeated });
  if (breaches.some((one) => alikeKey(one) === key)) return 'yes';
  return breaches.length > 0 || outcomeKey(repeated) !== outcomeKey(shown) ? 'differs' : 'no';
}

/**
 * Repeats the request of every finding of a report, each different request once, and marks the findings.
 *
 * @throws only when the run is interrupted.
 */
export async function reproduce(report: ServiceReport, run: Reproduction): Promise<ServiceReport> {
  if (run.witnesses.size === 0) return report;
  const repeated = await repeatAll(run.witnesses, run.client);
  const rules = new Map(run.rules.map((rule) => [rule.id, rule]));
  const marked = async (check: Check, finding: Finding): Promise<Finding> => {
    const [rule, breach] = [rules.get(check.rule), run.witnesses.get(finding)];
    const again = breach?.exchange === undefined ? undefined : repeated.get(requestKey(breach.exchange));
    if (rule === undefined || breach === undefined || again === undefined) return finding;
    return { ...finding, reproduced: await reproducedBy(rule, breach, again, run) };
  };
  const checks = await Promise.all(
    report.checks.map(async (check) => ({
      ...check,
      findings: await Promise.all(check.findings.map((finding) => marked(check, finding))),
    })),
  );
  return { ...report, checks };
}
