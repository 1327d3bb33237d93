/** Combines several runs against the same server into one report that keeps the findings of each. Pure. */
import {
  type Check,
  type LeftOutOperation,
  outcomeOf,
  type RemainingItems,
  type RunReport,
  type ServiceReport,
  type Verdict,
} from '../run/report.ts';
import { nameOf } from './text.ts';

/** The gravest first: a rule gets its gravest verdict. */
const GRAVEST: readonly Verdict[] = [
  'fail',
  'known',
  'harness-error',
  'unjudged',
  'blocked',
  'inconclusive',
  'warn',
  'observed',
  'unsupported',
  'pass',
];

function graver(left: Check, right: Check): number {
  return GRAVEST.indexOf(left.verdict) - GRAVEST.indexOf(right.verdict);
}

function combineChecks(checks: readonly Check[]): Check[] {
  return [...Map.groupBy(checks, nameOf).values()].flatMap((same) => {
    const [gravest] = same.toSorted(graver);
    if (gravest === undefined) return [];
    const ofFindings = same.filter(({ findings }) => findings.length > 0);
    const findings = ofFindings.flatMap((check) => check.findings);
    // Two runs have the same finding when everything but the requests is equal.
    const reported = new Map(
      findings.map((one) => [JSON.stringify([one.subject, one.pointer, one.expected, one.actual]), one]),
    );
    return [{ ...gravest, findings: [...reported.values()] }];
  });
}

/** The operations that no run called. A run that has no check of an operation did not select it, which is no call. */
function leftOutOfAll(reports: readonly ServiceReport[]): readonly LeftOutOperation[] {
  const called = new Set(reports.flatMap(({ checks }) => checks.map(({ operation }) => operation)));
  const all = new Map(reports.flatMap(({ leftOut = [] }) => leftOut.map((one) => [one.operation, one])));
  return [...all.values()].filter(({ operation }) => !called.has(operation));
}

/** What any of the runs left on the server. */
function remainingOfAll(reports: readonly ServiceReport[]): readonly RemainingItems[] {
  const all = reports.flatMap(({ remaining = [] }) => remaining);
  return [...Map.groupBy(all, ({ operation, why }) => JSON.stringify([operation, why])).values()].flatMap((same) => {
    const [one] = same;
    return one === undefined ? [] : [{ ...one, count: same.reduce((sum, { count }) => sum + count, 0) }];
  });
}

function combineServices(reports: readonly ServiceReport[]): ServiceReport[] {
  return [...Map.groupBy(reports, ({ service }) => service).values()].flatMap((same) => {
    const [whole] = same;
    if (whole === undefined) return [];
    const { leftOut: _, ...first } = whole;
    const [leftOut, remaining] = [leftOutOfAll(same), remainingOfAll(same)];
    const wentAway = same.map((one) => one.wentAway).find((request) => request !== undefined);
    return [
      {
        ...first,
        ...(leftOut.length === 0 ? {} : { leftOut }),
        ...(remaining.length === 0 ? {} : { remaining }),
        ...(wentAway === undefined ? {} : { wentAway }),
        unreachable: same.map(({ unreachable }) => unreachable).find((why) => why !== null) ?? null,
        checks: combineChecks(same.flatMap(({ checks }) => checks)),
        unchecked: [...new Set(same.flatMap(({ unchecked }) => unchecked))],
        requests: same.reduce((sum, { requests }) => sum + requests, 0),
      },
    ];
  });
}

/** Combines several reports into one, with the seed of the first. @param reports at least one */
export function combineReports(reports: readonly [RunReport, ...RunReport[]]): RunReport {
  const [first] = reports;
  const services = combineServices(reports.flatMap((report) => report.services));
  const stale = new Map(reports.flatMap((report) => report.staleKnownFailures).map((one) => [nameOf(one), one]));
  const begin = reports.map(({ clock }) => Date.parse(clock.startedAt));
  const end = reports.map(({ clock }) => Date.parse(clock.startedAt) + clock.milliseconds);
  const ended = reports.map((report) => report.ended ?? null).find((reason) => reason !== null) ?? null;
  const startedAt = Math.min(...begin);
  return {
    ...first,
    outcome: outcomeOf(services, [...stale.values()], ended),
    partial: reports.some(({ partial }) => partial),
    readOnly: reports.some(({ readOnly }) => readOnly),
    ...(ended === null ? {} : { ended }),
    services,
    staleKnownFailures: [...stale.values()],
    clock: { startedAt: new Date(startedAt).toISOString(), milliseconds: Math.max(...end) - startedAt },
  };
}
