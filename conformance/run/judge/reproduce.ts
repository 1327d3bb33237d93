/**
 * Sends the request of each finding once more, or both requests of a comparison, and reports whether the answer breaks
 * the rule again.
 */

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

/** The number of different requests that are repeated: with more findings, users begin with the first ones. */
const MOST_REPEATS = 200;

/** The time after which no request is repeated, in milliseconds. */
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

/**
 * The requests that show a breach, in the order in which they are repeated. None if there are several and one of them
 * may change something: the repeat would meet the effects of the first request.
 */
function requestsOf({ exchange, other }: Breach): readonly Exchange[] {
  if (exchange === undefined) return [];
  if (other === undefined) return [exchange];
  return isReading(exchange) && isReading(other) ? [other, exchange] : [];
}

/** The distinct exchanges to repeat, reading ones first: the others must not change what they show. */
function toRepeat(witnesses: Witnesses): readonly Exchange[] {
  const exchanges = [...witnesses.values()].flatMap(requestsOf);
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

/**
 * The breaches that a conversation reports with the repeated exchanges in place of those that showed a breach; null if
 * a replay cannot show them. The first replay repeats the searches of the run, if the trace has their requests; the
 * second uses their results.
 */
async function replayed(
  rule: KnownRule,
  { conversation, exchanges }: FinishedCase,
  shown: Exchange,
  again: ReadonlyMap<Exchange, Exchange>,
  suite: SuiteContext,
): Promise<readonly Breach[] | null> {
  const instead = exchanges.map((exchange) => again.get(exchange) ?? exchange);
  for (const one of [{ ...suite, found: new Map() }, suite]) {
    const { reported, isCut } = await replay(conversation, instead, one);
    const breaches = (reported.get(rule.id) ?? []).flatMap(breachOf);
    if (breaches.some(({ exchange }) => exchange === again.get(shown))) return breaches;
    if (!isCut && !breaches.some(({ exchange }) => exchange === shown)) return breaches;
  }
  return null;
}

/**
 * The judgement of the rule on the repeated exchanges, in place of those that showed the breach; null where they show
 * nothing by themselves.
 */
async function judgedAgain(
  rule: KnownRule,
  shown: Exchange,
  again: ReadonlyMap<Exchange, Exchange>,
  { finished, suite }: Reproduction,
): Promise<readonly Breach[] | null> {
  const repeated = again.get(shown) ?? shown;
  const watched = watching(repeated)(rule, suite);
  const own = finished.filter(
    ({ conversation, exchanges }) => conversation.rules.includes(rule.id) && exchanges.includes(shown),
  );
  const judged = await Promise.all(own.map((one) => replayed(rule, one, shown, again, suite)));
  const breaches = [...watched.flatMap(breachOf), ...judged.flatMap((one) => one ?? [])];
  const found = breaches.filter(({ exchange }) => exchange === repeated);
  // The exchanges of a case with large responses are not kept, so only a watching rule can judge the repeat.
  const isKnown = finished.some(({ exchanges }) => exchanges.includes(shown)) && !judged.includes(null);
  return found.length > 0 || isKnown ? found : null;
}

function outcomeKey({ outcome }: Exchange): string {
  return outcome.kind === 'answer' ? String(outcome.status) : outcome.reason;
}

async function reproducedBy(
  rule: KnownRule,
  breach: Breach,
  again: ReadonlyMap<Exchange, Exchange>,
  run: Reproduction,
): Promise<Reproduced | null> {
  const { exchange: shown } = breach;
  const repeated = shown && again.get(shown);
  if (shown === undefined || repeated === undefined) return null;
  if ([...again.values()].some((one) => outcomeKey(one) === 'skipped')) return null;
  const breaches = await judgedAgain(rule, shown, again, run);
  if (breaches === null) return outcomeKey(repeated) === outcomeKey(shown) ? null : 'differs';
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
    if (rule === undefined || breach === undefined) return finding;
    const again = new Map<Exchange, Exchange>();
    for (const exchange of requestsOf(breach)) {
      const one = repeated.get(requestKey(exchange));
      if (one === undefined) return finding;
      again.set(exchange, one);
    }
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
