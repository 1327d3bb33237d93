/**
 * Separates the failures that a target lists as known from new ones, and reports the entries that are out of date.
 * Pure.
 */
import { renamedRule } from '../../model/renamed.ts';
import type { KnownFailure } from '../../model/target.ts';
import type { Check, ServiceReport, StaleKnownFailure } from '../report.ts';
import { matches, type Selection } from '../selection.ts';

function isAbout({ rule, operation }: KnownFailure, check: Check): boolean {
  return matches(check.rule, rule) && (operation === undefined || operation === check.operation);
}

/** Whether its last day has passed. */
function hasExpired({ expires }: KnownFailure, today: string): boolean {
  return expires < today;
}

/** Which part of the rules was run. */
export interface Extent {
  readonly selection: Selection;
  /** All rules of all services of the target are selected. */
  readonly complete: boolean;
}

/** Whether the run has all checks that an entry can be about. */
function coversAll({ rule, operation }: KnownFailure, { selection, complete }: Extent): boolean {
  return complete || (!rule.includes('*') && (operation !== undefined || selection.operations.length === 0));
}

/** Why an entry is out of date; null when it is correct, or when its checks were not decided. */
function problemOf(entry: KnownFailure, checks: readonly Check[], extent: Extent, today: string): string | null {
  const about = checks.filter((check) => isAbout(entry, check));
  if (about.length === 0) {
    const renaming = renamedRule(entry.rule);
    if (renaming !== null) return renaming;
    return extent.complete ? 'matches no check of this run; correct it, or remove it from known_failures' : null;
  }
  if (about.some(({ verdict }) => verdict === 'fail' || verdict === 'known')) {
    return hasExpired(entry, today) ? `expired on ${entry.expires}; fix the failure, or set a later day` : null;
  }
  const isUndecided = about.some(({ verdict }) =>
    ['blocked', 'unjudged', 'inconclusive', 'harness-error'].includes(verdict),
  );
  if (isUndecided || !coversAll(entry, extent)) return null;
  return 'no longer fails; remove it from known_failures';
}

/**
 * The entries that are out of date: they match nothing, do not fail any more, or have expired.
 *
 * @param today `YYYY-MM-DD`, in UTC.
 */
export function staleKnownFailures(
  services: readonly ServiceReport[],
  entries: readonly KnownFailure[],
  extent: Extent,
  today: string,
): readonly StaleKnownFailure[] {
  const reached = services.filter(({ unreachable }) => unreachable === null);
  const checks = reached.flatMap((service) => service.checks);
  const covered = { ...extent, complete: extent.complete && reached.length === services.length };
  return entries.flatMap((entry) => {
    const problem = problemOf(entry, checks, covered, today);
    return problem === null ? [] : [{ rule: entry.rule, operation: entry.operation ?? null, problem }];
  });
}

/**
 * Separates the failures that the target lists as known from new ones.
 *
 * @param today `YYYY-MM-DD`, in UTC.
 */
export function markKnown(report: ServiceReport, entries: readonly KnownFailure[], today: string): ServiceReport {
  const mark = (check: Check): Check => {
    if (check.verdict !== 'fail') return check;
    const entry = entries.find((one) => isAbout(one, check) && !hasExpired(one, today));
    if (entry === undefined) return check;
    return { ...check, verdict: 'known', known: { reason: entry.reason, expires: entry.expires } };
  };
  return { ...report, checks: report.checks.map(mark) };
}
