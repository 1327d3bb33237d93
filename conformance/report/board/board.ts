/** What several servers chose where the documents leave it open, and where their verdicts differ. Pure. */
import type { ServiceName } from '../../model/document/services.ts';
import type { Check, RunReport, ServiceReport } from '../../run/report.ts';
import { nameOf } from '../text.ts';

/** A name and the report that it stands for. */
export interface Named {
  readonly name: string;
  readonly report: RunReport;
}

/** What each server says of the same thing, in the order of the reports; null where one says nothing. */
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
  /** Open questions that all who were asked answer alike. */
  readonly alike: readonly Row[];
  /** Rules with different verdicts. */
  readonly verdicts: readonly Row[];
}

/** Answers name where they were found: what the address is makes no difference. */
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
 * Puts reports side by side, service by service.
 *
 * @param isStrict who says nothing disagrees with who says something. Default: he does not.
 */
export function boardOf(named: readonly Named[], isStrict = false): readonly ServiceBoard[] {
  const isDifferent = ({ reported }: Row) => new Set(reported.filter((one) => isStrict || one !== null)).size > 1;
  const services = new Set(named.flatMap(({ report }) => report.services.map(({ service }) => service)));
  return [...services].map((service) => {
    const reports = named.map(({ report }) => report.services.find((one) => one.service === service));
    const answered = rowsOf(reports, ({ observed }, report) => withoutAddress(observed, report)).filter(
      ({ reported }) => reported.some((one) => one !== null),
    );
    return {
      service,
      different: answered.filter(isDifferent),
      alike: answered.filter((row) => !isDifferent(row)),
      verdicts: rowsOf(reports, ({ verdict }) => verdict).filter(isDifferent),
    };
  });
}
