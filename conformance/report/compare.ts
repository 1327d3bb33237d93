/** Compares two reports: where two implementations chose differently, and where they got different verdicts. Pure. */

import { eachText, onOneLine } from '@wallet-services/kit/harmless';
import type { Style } from '@wallet-services/kit/style';
import type { ServiceName } from '../model/document/services.ts';
import type { Check, RunReport, ServiceReport } from '../run/report.ts';
import { cut, nameOf, outcomeText } from './text.ts';

/** What the two say of the same thing; null where one says nothing. */
interface Pair {
  readonly name: string;
  readonly text: string;
  readonly left: string | null;
  readonly right: string | null;
}

export interface ServiceComparison {
  readonly service: ServiceName;
  /** Open questions that are answered differently. */
  readonly choices: readonly Pair[];
  /** Open questions that are answered alike. */
  readonly sameChoices: number;
  readonly verdicts: readonly Pair[];
}

export interface Comparison {
  readonly services: readonly ServiceComparison[];
  /** Services that only one of the reports is about. */
  readonly leftOnly: readonly ServiceName[];
  readonly rightOnly: readonly ServiceName[];
}

/** Answers name where they were found: what the address is makes no difference. */
export function withoutAddress(text: string | null, { url }: ServiceReport): string | null {
  return text === null || !URL.canParse(url) ? text : text.replaceAll(url, '').replaceAll(new URL(url).origin, '');
}

function pairs(left: ServiceReport, right: ServiceReport, tell: (check: Check, of: ServiceReport) => string | null) {
  const [ofLeft, ofRight] = [left, right].map(
    (report) => new Map(report.checks.map((check) => [nameOf(check), { check, value: tell(check, report) }])),
  );
  const names = new Set([...(ofLeft?.keys() ?? []), ...(ofRight?.keys() ?? [])]);
  return [...names].map((name): Pair => {
    const [one, other] = [ofLeft?.get(name), ofRight?.get(name)];
    const text = one?.check.text ?? other?.check.text ?? '';
    return { name, text, left: one?.value ?? null, right: other?.value ?? null };
  });
}

function isDifferent({ left, right }: Pair): boolean {
  return left !== right;
}

function compareService(left: ServiceReport, right: ServiceReport): ServiceComparison {
  const choices = pairs(left, right, ({ observed }, of) => withoutAddress(observed, of));
  const answered = choices.filter((pair) => pair.left !== null || pair.right !== null);
  return {
    service: left.service,
    choices: answered.filter(isDifferent),
    sameChoices: answered.filter((pair) => !isDifferent(pair)).length,
    verdicts: pairs(left, right, ({ verdict }) => verdict).filter(isDifferent),
  };
}

/** Compares two reports service by service. */
export function compareReports(left: RunReport, right: RunReport): Comparison {
  const other = ({ service }: ServiceReport, { services }: RunReport) =>
    services.find((candidate) => candidate.service === service);
  const only = (one: RunReport, than: RunReport) =>
    one.services.filter((service) => other(service, than) === undefined).map(({ service }) => service);
  return {
    services: left.services.flatMap((service) => {
      const found = other(service, right);
      return found === undefined ? [] : [compareService(service, found)];
    }),
    leftOnly: only(left, right),
    rightOnly: only(right, left),
  };
}

/** Of one answer so many characters are shown. */
const MOST_ANSWER = 300;

/** A thing and what each says of it, a line each. */
export function pairText(
  { name, text }: Pick<Pair, 'name' | 'text'>,
  said: readonly (string | null)[],
  missing: string,
  style: Style,
): readonly string[] {
  const shown = (value: string | null) => (value === null ? style.dim(missing) : cut(value, MOST_ANSWER));
  return [
    `  ${style.bold(name)}  ${style.dim(text)}`,
    ...said.map((value, place) => `    ${String.fromCharCode(65 + place)}  ${shown(value)}`),
  ];
}

function pairLines(pair: Pair, missing: string, style: Style): readonly string[] {
  return pairText(pair, [pair.left, pair.right], missing, style);
}

function serviceLines({ service, choices, sameChoices, verdicts }: ServiceComparison, style: Style): readonly string[] {
  return [
    '',
    style.bold(`${service}: ${choices.length} open points with different choices, ${sameChoices} with the same choice`),
    ...choices.flatMap((pair) => pairLines(pair, '(not observed)', style)),
    ...(verdicts.length === 0 ? [] : ['', style.bold(`${service}: ${verdicts.length} verdicts differ`)]),
    ...verdicts.flatMap((pair) => pairLines(pair, '(not checked)', style)),
  ];
}

/** A name and the report that it stands for. */
export interface Named {
  readonly name: string;
  readonly report: RunReport;
}

function only(names: readonly ServiceName[], letter: string): readonly string[] {
  return names.length === 0 ? [] : ['', `Only ${letter} has ${names.join(', ')}.`];
}

/** The comparison for a person at a terminal, without a final newline. */
export function comparisonText(one: Named, other: Named, style: Style): string {
  const [left, right] = [eachText(one, onOneLine), eachText(other, onOneLine)];
  const comparison = compareReports(left.report, right.report);
  return [
    `A  ${left.name}: ${outcomeText[left.report.outcome]}`,
    `B  ${right.name}: ${outcomeText[right.report.outcome]}`,
    ...comparison.services.flatMap((service) => serviceLines(service, style)),
    ...only(comparison.leftOnly, 'A'),
    ...only(comparison.rightOnly, 'B'),
  ].join('\n');
}
