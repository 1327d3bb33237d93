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

async function check(given: Arguments, selection: Selection, around: Surroundings): Promise<number> {
  const { environment, output, errors, signal } = around;
  const isInferring = recordingOf(given) === undefined;
  const contract = await contractFor({ ...given, isInferring, isTried: true });
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
  const { timeoutMs, maxTime: maxMs, concurrency, seed, fuzz, readOnly } = given;
  const onEvent: Listener = (event) => {
    reported(event);
    har?.onEvent(event);
    init?.onEvent(event);
  };
  const options = { contract, selection, timeoutMs, maxMs, concurrency, seed, fuzz, readOnly, stop: signal, onEvent };
  signal.throwIfAborted();
  const report = await runSuite(target, options).catch(async (error) => {
    await har?.abandon();
    throw error;
  });
  const unreachable = unreachableLines(report);
  if (unreachable === null) output.write(`${terminalReport(report, styleOf(output, environment))}\n`);
  else errors.write(unreachable.join(''));
  await har?.finish();
  await writeReports(report, given);
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
      return INTERRUPTED;
    }
    if (error instanceof UsageError || error instanceof DocumentMissing) {
      around.errors.write(`${harmless(error.message)}\n`);
      return 2;
    }
    around.errors.write(`the suite failed, which says nothing about the server: ${onOneLine(messageOf(error))}\n`);
    return 3;
  }
}
