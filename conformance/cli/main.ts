/** The command: reads the arguments, runs the suite, prints the report. */

import { messageOf, UsageError } from '@wallet-services/kit/errors';
import { harmless, onOneLine } from '@wallet-services/kit/harmless';
import { styleOf } from '@wallet-services/kit/style';
import { DocumentMissing } from '../model/document/load.ts';
import { strangeIn } from '../model/values/strange.ts';
import type { Named } from '../report/board/board.ts';
import { boardPage } from '../report/board/page.ts';
import { boardText } from '../report/board/text.ts';
import { combineReports } from '../report/combine.ts';
import { ruleList } from '../report/list.ts';
import { progress } from '../report/progress.ts';
import { readReport } from '../report/read.ts';
import { terminalReport } from '../report/terminal.ts';
import type { Contract } from '../run/contract.ts';
import { contractFor } from '../run/document.ts';
import type { Listener } from '../run/events.ts';
import { exitCodes, INTERRUPTED, type RunReport } from '../run/report.ts';
import type { Selection } from '../run/selection.ts';
import { runSuite } from '../run/suite.ts';
import { type Arguments, answer, readArguments, type Stream } from './arguments.ts';
import { checkSelection, loadCatalogue, selectedRules } from './catalogue.ts';
import { openHar, save } from './files.ts';
import { initial } from './initial/index.ts';
import { writeLast } from './last.ts';
import { judgeRecording, recordingOf } from './recording.ts';
import { checkReports, writeReports } from './reports.ts';
import { signed } from './sign.ts';
import type { Surroundings } from './surroundings.ts';
import { targetOf } from './target.ts';

/** One line for each service when none could be reached: there is no report to print. */
function unreachableLines({ services }: RunReport): readonly string[] | null {
  const lines = services.flatMap(({ unreachable }) => unreachable ?? []);
  if (lines.length < services.length) return null;
  const hint = (line: string) =>
    line.includes('cannot be reached') ? '; is it running, and is the address right?' : '';
  return lines.map((line) => `${onOneLine(line)}${hint(line)}\n`);
}

/** Reports the parts of the document that are ignored. */
async function reportStrange({ services, service, notes = [] }: Contract, errors: Stream): Promise<void> {
  for (const note of notes) errors.write(`note: ${onOneLine(note)}\n`);
  for (const name of services) {
    for (const sentence of strangeIn((await service(name)).api)) errors.write(`note: ${onOneLine(sentence)}\n`);
  }
}

/** The time of the run was over before anything was checked. */
class TimeOver extends Error {
  override readonly name = 'TimeOver';
}

/** The contract. @throws the reason of the signal, or TimeOver, when the run ends before it is read */
async function unlessOver(reading: Promise<Contract>, { maxTime }: Arguments, signal: AbortSignal): Promise<Contract> {
  const time = maxTime === undefined ? [] : [AbortSignal.timeout(maxTime)];
  const over = AbortSignal.any([signal, ...time]);
  const { promise, reject } = Promise.withResolvers<never>();
  const end = () => reject(signal.aborted ? signal.reason : new TimeOver('the time of --max-time was over'));
  over.addEventListener('abort', end);
  if (over.aborted) end();
  return Promise.race([reading, promise]).finally(() => over.removeEventListener('abort', end));
}

