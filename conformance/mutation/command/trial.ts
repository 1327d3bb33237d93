/** Tries the rules on faulty servers, several at a time. */
import { UsageError } from '@wallet-services/kit/errors';
import { styleFor } from '@wallet-services/kit/style';
import { checkReplaceable, checkWritable, openHar } from '../../cli/files.ts';
import type { Mutant } from '../../core/mutant.ts';
import { terminalReport } from '../../report/terminal.ts';
import type { RunReport } from '../../run/report.ts';
import { type CorrectServer, rulesWith, tryItsRule, tryMutant } from '../trial.ts';

/** The number that are tried at a time: each has its own proxy, and the upstream server expects several clients. */
const AT_ONCE = 3;

export type Print = (line: string) => void;

/** The outcome of a faulty server. */
export interface Tried {
  readonly mutant: Mutant;
  /** The verdict of the rule that must detect it. */
  readonly report: RunReport;
  readonly isKilled: boolean;
}

async function tryOne(server: CorrectServer, service: string, mutant: Mutant): Promise<Tried> {
  const report = await tryItsRule(server, service, mutant);
  return { mutant, report, isKilled: rulesWith(report, 'fail', 'warn').includes(mutant.kills) };
}

/** The verdict of the rule that should have detected a faulty server. */
function excuse(report: RunReport, rule: string): string {
  const check = report.services.flatMap(({ checks }) => checks).find((one) => one.rule === rule);
  const [reason] = check?.reasons ?? [];
  return [check?.verdict ?? 'not checked', ...(reason === undefined ? [] : [reason.reason])].join(': ');
}

function reported({ mutant: { id, kills }, report, isKilled }: Tried): string {
  return isKilled ? `killed    ${id}` : `SURVIVED  ${id}\n          ${kills} says ${excuse(report, kills)}`;
}

/**
 * Tries several mutants at a time, and the survivors once more one by one. The results are in the order of the mutants.
 *
 * @param alone provides a server for one mutant: the writes of other trials may hide a fault.
 */
export async function tryAll(
  server: CorrectServer,
  service: string,
  mutants: readonly Mutant[],
  print: Print,
  alone: (use: (server: CorrectServer) => Promise<Tried>) => Promise<Tried> = (use) => use(server),
): Promise<readonly Tried[]> {
  const results = new Map<Mutant, Tried>();
  const left = mutants.values();
  const again: Mutant[] = [];
  const finish = (tried: Tried) => {
    results.set(tried.mutant, tried);
    print(reported(tried));
  };
  const work = async () => {
    for (const mutant of left) {
      const tried = await tryOne(server, service, mutant);
      if (tried.isKilled) finish(tried);
      else again.push(mutant);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  for (const mutant of again) finish(await alone((one) => tryOne(one, service, mutant)));
  return mutants.flatMap((mutant) => results.get(mutant) ?? []);
}

/**
 * Reports before the trials that an HTTP archive cannot be written.
 * @param count the number of servers that match.
 * @throws UsageError if that is not one, or if the file cannot be written.
 */
export async function checkHar({ har, mutant }: { readonly har?: string; readonly mutant?: string }, count: number) {
  if (har === undefined) return;
  if (count !== 1) throw new UsageError(`--har records one faulty server, but --mutant ${mutant} matches ${count}`);
  await checkWritable('--har', har);
  await checkReplaceable(har);
}

/**
 * Shows the whole report on a faulty server.
 * @param har file for the requests and responses of that run.
 */
export async function showWhole(
  server: CorrectServer,
  service: string,
  mutant: Mutant,
  { print, har }: { readonly print: Print; readonly har: string | undefined },
): Promise<void> {
  const { timeoutMs } = mutant;
  const file = har === undefined ? null : openHar(har);
  const options = {
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(file === null ? {} : { onEvent: file.onEvent }),
  };
  try {
    const report = await tryMutant(server, service, mutant, options);
    print(terminalReport(report, styleFor(false)));
  } catch (error) {
    await file?.abandon();
    throw error;
  }
  await file?.finish();
}
