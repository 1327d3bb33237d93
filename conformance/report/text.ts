/** Texts that all reports share. */
import { counted } from '@wallet-services/kit/counted';
import type { EarlyEnd } from '../run/ending.ts';
import type {
  Check,
  Finding,
  OtherResponse,
  Outcome,
  RemainingItems,
  RunReport,
  ServiceReport,
  Verdict,
} from '../run/report.ts';
import { verdicts } from '../run/report.ts';
import type { Explained } from './merge.ts';

export const outcomeText: Readonly<Record<Outcome, string>> = {
  conformant: 'CONFORMANT',
  'not conformant': 'NOT CONFORMANT',
  undecided: 'UNDECIDED',
};

const endedTexts: Readonly<Record<EarlyEnd, string>> = {
  time: ', its time was over before everything was sent',
  failed: ', the suite failed before everything was judged',
  interrupted: ', it was interrupted before everything was sent',
};

/** The extent of the outcome, where that is not everything: begins with a comma. */
export function extentText({ partial, readOnly, traffic, ended }: RunReport): string {
  if (ended !== undefined) return endedTexts[ended];
  if (traffic === true) return ', as far as the traffic shows';
  if (readOnly) return ', as far as reads can show';
  return partial ? ', selected checks only' : '';
}

/**
 * The number of checks behind a conformant outcome where some were not tried, and of operations that were not called;
 * begins with a space or a semicolon.
 */
export function triedText({ outcome, services }: RunReport): string {
  if (outcome !== 'conformant') return '';
  const checks = services.flatMap((service) => service.checks).filter(({ level }) => level !== 'observe');
  const untried = checks.filter(({ verdict }) => verdict === 'unsupported').length;
  const notCalled = services.reduce((sum, { leftOut = [] }) => sum + leftOut.length, 0);
  return [
    untried === 0 ? '' : ` in ${checks.length - untried} of ${checks.length} checks; ${untried} not tried`,
    notCalled === 0 ? '' : `; ${counted(notCalled, 'operation')} not called`,
  ].join('');
}

/** A text, shortened to this length where it is longer. */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

/** The text about a server that went away. */
export function goneText(service: string, request: string): string {
  return `${service} stopped accepting connections after ${request}; leave that out with --exclude if it ends the server`;
}

/** The text about items that a run created and did not delete. */
export function remainingText({ operation, count, why }: RemainingItems): string {
  return `${counted(count, 'item')} that ${operation} created: ${why}`;
}

export function countOf({ checks }: ServiceReport, verdict: Verdict): number {
  return checks.filter((check) => check.verdict === verdict).length;
}

/** The verdicts that get a column: pass, fail, and those that occur. */
export function shownVerdicts(services: readonly ServiceReport[]): readonly Verdict[] {
  return verdicts.filter(
    (verdict) => verdict === 'pass' || verdict === 'fail' || services.some((one) => countOf(one, verdict) > 0),
  );
}

/** A rule with its operation. */
export function nameOf({ rule, operation }: Pick<Check, 'rule' | 'operation'>): string {
  return operation === null ? rule : `${rule} ${operation}`;
}

const reproducedTexts = {
  yes: 'the suite repeated it, with the same result',
  no: 'the suite repeated this request alone, and the new response by itself breaks no rule: the finding depends on several responses, or on what was there before',
  differs: 'the suite repeated it, and the response was wrong in another way or had another status',
} as const;

/** The same for the two requests of a comparison. */
const bothTexts = {
  yes: 'the suite repeated both requests, with the same result',
  no: 'the suite repeated both requests, and the new responses break no rule: the finding depends on more of them, or on what was there before',
  differs: 'the suite repeated both requests, and a response was wrong in another way or had another status',
} as const;

/** Whether the commands show the finding by themselves. */
export function reproducedText({ reproduced, other }: Finding): string {
  if (reproduced !== null) return (other === undefined ? reproducedTexts : bothTexts)[reproduced];
  return other === undefined ? 'the suite did not repeat it' : 'the suite repeated neither of the two requests';
}

/** The response that a finding compares its own with: `status 200: {...}`. */
export function responseText({ status, answer }: Pick<OtherResponse, 'status' | 'answer'>, length: number): string {
  const text = cut(answer.replaceAll(/ +/g, ' '), length);
  const start = status === null ? 'none' : `status ${status}`;
  return text === '' ? `${start}, empty` : `${start}: ${text}`;
}

