/** Judges recorded traffic in place of a server. */
import { onOneLine } from '@wallet-services/kit/harmless';
import { styleOf } from '@wallet-services/kit/style';
import type { Target } from '../model/target.ts';
import { terminalReport } from '../report/terminal.ts';
import type { Contract } from '../run/contract.ts';
import type { RunReport } from '../run/report.ts';
import type { Selection } from '../run/selection.ts';
import { checkRecording } from '../traffic/check.ts';
import type { Arguments, Stream } from './arguments.ts';
import { checkReports, writeReports } from './reports.ts';
import type { Surroundings } from './surroundings.ts';
import { targetOf } from './target.ts';

/** Whether the command line names a server. */
function namesServer({ target, url, urls }: Arguments): boolean {
  return target !== undefined || url !== undefined || Object.keys(urls).length > 0;
}

/** The file of traffic to judge; undefined where requests are sent to a server, and `--har` names a file to write. */
export function recordingOf(given: Arguments): string | undefined {
  return given.recorded ?? (namesServer(given) ? undefined : given.har);
}

/** The interval between two reports of the progress, in milliseconds. */
const NEWS = 5_000;

/** Reports the number of entries that were judged, from time to time. */
function news(errors: Stream): (entries: number) => void {
  let last = Date.now();
  return (entries) => {
    if (Date.now() - last < NEWS) return;
    last = Date.now();
    errors.write(`${entries} entries judged so far\n`);
  };
}

/** @throws UsageError when the recording cannot be read, or has no request to the services. */
export async function judgeRecording(
  path: string,
  given: Arguments,
  { contract, selection }: { readonly contract: Contract; readonly selection: Selection },
  { environment, output, errors, signal, onWritten }: Surroundings,
): Promise<RunReport> {
  const { har: _, ...reports } = given;
  await checkReports(reports);
  const nothing: Target = { services: {}, allowInconclusive: [] };
  const target = namesServer(given) ? await targetOf(given, environment, contract) : nothing;
  const onNote = (sentence: string) => errors.write(`note: ${onOneLine(sentence)}\n`);
  const { values, maxTime: maxMs } = given;
  const options = { contract, target, selection, values, maxMs, onNote, onRead: news(errors), stop: signal };
  const report = await checkRecording(path, options);
  output.write(`${terminalReport(report, styleOf(output, environment))}\n`);
  onWritten?.('-');
  await writeReports(report, reports, { onWritten });
  return report;
}
