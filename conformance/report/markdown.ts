/** The report as Markdown, for the summary of a CI run. */
import { eachText, onOneLine } from '@wallet-services/kit/harmless';
import type { RunReport, ServiceReport } from '../run/report.ts';
import { type Explained, explained } from './merge.ts';
import { markdownTable } from './table.ts';
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
  reproducedText,
  shownVerdicts,
  triedText,
  undecidedGroups,
  variablesText,
} from './text.ts';

/**
 * The number of findings of a service that are shown: CI servers truncate long summaries, and other reports show the
 * rest.
 */
const MOST_FINDINGS = 50;

const MOST_TEXT = 400;

/** Text that is shown unchanged, on one line. */
function plain(text: string): string {
  const line = cut(text.replaceAll(/\s+/g, ' '), MOST_TEXT);
  return line
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('@', '&#64;')
    .replaceAll(/:(?=\/\/)|(?<=\bwww)\./gi, (mark) => `&#${mark.charCodeAt(0)};`)
    .replaceAll(/[\\`*_[\]|~#>]/g, String.raw`\$&`)
    .replaceAll(String.raw`&\#`, '&#');
}

/** A delimiter of code: one backtick more than the longest run of them in a text. */
function fenceFor(text: string, least: number): string {
  return '`'.repeat(Math.max(least, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length + 1)));
}

/** A text in code style, whatever backticks it contains. */
function code(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  const fence = fenceFor(line, 1);
  return fence === '`' ? `\`${line}\`` : `${fence} ${line} ${fence}`;
}

function block(text: string): readonly string[] {
  const fence = fenceFor(text, 3);
  return [`${fence}sh`, text, fence];
}

/** The text of a table cell, with its bars escaped: a bar ends a cell even in code. */
function cell(text: string): string {
  return code(cut(text, MOST_TEXT)).replaceAll('|', String.raw`\|`);
}

function counts(services: readonly ServiceReport[]): readonly string[] {
  const shown = shownVerdicts(services);
  return markdownTable(
    ['service', ...shown, 'requests'],
    services.map((one) => [
      one.service,
      ...shown.map((verdict) => String(countOf(one, verdict))),
      String(one.requests),
    ]),
  );
}

function folded(title: string, header: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  if (rows.length === 0) return [];
  const summary = `<summary>${title} (${rows.length})</summary>`;
  return ['', '<details>', summary, '', ...markdownTable(header, rows), '', '</details>'];
}

function findingLines(one: Explained): readonly string[] {
  const { finding, checks, subjects } = one;
  const [check] = checks;
  const others = otherRules(one);
  const variables = variablesText(finding);
  const { other } = finding;
  return [
    '',
    `#### ${finding.verdict} ${code(check?.rule ?? '')} ${plain(subjects.join(', '))}`,
    '',
    `- rule: ${plain(check?.text ?? '')} (${plain(check?.source ?? '')})`,
    ...(check?.statement === undefined ? [] : [`- document: ${plain(check.statement)}`]),
    `- expected: ${plain(finding.expected)}`,
    `- actual: ${plain(actualText(one))}`,
    ...(finding.exchange === null
      ? []
      : [`- response: ${finding.exchange.status ?? 'none'} ${code(cut(finding.exchange.answer, MOST_TEXT))}`]),
    ...(other === undefined
      ? []
      : [`- compared with: ${other.status ?? 'none'} ${code(cut(other.answer, MOST_TEXT))}`]),
    ...(others.length === 0 ? [] : [`- also: ${others.map(code).join(', ')}`]),
    ...(finding.curl === null
      ? []
      : [
          '',
          ...block([finding.curl, ...(other === undefined ? [] : [other.curl])].join('\n')),
          '',
          plain(reproducedText(finding)),
        ]),
    ...(variables === null ? [] : [plain(variables)]),
  ];
}

function findings(service: ServiceReport): readonly string[] {
  const all = explained(service);
  if (all.length === 0) return [];
  const rest = all.length - MOST_FINDINGS;
  return [
    '',
    `### Findings in ${service.service} (${all.length})`,
    ...all.slice(0, MOST_FINDINGS).flatMap(findingLines),
    ...(rest > 0 ? ['', `and ${rest} more`] : []),
  ];
}

function undecided(service: ServiceReport): readonly string[] {
  const rows = undecidedGroups(service).map((checks) => {
    const [first] = checks.flatMap(({ reasons }) => reasons);
    const [check] = checks;
    const hint = check === undefined ? '' : ` (to decide it: ${hintText(check)})`;
    const names = checks.map((check) => cell(nameOf(check))).join(', ');
    return [names, checks[0]?.verdict ?? '', plain(`${first?.reason ?? 'no request tested it'}${hint}`)];
  });
  return folded(`Not decided in ${service.service}`, ['checks', 'verdict', 'why'], rows);
}

function dossier({ service, checks }: ServiceReport): readonly string[] {
  const seen = checks.filter(({ observed }) => observed !== null);
  const rows = seen.map(({ rule, text, observed }) => [`${cell(rule)} ${plain(text)}`, cell(observed ?? '')]);
  return folded(`What ${service} does where the documents leave it open`, ['open point', 'this server'], rows);
}

function known({ service, checks }: ServiceReport): readonly string[] {
  const rows = checks.flatMap((check) =>
    check.known === null ? [] : [[cell(nameOf(check)), plain(check.known.reason), check.known.expires]],
  );
  return folded(`Known failures in ${service}`, ['check', 'reason', 'until'], rows);
}

/** @returns Markdown with a final newline. */
export function markdownReport(given: RunReport): string {
  const report = eachText(given, onOneLine);
  const { services, staleKnownFailures, outcome, clock } = report;
  const unreachable = services.flatMap((one) => (one.unreachable === null ? [] : ['', `- ${plain(one.unreachable)}`]));
  const gone = services.flatMap(({ service, wentAway }) =>
    wentAway === undefined ? [] : ['', `- ${plain(goneText(service, wentAway))}`],
  );
  const leftOut = services.flatMap(({ service, leftOut: some = [] }) =>
    folded(
      `Not called in ${service}`,
      ['operation', 'why'],
      some.map(({ operation, why }) => [cell(operation), plain(why)]),
    ),
  );
  const remaining = services.flatMap(({ service, remaining: some = [] }) =>
    folded(
      `Still on the server of ${service}`,
      ['created by', 'items', 'why'],
      some.map(({ operation, count, why }) => [cell(operation), String(count), plain(why)]),
    ),
  );
  const stale = staleKnownFailures.map((entry) => `- ${cell(nameOf(entry))} ${plain(entry.problem)}`);
  return [
    `## ${outcomeText[outcome]}${triedText(report)}${extentText(report)}`,
    '',
    ...counts(services),
    '',
    `Checked in ${(clock.milliseconds / 1000).toFixed(1)} s.`,
    ...unreachable,
    ...gone,
    ...(stale.length === 0 ? [] : ['', '### Known failures that no longer apply', '', ...stale]),
    ...services.flatMap(findings),
    ...services.flatMap(known),
    ...services.flatMap(undecided),
    ...leftOut,
    ...remaining,
    ...services.flatMap(dossier),
    '',
  ].join('\n');
}