/** `set TOKEN to the AccessToken`; null when there is nothing to set. */
export function variablesText({ variables }: Pick<Finding, 'variables'>): string | null {
  if (variables.length === 0) return null;
  return `set ${variables.map(({ name, holds }) => `${name} to ${holds}`).join(', ')}`;
}

/** The place of a finding in the answer: ` at /data/0/id, /data/0/name`; empty for the whole answer. */
function placeText({ finding, pointers }: Explained): string {
  const { pointer } = finding;
  if (pointer === null) return '';
  const [, ...rest] = pointers;
  const places = [pointer === '' ? '(the whole response)' : pointer, ...rest.slice(0, 4)];
  return ` at ${places.join(', ')}${rest.length > 4 ? ` and ${rest.length - 4} more places` : ''}`;
}

/** The actual result, its place, and its number. */
export function actualText(one: Explained): string {
  const more = sizeOf(one) - 1;
  return `${one.finding.actual}${placeText(one)}${more > 0 ? `, and ${more} more like it` : ''}`;
}

/** The rules that are broken in addition to the most significant one. */
export function otherRules({ checks: [check, ...rest] }: Explained): readonly string[] {
  return [...new Set(rest.map(({ rule }) => rule))].filter((rule) => rule !== check?.rule);
}

/** The number of findings in an explanation, including those that differ only in the place within a list. */
function sizeOf({ findings }: Explained): number {
  return findings.reduce((sum, { alike }) => sum + alike, 0);
}

export const undecidedVerdicts: readonly Verdict[] = [
  'harness-error',
  'unjudged',
  'blocked',
  'inconclusive',
  'unsupported',
];

/** What to do about a check without a hint of its own, by its verdict. */
const general: Readonly<Partial<Record<Verdict, string>>> = {
  blocked: 'see why the server does not answer that request as documented: the check runs once it does',
  inconclusive:
    'let the server show what the check needs, or list the rule under allow_inconclusive of the target file',
  unjudged: 'correct that part of the document, or leave its operation out of the run',
  unsupported: 'nothing is missing: the rule is about what this server, or this run, does not have',
  'harness-error': 'report it: the suite itself failed',
};

/** What to do to decide a check. */
export function hintText({ verdict, reasons: [first] }: Check): string {
  return first?.hint ?? general[verdict] ?? 'run it again';
}

/** The hint that would decide a check; without one, the reason why it was not decided, without its request. */
function reasonKey({ reasons }: Check): string {
  const [first] = reasons;
  return first?.hint ?? JSON.stringify([first?.reason.replace(/^(?:[A-Z]+|rpc) [^\s:]+/, '')]);
}

/**
 * The importance of a group, as numbers to sort by: whether the outcome waits for it, whether users can act on it, its
 * size.
 */
function byWeight(left: readonly Check[], right: readonly Check[]): number {
  const weights = [left, right].map((group) => [
    Number(group.some(({ verdict }) => verdict === 'harness-error')),
    Number(group.some(({ verdict, allowed, level }) => verdict !== 'unsupported' && !allowed && level !== 'observe')),
    Number(group.some(({ reasons }) => reasons.some(({ hint }) => hint !== null))),
    group.length,
  ]);
  const [one = [], other = []] = weights;
  const place = one.findIndex((weight, index) => weight !== other[index]);
  return place < 0 ? 0 : (other[place] ?? 0) - (one[place] ?? 0);
}

/** The undecided checks in groups: first those with the same hint, then those of the same rule. */
export function undecidedGroups({ checks }: ServiceReport): readonly (readonly Check[])[] {
  const groups = undecidedVerdicts.flatMap((verdict) => {
    const undecided = checks.filter((check) => check.verdict === verdict);
    const byReason = Map.groupBy(undecided, reasonKey);
    const shared = [...byReason.values()].filter(({ length }) => length > 1);
    const reported = new Set(shared.flat());
    const rest = undecided.filter((check) => !reported.has(check));
    return [...shared, ...Map.groupBy(rest, ({ rule }) => rule).values()];
  });
  return groups.toSorted(byWeight);
}
