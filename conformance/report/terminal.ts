/** The report for a terminal: one screen for a healthy server. */

import { counted } from '@wallet-services/kit/counted';
import { eachText, onOneLine } from '@wallet-services/kit/harmless';
import type { Style } from '@wallet-services/kit/style';
import type { Check, RunReport, ServiceReport } from '../run/report.ts';
import { type Explained, explained } from './merge.ts';
import {
  actualText,
  countOf,
  cut,
  extentText,
  goneText,
  hintText,
  nameOf,
  otherRules,
  outcomeText,
  remainingText,
  reproducedText,
  responseText,
  shownVerdicts,
  triedText,
  undecidedGroups,
  variablesText,
} from './text.ts';

/** The number of characters that are shown of one answer to an open question; the other reports have all of it. */
const MOST_OBSERVED = 160;

/** The number of characters that are shown of an answer. */
const MOST_ANSWER = 160;

/**
 * The number of names that are shown of operations with a finding, and of checks that are undecided for the same
 * reason.
 */
const MOST_NAMES = 8;

/** The number of groups of undecided checks that are shown for a service. */
const MOST_GROUPS = 8;

/** The same beside findings, since the findings are often the reason. */
const MOST_BESIDE_FINDINGS = 4;

/** The number of findings of one rule that are shown in full. */
const MOST_SHOWN = 3;

/** The number of answers to open questions that fit on the screen: other reports list more. */
const MOST_QUESTIONS = 16;

const OTHER_REPORTS = '--html FILE, --markdown FILE or --json FILE';

/** Services by verdict; verdicts that do not occur are left out, except pass and fail. */
function table(services: readonly ServiceReport[], style: Style): readonly string[] {
  const shown = shownVerdicts(services);
  const width = Math.max(9, ...services.map(({ service }) => service.length));
  const header = `${'service'.padEnd(width)}${shown.map((verdict) => verdict.padStart(verdict.length + 2)).join('')}  requests`;
  const rows = services.map((one) => {
    const cells = shown.map((verdict) => {
      const count = countOf(one, verdict);
      const text = String(count).padStart(verdict.length + 2);
      if (count === 0 || verdict === 'observed' || verdict === 'unsupported') return text;
      if (verdict === 'pass') return style.good(text);
      return verdict === 'fail' ? style.bad(text) : style.odd(text);
    });
    return `${one.service.padEnd(width)}${cells.join('')}${String(one.requests).padStart(10)}`;
  });
  return [style.bold(header), ...rows];
}

/** Input checks with an observation: the server accepts more than it must, and a pass must not hide that. */
function lenient(services: readonly ServiceReport[], style: Style): readonly string[] {
  const some = services.flatMap(({ checks }) =>
    checks.filter(({ rule, observed }) => rule.startsWith('input.') && observed !== null),
  );
  const which = `invalid values of optional inputs, which no document forbids; ${OTHER_REPORTS} lists them.`;
  return some.length === 0 ? [] : [style.dim(`${counted(some.length, 'operation')} accepted ${which}`)];
}

function dossier(services: readonly ServiceReport[], style: Style): readonly string[] {
  const seen = services.flatMap(({ checks }) => checks.filter(({ observed }) => observed !== null));
  if (seen.length === 0) return [];
  if (seen.length > MOST_QUESTIONS) {
    return [
      '',
      style.dim(`${seen.length} points that the documents leave open were observed; ${OTHER_REPORTS} lists them.`),
      ...lenient(services, style),
    ];
  }
  const width = Math.max(...seen.map(({ rule }) => rule.length));
  return [
    '',
    style.bold('What this server does where the documents leave it open'),
    ...seen.map(({ rule, observed }) => `  ${rule.padEnd(width)}  ${cut(observed ?? '', MOST_OBSERVED)}`),
  ];
}

function line(label: string, text: string): string {
  return `    ${label.padEnd(9)} ${text}`;
}

/** The first few names, and the number of the others. */
function someOf(names: readonly string[], what: string): string {
  const rest = names.length - MOST_NAMES;
  return `${names.slice(0, MOST_NAMES).join(', ')}${rest > 0 ? ` and ${rest} more ${what}` : ''}`;
}

/** The command and its variables, which each have a line. */
function commandLines(label: string, curl: string, variables: string | null, style: Style): readonly string[] {
  return [line(label, curl), ...(variables === null ? [] : [line('', style.dim(variables))])];
}

function findingLines(one: Explained, style: Style): readonly string[] {
  const { finding, checks, subjects } = one;
  const [check] = checks;
  const others = otherRules(one);
  const paint = finding.verdict === 'fail' ? style.bad : style.odd;
  const { exchange, other, curl } = finding;
  return [
    '',
    `  ${paint(finding.verdict.toUpperCase())} ${style.bold(check?.rule ?? '')}  ${someOf(subjects, 'operations')}`,
    line('rule', `${check?.text} (${check?.source})`),
    ...(check?.statement === undefined ? [] : [line('document', check.statement)]),
    line('expected', finding.expected),
    line('actual', actualText(one)),
    ...(exchange === null ? [] : [line('response', responseText(exchange, MOST_ANSWER))]),
    ...(other === undefined ? [] : [line('compared', responseText(other, MOST_ANSWER))]),
    ...(curl === null ? [] : commandLines('try', curl, variablesText(finding), style)),
    ...(other === undefined ? [] : commandLines('and', other.curl, variablesText(other), style)),
    ...(curl === null ? [] : [line('', style.dim(reproducedText(finding)))]),
    ...(others.length === 0 ? [] : [line('also', others.join(', '))]),
  ];
}

