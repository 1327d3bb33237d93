/** The command: reads the arguments, runs the suite, prints the report. */
import { access, constants, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { DocumentMissing } from '../model/load.ts';
import { serviceNames } from '../model/services.ts';
import { jsonReport } from '../report/json.ts';
import { ruleList } from '../report/list.ts';
import { progress } from '../report/progress.ts';
import { styleFor } from '../report/style.ts';
import { terminalReport } from '../report/terminal.ts';
import type { RunReport } from '../run/report.ts';
import type { Selection } from '../run/selection.ts';
import { runSuite } from '../run/suite.ts';
import { UsageError } from '../target/problem.ts';
import { type Arguments, readArguments } from './arguments.ts';
import { checkSelection, loadCatalogue, selectedRules } from './catalogue.ts';
import { targetOf } from './target.ts';

export interface Stream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** What the command needs from the process. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly output: Stream;
  readonly errors: Stream;
  /** Interrupts the run: Ctrl-C. */
  readonly signal: AbortSignal;
}

const exitCodes: Readonly<Record<RunReport['outcome'], number>> = { conformant: 0, 'not conformant': 1, undecided: 3 };

/** Of a run that was interrupted, as shells expect it. */
const INTERRUPTED = 130;

function unwritable(path: string, code: string | undefined): UsageError {
  return new UsageError(`the report cannot be written to ${path} (${code}); check the path given to --json`);
}

/** A report that cannot be written is told before the run, not after it. */
async function checkWritable(path: string): Promise<void> {
  await access(dirname(resolve(path)), constants.W_OK).catch((error: NodeJS.ErrnoException) => {
    throw unwritable(path, error.code);
  });
}

/** Writes the file as a whole or not at all. */
async function save(path: string, text: string): Promise<void> {
  const partial = `${path}.partial`;
  try {
    await writeFile(partial, text);
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw unwritable(path, (error as NodeJS.ErrnoException).code);
  }
}

/** One line for each service when nothing could be reached: there is nothing to report. */
function unreachableLines({ services }: RunReport): readonly string[] | null {
  const lines = services.flatMap(({ unreachable }) => (unreachable === null ? [] : [unreachable]));
  return lines.length === services.length
    ? lines.map((line) => `${line}; is it running, and is the address right?\n`)
    : null;
}

async function check(given: Arguments, selection: Selection, around: Surroundings): Promise<number> {
  const { environment, output, errors, signal } = around;
  const target = await targetOf(given, environment);
  const named = serviceNames.filter((name) => target.services[name] !== undefined);
  const services = given.services.length === 0 ? named : given.services;
  checkSelection(await loadCatalogue(services), selection);
  if (given.json !== undefined) await checkWritable(given.json);
  const report = await runSuite(target, {
    selection,
    timeoutMs: given.timeoutMs,
    concurrency: given.concurrency,
    seed: given.seed,
    signal,
    onEvent: progress(errors),
  });
  const colour = output.isTTY === true && !environment['NO_COLOR'];
  const unreachable = unreachableLines(report);
  if (unreachable === null) output.write(`${terminalReport(report, styleFor(colour))}\n`);
  else errors.write(unreachable.join(''));
  if (given.json !== undefined) await save(given.json, jsonReport(report));
  return exitCodes[report.outcome];
}

/**
 * Runs the command.
 *
 * @param argv without the program's own name.
 * @returns the exit code: 0 conformant, 1 not, 2 wrong usage, 3 undecided, 130 interrupted.
 */
export async function main(argv: readonly string[], around: Surroundings): Promise<number> {
  const given = readArguments(argv);
  if ('exitCode' in given) {
    if (given.exitCode === 0) around.output.write(given.message);
    else around.errors.write(`${given.message}\n`);
    return given.exitCode;
  }
  const { services, operations, rules, levels } = given;
  const selection: Selection = { services, operations, rules, levels };
  try {
    if (!given.list) return await check(given, selection, around);
    const catalogues = await loadCatalogue(services);
    checkSelection(catalogues, selection);
    const colour = around.output.isTTY === true && !around.environment['NO_COLOR'];
    around.output.write(`${ruleList(selectedRules(catalogues, selection), styleFor(colour))}\n`);
    return 0;
  } catch (error) {
    if (around.signal.aborted) {
      const clear = around.errors.isTTY === true ? '\r\x1b[2K' : '';
      around.errors.write(`${clear}interrupted: nothing was decided\n`);
      return INTERRUPTED;
    }
    if (error instanceof UsageError || error instanceof DocumentMissing) {
      around.errors.write(`${error.message}\n`);
      return 2;
    }
    const message = error instanceof Error ? error.message : String(error);
    around.errors.write(`the suite failed, which is no verdict on the server: ${message}\n`);
    return 3;
  }
}
