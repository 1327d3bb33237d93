/** The report as JSON: the same bytes from run to run, apart from `clock`. */
import type { RunReport } from '../run/report.ts';

/** @returns JSON with a final newline. */
export function jsonReport(report: RunReport): string {
  const { outcome, partial, seed, services, clock } = report;
  return `${JSON.stringify({ outcome, partial, seed, services, clock }, null, 2)}\n`;
}
