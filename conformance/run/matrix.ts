/** Reads the kill matrix, and puts the guesses that it allows into a report. */
import { readFile } from 'node:fs/promises';
import { likelyCauses, type Matrix } from '../report/cause.ts';
import type { ServiceReport } from './report.ts';

/** The kill matrix of this version; null when it has none: guesses are a help, and nothing depends on them. */
export async function loadMatrix(): Promise<Matrix | null> {
  const text = await readFile(new URL('../faults/matrix.json', import.meta.url), 'utf8').catch(() => null);
  if (text === null) return null;
  const matrix: Matrix = JSON.parse(text);
  return matrix.version === 1 ? matrix : null;
}

/** A report with what may be wrong. The matrix is read only when something is. */
export async function withCauses(report: ServiceReport, load: () => Promise<Matrix | null>): Promise<ServiceReport> {
  if (!report.checks.some(({ verdict }) => verdict === 'fail')) return report;
  const matrix = await load();
  if (matrix === null) return report;
  const mutants = matrix.mutants.filter(({ service }) => service === report.service);
  return { ...report, causes: likelyCauses(report.checks, mutants) };
}
