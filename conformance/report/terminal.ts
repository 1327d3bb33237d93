/** The report for a person at a terminal: one screen for a healthy server. */
import type { Check, RunReport, ServiceReport, Verdict } from '../run/report.ts';
import { verdicts } from '../run/report.ts';
import { type Explained, explained } from './merge.ts';
import type { Style } from './style.ts';

/** Of one answer to an open question so many characters are shown; the JSON report has all of it. */
const MOST_OBSERVED = 160;

/** Of an answer so many. */
const MOST_ANSWER = 160;

/** Of one rule's findings so many are shown in full. */
const MOST_SHOWN = 3;

const verdictText: Readonly<Record<RunReport['outcome'], string>> = {
  conformant: 'CONFORMANT',
  'not conformant': 'NOT CONFORMANT',
  undecided: 'UNDECIDED',
};

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

function countOf({ checks }: ServiceReport, verdict: Verdict): number {
  return checks.filter((check) => check.verdict === verdict).length;
}

/** Services by verdict; verdicts that nothing got are left out, but for pass and fail. */
function table(services: readonly ServiceReport[], style: Style): readonly string[] {
  const shown = verdicts.filter(
    (verdict) => verdict === 'pass' || verdict === 'fail' || services.some((one) => countOf(one, verdict) > 0),
  );
  const width = Math.max(9, ...services.map(({ service }) => service.length));
  const cell = (verdict: Verdict, text: string) => text.padStart(verdict.length + 2);
  const header = `${'service'.padEnd(width)}${shown.map((verdict) => cell(verdict, verdict)).join('')}  requests`;
  const rows = services.map((one) => {
    const cells = shown.map((verdict) => {
      const count = countOf(one, verdict);
      const text = cell(verdict, String(count));
      if (count === 0 || verdict === 'observed' || verdict === 'unsupported') return text;
      if (verdict === 'pass') return style.good(text);
      return verdict === 'fail' ? style.bad(text) : style.odd(text);
    });
    return `${one.service.padEnd(width)}${cells.join('')}${String(one.requests).padStart(10)}`;
  });
  return [style.bold(header), ...rows];
}

function dossier({ checks }: ServiceReport, style: Style): readonly string[] {
  const seen = checks.filter(({ observed }) => observed !== null);
  if (seen.length === 0) return [];
  const width = Math.max(...seen.map(({ rule }) => rule.length));
  return [
    '',
    style.bold('What this server does where the documents leave it open'),
    ...seen.map(({ rule, observed }) => `  ${rule.padEnd(width)}  ${cut(observed ?? '', MOST_OBSERVED)}`),
  ];
}

function indented(label: string, text: string): string {
  return `    ${label.padEnd(9)} ${text}`;
}

function findingLines({ finding, checks, subjects }: Explained, style: Style): readonly string[] {
  const [check, ...rest] = checks;
  const others = [...new Set(rest.map(({ rule }) => rule))].filter((rule) => rule !== check?.rule);
  const { exchange, pointer, alike } = finding;
  const paint = finding.verdict === 'fail' ? style.bad : style.odd;
  const place = pointer === null ? '' : ` at ${pointer === '' ? '(the whole answer)' : pointer}`;
  const answer = exchange === null ? '' : cut(exchange.answer.replaceAll(/\s+/g, ' '), MOST_ANSWER);
  const status = exchange === null || exchange.status === null ? 'no answer' : `status ${exchange.status}`;
  return [
    '',
    `  ${paint(finding.verdict.toUpperCase())} ${style.bold(check?.rule ?? '')}  ${subjects.join(', ')}`,
    indented('rule', `${check?.text} (${check?.source})`),
    indented('expected', finding.expected),
    indented('actual', `${finding.actual}${place}${alike > 1 ? `, and ${alike - 1} more like it` : ''}`),
    ...(exchange === null ? [] : [indented('answer', `${status}${answer === '' ? '' : `: ${answer}`}`)]),
    ...(finding.curl === null ? [] : [indented('try', finding.curl)]),
    ...(others.length === 0 ? [] : [indented('also', others.join(', '))]),
  ];
}

function findings(service: ServiceReport, style: Style): readonly string[] {
  const all = explained(service);
  if (all.length === 0) return [];
  const byRule = Map.groupBy(all, ({ checks }) => `${checks[0]?.rule} ${checks[0]?.operation}`);
  const lines = [...byRule.values()].flatMap((group) => {
    const rest = group.length - MOST_SHOWN;
    const more = rest > 0 ? [style.dim(`    and ${rest} more of this rule; --json FILE has them all`)] : [];
    return [...group.slice(0, MOST_SHOWN).flatMap((one) => findingLines(one, style)), ...more];
  });
  return ['', style.bold(`Findings (${all.length})`), ...lines];
}

const told: readonly Verdict[] = ['harness-error', 'blocked', 'inconclusive', 'unsupported'];

function nameOf({ rule, operation, allowed }: Check): string {
  return `${rule}${operation === null ? '' : ` ${operation}`}${allowed ? ' (allowed by the target)' : ''}`;
}

/** Checks that are undecided for the same reason, or by the same rule, are told together. */
function undecidedLines(checks: readonly Check[], style: Style): readonly string[] {
  const [check] = checks;
  if (check === undefined) return [];
  const reasons = [...new Map(checks.flatMap((one) => one.reasons).map((one) => [one.reason, one])).values()];
  const [first] = reasons;
  const more = reasons.length > 1 ? ` (and ${reasons.length - 1} more; --json FILE has them all)` : '';
  return [
    `  ${style.odd(check.verdict)} ${checks.map(nameOf).join(', ')}`,
    `    ${first?.reason ?? 'nothing exercised it'}${more}`,
    ...(first === undefined || first.hint === null ? [] : [style.dim(`    to decide it: ${first.hint}`)]),
  ];
}

function togetherUndecided(checks: readonly Check[]): readonly (readonly Check[])[] {
  const byReason = Map.groupBy(checks, ({ reasons }) => JSON.stringify(reasons.map(({ reason }) => reason)));
  const shared = [...byReason.values()].filter(({ length }) => length > 1);
  const alone = checks.filter((check) => !shared.some((group) => group.includes(check)));
  return [...shared, ...Map.groupBy(alone, ({ rule }) => rule).values()];
}

function undecided(service: ServiceReport, style: Style): readonly string[] {
  if (service.unreachable !== null) {
    return ['', style.bad(service.unreachable), '  Is it running, and is the address right?'];
  }
  const groups = told.flatMap((verdict) =>
    togetherUndecided(service.checks.filter((check) => check.verdict === verdict)),
  );
  const { length } = service.unchecked;
  return [
    ...(groups.length === 0
      ? []
      : ['', style.bold('Not decided'), ...groups.flatMap((group) => undecidedLines(group, style))]),
    ...(length === 0
      ? []
      : [
          '',
          style.dim(`${length} documented rules of ${service.service} have no check yet; --rule selects the others.`),
        ]),
  ];
}

/** The whole report as text, without a final newline. */
export function terminalReport(report: RunReport, style: Style): string {
  const paint = report.outcome === 'conformant' ? style.good : report.outcome === 'undecided' ? style.odd : style.bad;
  const lines = report.services.flatMap((service) => [
    ...dossier(service, style),
    ...findings(service, style),
    ...undecided(service, style),
  ]);
  const seconds = (report.clock.milliseconds / 1000).toFixed(1);
  return [
    ...table(report.services, style),
    ...lines,
    '',
    `${paint(verdictText[report.outcome])}${report.partial ? ', as far as selected' : ''}, in ${seconds} s`,
  ].join('\n');
}