async function check(given: Arguments, selection: Selection, around: Surroundings): Promise<number> {
  const { environment, output, errors, signal, onWritten } = around;
  const began = performance.now();
  const isInferring = recordingOf(given) === undefined;
  const contract = await unlessOver(contractFor({ ...given, isInferring, isTried: true }), given, signal);
  if (given.document !== undefined) await reportStrange(contract, errors);
  const recording = recordingOf(given);
  if (recording !== undefined) {
    checkSelection(await loadCatalogue(contract, given.services), selection);
    const { outcome } = await judgeRecording(recording, given, { contract, selection }, around);
    return signal.aborted ? INTERRUPTED : exitCodes[outcome];
  }
  const target = await targetOf(given, environment, contract);
  const named = contract.services.filter((name) => target.services[name] !== undefined);
  const services = given.services.length === 0 ? named : given.services;
  checkSelection(await loadCatalogue(contract, services), selection);
  await checkReports(given);
  const har = given.har === undefined ? null : openHar(given.har);
  const init = given.init === undefined ? null : await initial(given);
  const reported = progress(errors);
  const { timeoutMs, maxTime, concurrency, seed, fuzz, readOnly } = given;
  // The time of the run has begun with reading the document.
  const maxMs = maxTime === undefined ? undefined : Math.max(0, maxTime - (performance.now() - began));
  const onEvent: Listener = (event) => {
    reported(event);
    har?.onEvent(event);
    init?.onEvent(event);
  };
  const options = { contract, selection, timeoutMs, maxMs, concurrency, seed, fuzz, readOnly, stop: signal, onEvent };
  const report = await runSuite(target, options).catch(async (error) => {
    // What was recorded is kept with the reports of a run that was interrupted, or failed.
    if (error instanceof UsageError) await har?.abandon();
    else har?.close();
    throw error;
  });
  const unreachable = unreachableLines(report);
  if (unreachable === null) output.write(`${terminalReport(report, styleOf(output, environment))}\n`);
  else errors.write(unreachable.join(''));
  onWritten?.('-');
  await har?.finish();
  if (given.har !== undefined) onWritten?.(given.har);
  await writeReports(report, given, { onWritten });
  if (unreachable === null && init !== null) output.write(`${await init.write(report, contract)}\n`);
  return signal.aborted ? INTERRUPTED : exitCodes[report.outcome];
}

/** The reports at some paths, with their names. */
async function readAll(paths: readonly string[], given: Arguments): Promise<readonly Named[]> {
  await checkReports(given);
  const named: Named[] = [];
  for (const name of paths) named.push({ name, report: await readReport(name) });
  return named;
}

async function compare(named: readonly Named[], { html }: Arguments, { output, environment }: Surroundings) {
  output.write(`${boardText(named, styleOf(output, environment))}\n`);
  if (html !== undefined) await save('--html', html, boardPage(named));
  return 0;
}

/** @returns the exit code of a single run with all of these results. */
async function merge([first, ...rest]: readonly Named[], given: Arguments, { output, environment }: Surroundings) {
  if (first === undefined) throw new UsageError('--merge takes reports: --merge A.json B.json');
  const report = combineReports([first.report, ...rest.map((one) => one.report)]);
  output.write(`${terminalReport(report, styleOf(output, environment))}\n`);
  await writeReports(report, given);
  return exitCodes[report.outcome];
}

/**
 * Runs the command.
 *
 * @param argv without the program's own name.
 * @returns the exit code: 0 conformant, 1 not, 2 wrong usage, 3 undecided, 130 interrupted.
 */
export async function main(argv: readonly string[], around: Surroundings): Promise<number> {
  const request = readArguments(argv);
  if (request.kind !== 'run') return answer(request, around);
  const given = request.options;
  const started = new Date();
  const { services, operations, rules, levels } = given;
  const selection: Selection = { services, operations, rules, levels };
  const style = styleOf(around.output, around.environment);
  try {
    if (given.compare !== undefined) return await compare(await readAll(given.compare, given), given, around);
    if (given.merge !== undefined) return await merge(await readAll(given.merge, given), given, around);
    if (given.sign !== undefined) {
      const target = await targetOf(given, around.environment, await contractFor(given));
      around.output.write(`${signed(given.sign, target, given.seed)}\n`);
      return 0;
    }
    if (!given.list) return await check(given, selection, around);
    const catalogues = await loadCatalogue(await contractFor(given), services);
    checkSelection(catalogues, selection);
    around.output.write(`${ruleList(selectedRules(catalogues, selection), style)}\n`);
    return 0;
  } catch (error) {
    if (around.signal.aborted) {
      const clear = around.errors.isTTY === true ? '\r\x1b[2K' : '';
      around.errors.write(`${clear}interrupted: nothing was decided\n`);
      await writeLast(given, { ended: 'interrupted', why: 'the run was interrupted', started }, around);
      return INTERRUPTED;
    }
    if (error instanceof UsageError || error instanceof DocumentMissing) {
      around.errors.write(`${harmless(error.message)}\n`);
      return 2;
    }
    if (error instanceof TimeOver) {
      around.errors.write(`undecided: ${error.message} before anything was checked\n`);
      await writeLast(given, { ended: 'time', why: error.message, started }, around);
      return exitCodes.undecided;
    }
    const why = `the suite failed, which says nothing about the server: ${onOneLine(messageOf(error))}`;
    around.errors.write(`${why}\n`);
    await writeLast(given, { ended: 'failed', why, started }, around);
    return 3;
  }
}
