/** The command `npm run check:client`: starts the servers, runs the script, prints the table. */

import {
  type Surroundings as Around,
  checkWritable,
  exitCodes,
  INTERRUPTED,
  matches,
  save,
} from '@wallet-services/conformance/testing/clients';
import { messageOf, UsageError } from '@wallet-services/kit/errors';
import { styleOf } from '@wallet-services/kit/style';
import { checkAll, type Reference } from './all/all.ts';
import { type Arguments, readArguments } from './arguments.ts';
import { openProgram } from './program.ts';
import { jsonText, listText, outcomeOf, stepText, summaryText } from './report.ts';
import { END, runScript } from './run.ts';
import { type Step, script } from './steps/index.ts';
import { openSuite } from './suite.ts';

/** The external dependencies of the command. */
export interface Surroundings extends Around {
  /** Starts the server that clients are tested against. */
  readonly openReference: () => Promise<Reference>;
}

/** @throws UsageError when a pattern matches nothing */
function selected(patterns: readonly string[]): readonly Step[] {
  const stray = patterns.find((pattern) => !script.some(({ id }) => matches(id, pattern)));
  if (stray !== undefined) throw new UsageError(`--step ${stray}: there is no such step; --list prints them all`);
  if (patterns.length === 0) return script;
  return script.filter(({ id }) => patterns.some((pattern) => matches(id, pattern)));
}

async function check(given: Arguments, around: Surroundings): Promise<number> {
  const { output, environment, signal } = around;
  const { step: patterns = [], timeout: limitMs } = given;
  const steps = selected(patterns);
  const style = styleOf(output, environment);
  if (given.list === true) {
    output.write(`${listText([...steps, ...(patterns.length === 0 ? [END] : [])], style)}\n`);
    return 0;
  }
  if (given.json !== undefined) await checkWritable('--json', given.json);
  const { openReference } = around;
  if (given.all === true) {
    const isCi = (environment['CI'] ?? '') !== '';
    const write = (text: string) => output.write(text);
    const updates = given.write === true;
    return exitCodes[await checkAll({ steps, limitMs, signal, openReference, style, isCi, updates, write })];
  }
  const reference = await openReference();
  try {
    const suite = await openSuite(reference);
    try {
      const report = await runScript(suite, (variables) => openProgram(given.command, variables), {
        steps,
        limitMs,
        signal,
        onStep: (step) => output.write(`${stepText(step, style)}\n`),
      });
      output.write(`\n${summaryText(report, style)}\n`);
      if (given.json !== undefined) await save('--json', given.json, jsonText(report));
      return exitCodes[outcomeOf(report)];
    } finally {
      await suite.close();
    }
  } finally {
    await reference.close();
  }
}

/**
 * Runs the command.
 *
 * @param argv without the program's own name
 * @returns the exit code: 0 conformant, 1 not, 2 wrong usage, 3 undecided, 130 interrupted
 */
export async function main(argv: readonly string[], around: Surroundings): Promise<number> {
  try {
    const requested = readArguments(argv);
    if (requested.kind === 'usage') throw new UsageError(requested.problem);
    if (requested.kind === 'run') return await check(requested.options, around);
    around.output.write(requested.text);
    return 0;
  } catch (error) {
    if (around.signal.aborted) {
      around.errors.write('interrupted: nothing was decided\n');
      return INTERRUPTED;
    }
    const isUsage = error instanceof UsageError;
    const what = isUsage ? '' : 'the check failed, which says nothing about the client: ';
    around.errors.write(`${what}${messageOf(error)}\n`);
    return isUsage ? 2 : exitCodes.undecided;
  }
}
