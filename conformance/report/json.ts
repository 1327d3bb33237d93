/** The report as JSON: the same bytes from run to run, apart from `clock`. `schema.json` describes it. */
import { harmless } from '@wallet-services/kit/harmless';
import type { RunReport } from '../run/report.ts';

/** The version of the report, which increases when readers must change. */
export const REPORT_VERSION = 1;

/** @returns JSON with a final newline. */
export function jsonReport(report: RunReport): string {
  const { outcome, partial, readOnly, traffic, ended, seed, staleKnownFailures, services, clock } = report;
  const members = { outcome, partial, readOnly, traffic, ended, seed, staleKnownFailures, services, clock };
  return `${harmless(JSON.stringify({ version: REPORT_VERSION, ...members }, null, 2))}\n`;
}
