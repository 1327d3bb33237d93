/** The choices of several servers where the documents leave them open, and the differences of their verdicts. Pure. */
import { counted } from '@wallet-services/kit/counted';
import type { ServiceName } from '../../model/document/services.ts';
import type { Check, RunReport, ServiceReport, Verdict } from '../../run/report.ts';
import { nameOf, undecidedVerdicts } from '../text.ts';

/** A report and the name that it is shown under. */
export interface Named {
  readonly name: string;
  readonly report: RunReport;
}

/** The answers or verdicts of the servers on one rule, in the order of the reports; null where a server has none. */
export interface Row {
  /** The rule with its operation. */
  readonly name: string;
  readonly text: string;
  readonly source: string;
  readonly reported: readonly (string | null)[];
}

export interface ServiceBoard {
  readonly service: ServiceName;
  /** Open questions that are answered differently. */
  readonly different: readonly Row[];
  /** Open questions that two servers or more answer, and all of them alike. */
  readonly alike: readonly Row[];
  /** Open questions that only one server answers: a missing answer does not count as agreement. */
  readonly alone: readonly Row[];
  /** Rules with different verdicts. */
  readonly verdicts: readonly Row[];
}

/** An observation without the address of its server, in which it may differ from that of another server. */
function withoutAddress(text: string | null, { url }: ServiceReport): string | null {
  return text === null || !URL.canParse(url) ? text : text.replaceAll(url, '').replaceAll(new URL(url).origin, '');
}

type ReportOne = (check: Check, of: ServiceReport) => string | null;

function rowsOf(reports: readonly (ServiceReport | undefined)[], reportOne: ReportOne): readonly Row[] {
  const byName = reports.map(
    (report) =>
      new Map(
        report?.checks.map((check) => [nameOf(check), { check, reported: reportOne(check, report) }] as const) ?? [],
      ),
  );
  const names = new Set(byName.flatMap((checks) => [...checks.keys()]));
  return [...names].map((name) => {
    const first = byName.map((checks) => checks.get(name)).find((found) => found !== undefined)?.check;
    const reported = byName.map((checks) => checks.get(name)?.reported ?? null);
    return { name, text: first?.text ?? '', source: first?.source ?? '', reported };
  });
}

/**
 * Compares reports, service by service.
 *
 * @param isStrict whether a verdict that one report lacks differs from that of another. Default: it does not.
 */
export function boardOf(named: readonly Named[], isStrict = false): readonly ServiceBoard[] {
  const given = ({ reported }: Row) => reported.filter((one) => one !== null);
  const isDifferent = (row: Row) => new Set(given(row)).size > 1;
  const isCompared = (row: Row) => given(row).length > 1;
  const isUnlike = (row: Row) => isDifferent(row) || (isStrict && given(row).length < row.reported.length);
  const services = new Set(named.flatMap(({ report }) => report.services.map(({ service }) => service)));
  return [...services].map((service) => {
    const reports = named.map(({ report }) => report.services.find((one) => one.service === service));
    const answered = rowsOf(reports, ({ observed }, report) => withoutAddress(observed, report)).filter(
      ({ reported }) => reported.some((one) => one !== null),
    );
    return {
      service,
      different: answered.filter(isDifferent),
      alike: answered.filter((row) => !isDifferent(row) && isCompared(row)),
      alone: answered.filter((row) => !isDifferent(row) && !isCompared(row)),
      verdicts: rowsOf(reports, ({ verdict }) => verdict).filter(isUnlike),
    };
  });
}

/** The groups in which the checks of a run are counted, in this order. */
export const groups: readonly (readonly [name: string, verdicts: readonly Verdict[]])[] = [
  ['passed', ['pass']],
  ['failed', ['fail']],
  ['known to fail', ['known']],
  ['warned of', ['warn']],
  ['observed', ['observed']],
  ['not decided', undecidedVerdicts.filter((verdict) => verdict !== 'unsupported')],
  ['not tried', ['unsupported']],
];

/** The size of a group in one run. */
export interface Tally {
  readonly count: number;
  /** Since the run before it; null for the first run. */
  readonly change: number | null;
}

/** The sizes of the groups, by run. Runs of one server show how it changes. */
export function talliesOf(named: readonly Named[]): readonly (readonly Tally[])[] {
  const counts = named.map(({ report: { services } }) => {
    const checks = services.flatMap((service) => service.checks);
    return groups.map(([, verdicts]) => checks.filter(({ verdict }) => verdicts.includes(verdict)).length);
  });
  return counts.map((run, place) =>
    run.map((count, group) => {
      const before = counts[place - 1]?.[group];
      return { count, change: before === undefined ? null : count - before };
    }),
  );
}

/** `3 (+1)`; the change is left out where there is none. */
export function tallyText({ count, change }: Tally): string {
  return change === null || change === 0 ? `${count}` : `${count} (${change > 0 ? '+' : ''}${change})`;
}

/** The three counts of a service, in a sentence. */
export function countsText({ service, different, alike, alone }: ServiceBoard): string {
  return `${service}: ${counted(different.length, 'open question')} with different choices, ${alike.length} with the same choice, ${alone.length} not comparable`;
}
