/**
 * The faulty servers of the five services and the correct ones that choose otherwise, in front of the reference server;
 * writes the kill matrix. The gates in `npm test` try the same, each faulty server with the rule that must find it out.
 */
import { UsageError } from '@wallet-services/kit/errors';
import { styleFor } from '@wallet-services/kit/style';
import { faultsOf } from '../faults/index.ts';
import {
  type Matrix,
  type MatrixMutant,
  type MatrixTwin,
  mutantId,
  readMatrix,
  writeMatrix,
} from '../faults/matrix.ts';
import type { Mutant, Twin } from '../faults/mutant.ts';
import { type CorrectServer, rulesWith, tryFault } from '../faults/trial.ts';
import { openContract } from '../model/contract.ts';
import type { ContractService as ServiceName } from '../model/services.ts';
import { terminalReport } from '../report/terminal.ts';
import { matches } from '../run/selection.ts';
import { startReference } from '../testing/reference.ts';
import type { FiveTeeth } from './options.ts';

/** Milliseconds that a faulty server is waited for: some never answer. */
const SHORT = 600;

const live = process.stderr.isTTY === true;

function progress(text: string): void {
  if (live) process.stderr.write(`\r\x1b[2K${text}`);
}

async function tryMutant(server: CorrectServer, service: ServiceName, mutant: Mutant): Promise<MatrixMutant> {
  const report = await tryFault(server, service, mutant, { timeoutMs: mutant.timeoutMs ?? SHORT, reproduce: false });
  const { id: title, kills } = mutant;
  const rules = [...rulesWith(report, 'fail', 'warn')].sort();
  return { id: mutantId(service, title), service, title, kills, expected: 'killed', rules };
}

async function tryTwin(server: CorrectServer, service: ServiceName, twin: Twin): Promise<MatrixTwin> {
  const report = await tryFault(server, service, twin, { reproduce: false });
  const blamed = rulesWith(report, 'fail', 'warn', 'harness-error');
  const undecided = rulesWith(report, 'inconclusive', 'blocked').filter((rule) => !twin.undecided?.includes(rule));
  return { service, title: twin.id, about: twin.about, passed: blamed.length + undecided.length === 0 };
}

async function inTurn<Item, Result>(
  name: string,
  items: readonly Item[],
  use: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    progress(`${name}: ${results.length} of ${items.length}`);
    results.push(await use(item));
  }
  progress('');
  return results;
}

function summary(service: ServiceName, mutants: readonly MatrixMutant[], twins: readonly MatrixTwin[]): string {
  const survivors = mutants.filter(({ rules }) => rules.length === 0);
  const blamed = twins.filter(({ passed }) => !passed);
  return [
    `${service.padEnd(10)} ${mutants.length - survivors.length} of ${mutants.length} faulty servers found out, ` +
      `${twins.length - blamed.length} of ${twins.length} correct ones passed`,
    ...survivors.map(({ title, kills }) => `  survives ${kills}: ${title}`),
    ...blamed.map(({ title }) => `  blamed: ${title}`),
  ].join('\n');
}

/** What the matrix tells of a faulty server already, where it was found out. */
function toldMutant({ mutants }: Matrix, service: ServiceName, { id, kills }: Mutant): MatrixMutant | undefined {
  return mutants.find((row) => row.id === mutantId(service, id) && row.kills === kills && row.rules.length > 0);
}

function toldTwin({ twins }: Matrix, service: ServiceName, { id, about }: Twin): MatrixTwin | undefined {
  const same = (row: MatrixTwin) => row.service === service && row.title === id && `${row.about}` === `${about}`;
  return twins.find((row) => same(row) && row.passed);
}

/** Tries those of a name, with all that the suite says of each; the matrix stays as it is. */
async function tryNamed({ services, fault }: FiveTeeth & { readonly fault: string }, print: (line: string) => void) {
  const contract = openContract();
  const named: (readonly [ServiceName, Mutant])[] = [];
  for (const service of services) {
    const { mutants } = await faultsOf((await contract.service(service)).api);
    named.push(...mutants.filter(({ id }) => matches(id, fault)).map((mutant) => [service, mutant] as const));
  }
  if (named.length === 0)
    throw new UsageError(`--fault ${fault}: there is none; without it all are named as they are tried`);
  const reference = await startReference();
  let survivors = 0;
  try {
    for (const [service, mutant] of named) {
      const report = await tryFault(reference, service, mutant, { timeoutMs: mutant.timeoutMs ?? SHORT });
      if (named.length === 1) print(terminalReport(report, styleFor(false)));
      const isKilled = rulesWith(report, 'fail', 'warn').some((rule) => rule === mutant.kills);
      if (!isKilled) survivors += 1;
      print(`${isKilled ? 'killed   ' : 'SURVIVED '} ${mutantId(service, mutant.id)}`);
    }
  } finally {
    await reference.close();
  }
  return survivors === 0 ? 0 : 1;
}

/** Tries the faulty servers of the five services. @returns the exit code. */
export async function teethOfFive(asked: FiveTeeth, print: (line: string) => void): Promise<number> {
  const { services, onlyNew, fault } = asked;
  if (fault !== undefined) return tryNamed({ ...asked, fault }, print);
  const told: Matrix = onlyNew ? await readMatrix() : { version: 1, mutants: [], twins: [] };
  const mutants: MatrixMutant[] = [];
  const twins: MatrixTwin[] = [];
  const reference = await startReference();
  try {
    for (const service of services) {
      const tried = await faultsOf((await reference.contract.service(service)).api);
      const killed = await inTurn(
        `${service}, faulty`,
        tried.mutants,
        async (one) => toldMutant(told, service, one) ?? tryMutant(reference, service, one),
      );
      const passed = await inTurn(
        `${service}, correct`,
        tried.twins,
        async (one) => toldTwin(told, service, one) ?? tryTwin(reference, service, one),
      );
      print(summary(service, killed, passed));
      mutants.push(...killed);
      twins.push(...passed);
    }
  } finally {
    await reference.close();
  }
  await writeMatrix(services, { mutants, twins });
  const good = mutants.every(({ rules }) => rules.length > 0) && twins.every(({ passed }) => passed);
  return good ? 0 : 1;
}
