/** Turns the judgements of a rule into its check. Pure. */
import { messageOf } from '@wallet-services/kit/errors';
import { actualText, type Breach, type Judgement } from '../../core/judgement.ts';
import type { KnownRule } from '../../core/rule.ts';
import type { Exchange } from '../../model/exchange.ts';
import { generalised } from '../../model/values/pointer.ts';
import type { Check, ExchangeRecord, Finding, OtherResponse, Reason, Verdict } from '../report.ts';
import { redact, withoutSecrets } from '../send/redact.ts';
import { commandOf } from './curl.ts';

/** The number of characters of a body that are shown. */
const EXCERPT = 600;

/** The first of these verdicts among the judgements of a rule decides. A pass outweighs missing data elsewhere. */
const precedence = [
  'broken',
  'warn',
  'blocked',
  'unjudged',
  'pass',
  'inconclusive',
  'unsupported',
  'observed',
] as const;

const brokenAs = { must: 'fail', should: 'warn', observe: 'warn' } as const;

/** The number of characters of a body that are searched for secrets: the part that is shown is much smaller. */
const SCANNED = 20_000;

/** The beginning of a body, without secrets. */
function beginning(body: string, secrets: readonly string[]): string {
  const text = withoutSecrets(body.slice(0, SCANNED), secrets);
  return text.length <= EXCERPT ? text : `${text.slice(0, EXCERPT)}…`;
}

function recordOf({ method, url, requestBody, outcome }: Exchange, secrets: readonly string[]): ExchangeRecord {
  const isAnswer = outcome.kind === 'answer';
  return {
    method,
    url: redact(url, secrets),
    requestBody: requestBody === null ? null : beginning(requestBody, secrets),
    status: isAnswer ? outcome.status : null,
    contentType: isAnswer ? outcome.contentType : null,
    answer: beginning(isAnswer ? outcome.body.text : outcome.message, secrets),
  };
}

function subjectOf(exchange: Exchange | undefined): string | null {
  if (exchange === undefined) return null;
  const { call } = exchange;
  return call.kind === 'http' ? call.operation : `rpc ${call.method} (${call.protocol})`;
}

function otherOf(exchange: Exchange, secrets: readonly string[]): OtherResponse {
  const { status, answer } = recordOf(exchange, secrets);
  const { line: curl, variables } = commandOf(exchange, secrets);
  return { status, answer, curl, variables };
}

function findingOf(breach: Breach, verdict: Finding['verdict'], alike: number, secrets: readonly string[]): Finding {
  const { exchange } = breach;
  const command = exchange === undefined ? null : commandOf(exchange, secrets);
  return {
    verdict,
    subject: subjectOf(exchange),
    expected: redact(breach.expected, secrets),
    actual: redact(actualText(breach), secrets),
    pointer: breach.pointer ?? null,
    against: breach.against,
    ...(breach.other === undefined ? {} : { other: otherOf(breach.other, secrets) }),
    ...(breach.isAbsent === true ? { isAbsent: true } : {}),
    alike,
    exchange: exchange === undefined ? null : recordOf(exchange, secrets),
    curl: command?.line ?? null,
    variables: command?.variables ?? [],
    reproduced: null,
  };
}

/** Breaches that differ only in the place within a list, or in the request that showed them, become one finding. */
export function alikeKey(breach: Breach): string {
  const { pointer, expected, about, exchange } = breach;
  const place = about ?? (pointer === undefined ? [expected, actualText(breach)] : generalised(pointer));
  return JSON.stringify([subjectOf(exchange), place]);
}

function findingsOf({ rule, judgements, secrets, witness }: Concluded): readonly Finding[] {
  const groups = new Map<string, { readonly breach: Breach; readonly verdict: Finding['verdict']; count: number }>();
  for (const judgement of judgements) {
    if (judgement.verdict !== 'broken' && judgement.verdict !== 'warn') continue;
    const verdict = judgement.verdict === 'broken' ? brokenAs[rule.level] : 'warn';
    const key = `${verdict} ${alikeKey(judgement.breach)}`;
    const group = groups.get(key);
    const { alike = 1 } = judgement.breach;
    if (group === undefined) groups.set(key, { breach: judgement.breach, verdict, count: alike });
    else group.count += alike;
  }
  return [...groups.values()].map(({ breach, verdict, count }) => {
    const finding = findingOf(breach, verdict, count, secrets);
    witness?.(finding, breach);
    return finding;
  });
}

function reasonsOf(judgements: readonly Judgement[], decisive: Judgement['verdict'] | undefined): readonly Reason[] {
  const reasons = judgements.flatMap((judgement): Reason[] =>
    judgement.verdict === decisive && 'reason' in judgement
      ? [{ reason: judgement.reason, hint: judgement.hint ?? null }]
      : [],
  );
  return [...new Map(reasons.map((reason) => [reason.reason, reason])).values()];
}

function verdictOf(rule: KnownRule, decisive: Judgement['verdict'] | undefined): Verdict {
  if (decisive === undefined) return 'inconclusive';
  return decisive === 'broken' ? brokenAs[rule.level] : decisive;
}

export interface Concluded {
  readonly rule: KnownRule;
  readonly operation: string | null;
  readonly judgements: readonly Judgement[];
  readonly allowed: boolean;
  readonly secrets: readonly string[];
  /** Called with each finding and the breach that it shows. */
  readonly witness?: Witness | undefined;
}

/** Called with a finding and the breach that it shows. */
export type Witness = (finding: Finding, breach: Breach) => void;

/** The check of a rule without judgements. */
function undecided({ id, level, text, source, statement }: KnownRule, operation: string | null): Check {
  const none = { findings: [], reasons: [], observed: null, allowed: false, known: null };
  const stated = statement === undefined ? {} : { statement };
  return { rule: id, operation, level, text, source, ...stated, verdict: 'inconclusive', ...none };
}

/** The check of a rule from all of its judgements. */
export function conclude(concluded: Concluded): Check {
  const { rule, operation, judgements, allowed, secrets } = concluded;
  const decisive = precedence.find((verdict) => judgements.some((judgement) => judgement.verdict === verdict));
  const values = judgements.flatMap((judgement) => (judgement.verdict === 'observed' ? [judgement.value] : []));
  return {
    ...undecided(rule, operation),
    verdict: verdictOf(rule, decisive),
    findings: findingsOf(concluded),
    reasons: reasonsOf(judgements, decisive).map(({ reason, hint }) => ({ reason: redact(reason, secrets), hint })),
    observed: values.length === 0 ? null : redact([...new Set(values)].join('; '), secrets),
    allowed,
  };
}

/** The check of a rule on which the suite itself failed. */
export function harnessError(rule: KnownRule, operation: string | null, error: unknown): Check {
  const hint = 'this is a bug in the suite, not in the server: please report it';
  return { ...undecided(rule, operation), verdict: 'harness-error', reasons: [{ reason: messageOf(error), hint }] };
}
