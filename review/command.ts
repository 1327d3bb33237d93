/** What both commands share: how they start, how they fail, how they end. */
import { join } from 'node:path';
import { compareContracts } from './compare.ts';
import { readDocuments, readSides } from './contract/read.ts';
import { UsageError } from './error.ts';
import type { Request, ReviewOptions } from './options.ts';
import { readAccepted } from './report/accepted.ts';
import { makeReport, type Report } from './report/report.ts';
import { root } from './run.ts';

/** Where people called the command: npm runs it in the folder of the repository. */
export function callersFolder(): string {
  return process.env['INIT_CWD'] ?? process.cwd();
}

/** Makes the report of two states. */
export async function reportOf({ base, head, document = false }: ReviewOptions): Promise<Report> {
  if (document) return reportOfDocuments(base, head);
  const [sides, accepted] = await Promise.all([
    readSides(base, head, { repository: root, cwd: callersFolder() }),
    readAccepted(join(root, 'review', 'accepted.yaml')),
  ]);
  const findings = await compareContracts(sides.base, sides.head);
  return makeReport(sides.base, sides.head, findings, accepted, sides.notes);
}

/** Makes the report of two documents of anybody: what is accepted in this repository does not concern them. */
async function reportOfDocuments(base: string | undefined, head: string | undefined): Promise<Report> {
  if (base === undefined || head === undefined) throw new UsageError('--document needs two files, OLD and NEW.');
  const sides = await readDocuments(base, head, callersFolder());
  const findings = await compareContracts(sides.base, sides.head);
  return makeReport(sides.base, sides.head, findings, [], sides.notes);
}

/**
 * Runs a command: help, a wrong command line and failures are one and the same for all.
 *
 * @param name how people call it
 * @param work gives the exit code
 */
export async function runCommand<Options>(
  name: string,
  request: Request<Options>,
  work: (options: Options) => Promise<number>,
): Promise<void> {
  // So that scratch folders are removed, and a reader that stops early is no failure.
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    process.on(signal, () => process.exit(code));
  process.stdout.on('error', () => process.exit(0));
  if (request.kind === 'help') {
    process.stdout.write(request.text);
    return;
  }
  if (request.kind === 'usage') {
    process.stderr.write(`${name}: ${request.problem} Try: npm run ${name} -- --help\n`);
    process.exitCode = 2;
    return;
  }
  try {
    process.exitCode = await work(request.options);
  } catch (error) {
    process.stderr.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}
