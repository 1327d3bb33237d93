/** The reports of a run that ended before it had one of its own: every requested file is written, and says so. */
import { messageOf } from '@wallet-services/kit/errors';
import { harmless } from '@wallet-services/kit/harmless';
import { styleOf } from '@wallet-services/kit/style';
import { terminalReport } from '../report/terminal.ts';
import type { EarlyEnd } from '../run/ending.ts';
import type { RunReport } from '../run/report.ts';
import type { Arguments } from './arguments.ts';
import { completeHar } from './files.ts';
import { recordingOf } from './recording.ts';
import { checkReports, writeReports } from './reports.ts';
import type { Surroundings } from './surroundings.ts';

export interface LastReport {
  readonly ended: EarlyEnd;
  /** A sentence. */
  readonly why: string;
  readonly started: Date;
}

/** A report without checks. The services are those of the flags: nothing else may have been read. */
function reportOf(given: Arguments, { ended, why, started }: LastReport): RunReport {
  const { urls, url, seed, readOnly = false } = given;
  const named = [...Object.entries(urls), ...(url === undefined ? [] : [['document', url] as const])];
  const addresses = named.length > 0 ? named : [['run', ''] as const];
  const nothing = { unreachable: `nothing was decided: ${why}`, checks: [], unchecked: [], requests: 0 };
  return {
    outcome: 'undecided',
    partial: true,
    readOnly,
    ...(recordingOf(given) === undefined ? {} : { traffic: true }),
    ended,
    seed,
    services: addresses.map(([service, address]) => ({ service, url: address, ...nothing })),
    staleKnownFailures: [],
    clock: { startedAt: started.toISOString(), milliseconds: Date.now() - started.getTime() },
  };
}

/**
 * Writes the reports that a command line requests, other than those that the run has written; never throws.
 *
 * @param written the files that the run has written
 */
export async function writeLast(
  given: Arguments,
  last: LastReport,
  { environment, output, errors }: Pick<Surroundings, 'environment' | 'output' | 'errors'>,
  written: ReadonlySet<string> = new Set(),
): Promise<void> {
  const isCheck = [given.compare, given.merge, given.sign].every((one) => one === undefined) && given.list !== true;
  if (!isCheck) return;
  const { har, ...others } = given;
  const isRecorded = har !== undefined && recordingOf(given) === undefined && !written.has(har);
  try {
    await checkReports(isRecorded ? given : others);
    const report = reportOf(given, last);
    if (written.size === 0) output.write(`${terminalReport(report, styleOf(output, environment))}\n`);
    if (isRecorded) await completeHar(har);
    await writeReports(report, others, { written });
  } catch (error) {
    errors.write(`${harmless(messageOf(error))}\n`);
  }
}