function findings(service: ServiceReport, style: Style): readonly string[] {
  const all = explained(service);
  if (all.length === 0) return [];
  const byRule = Map.groupBy(all, ({ checks }) => `${checks[0]?.rule} ${checks[0]?.operation}`);
  const lines = [...byRule.values()].flatMap((group) => {
    const rest = group.length - MOST_SHOWN;
    const more = rest > 0 ? ['', style.dim(`    and ${rest} more of this rule; ${OTHER_REPORTS} has them all`)] : [];
    return [...group.slice(0, MOST_SHOWN).flatMap((one) => findingLines(one, style)), ...more];
  });
  return ['', style.bold(`Findings in ${service.service} (${all.length})`), ...lines];
}

function known({ service, checks }: ServiceReport, style: Style): readonly string[] {
  const entries = checks.flatMap((check) =>
    check.known === null ? [] : [`  ${nameOf(check)}: ${check.known.reason} (until ${check.known.expires})`],
  );
  return entries.length === 0 ? [] : ['', style.bold(`Known failures in ${service} (${entries.length})`), ...entries];
}

/** Checks that are undecided for the same reason, or by the same rule, are shown together. */
function undecidedLines(checks: readonly Check[], style: Style): readonly string[] {
  const [check] = checks;
  if (check === undefined) return [];
  const reasons = [...new Map(checks.flatMap((one) => one.reasons).map((one) => [one.reason, one])).values()];
  const [first] = reasons;
  const more = reasons.length > 1 ? ` (and ${reasons.length - 1} more; ${OTHER_REPORTS} has them all)` : '';
  const names = checks.map((one) => `${nameOf(one)}${one.allowed ? ' (allowed by the target)' : ''}`);
  return [
    `  ${style.odd(check.verdict)} ${someOf(names, 'checks')}`,
    `    ${first?.reason ?? 'no request tested it'}${more}`,
    style.dim(`    to decide it: ${hintText(check)}`),
  ];
}

function undecided(service: ServiceReport, style: Style): readonly string[] {
  const groups = undecidedGroups(service);
  const count = groups.flat().length;
  const { length: unchecked } = service.unchecked;
  const isSick = service.checks.some(({ verdict }) => verdict === 'fail');
  const shown = groups.slice(0, isSick ? MOST_BESIDE_FINDINGS : MOST_GROUPS);
  const rest = count - shown.flat().length;
  const { leftOut = [], remaining = [], wentAway } = service;
  const lines = [
    '',
    style.bold(`Not decided in ${service.service} (${count})`),
    ...shown.flatMap((group) => undecidedLines(group, style)),
    ...(rest > 0 ? [style.dim(`  and ${rest} more checks; ${OTHER_REPORTS} lists them`)] : []),
  ];
  return [
    ...(count === 0 ? [] : lines),
    ...(wentAway === undefined ? [] : ['', style.bad(goneText(service.service, wentAway))]),
    ...(leftOut.length === 0 ? [] : ['', style.bold(`Not called in ${service.service} (${leftOut.length})`)]),
    ...leftOut.map(({ operation, why }) => `  ${operation}: ${why}`),
    ...(remaining.length === 0 ? [] : ['', style.bold(`Still on the server of ${service.service}`)]),
    ...remaining.map((one) => `  ${remainingText(one)}`),
    ...(unchecked === 0
      ? []
      : ['', style.dim(`${unchecked} documented rules of ${service.service} have no check in this version.`)]),
  ];
}

function stale({ staleKnownFailures }: RunReport, style: Style): readonly string[] {
  if (staleKnownFailures.length === 0) return [];
  const lines = staleKnownFailures.map((entry) => `  ${style.bad('FAIL')} ${nameOf(entry)} ${entry.problem}`);
  return ['', style.bold('Known failures that no longer apply'), ...lines];
}

/** The whole report as text, without a final newline. Findings come last, where they are visible without scrolling. */
export function terminalReport(given: RunReport, style: Style): string {
  const report = eachText(given, onOneLine);
  const { services, outcome, clock } = report;
  const paint = outcome === 'conformant' ? style.good : outcome === 'undecided' ? style.odd : style.bad;
  return [
    ...table(services, style),
    ...dossier(services, style),
    ...services.flatMap((service) => undecided(service, style)),
    ...services.flatMap((service) => known(service, style)),
    ...services.flatMap((service) => findings(service, style)),
    ...stale(report, style),
    '',
    `${paint(outcomeText[outcome])}${triedText(report)}${extentText(report)}, in ${(clock.milliseconds / 1000).toFixed(1)} s`,
  ].join('\n');
}
