/**
 * `npm run teeth`: tries the whole suite on every faulty server and on every correct one that chooses otherwise, and
 * writes the kill matrix. The gates in `npm test` try the same, each faulty server with the rule that must find it out.
 */
import { parseArgs } from 'node:util';
import { isServiceName, type ContractService as ServiceName, serviceNames } from '../model/services.ts';
import { startReference } from '../testing/reference.ts';
import { faultsOf } from './index.ts';
import { type Matrix, type MatrixMutant, type MatrixTwin, mutantId, readMatrix, writeMatrix } from './matrix.ts';
import type { Mutant, Twin } from './mutant.ts';
import { type CorrectServer, rulesWith, tryFault } from './trial.ts';

const HELP = `Tries the suite on every faulty server and on every correct one that chooses otherwise.

usage: npm run teeth [-- options]

  --service NAMES  only these services, separated by commas; the matrix keeps what it says of the others
  --new            only what the matrix does not tell of yet
  --help           this text

Writes conformance/faults/matrix.json. Exit code 0 when every faulty server is found out and no correct one is blamed,
1 when not, 2 for wrong usage.
`;

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

/** Something the user can mend, said in one line. */
class UsageError extends Error {}

interface Options {
  readonly services: readonly ServiceName[];
  readonly onlyNew: boolean;
}

function readOptions(): Options | null {
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({ options: { service: { type: 'string' }, new: flag, help: flag } });
  if (values.help) return null;
  const names = values.service?.split(',') ?? serviceNames;
  const wrong = names.find((name) => !isServiceName(name));
  if (wrong !== undefined) throw new UsageError(`--service: the services are ${serviceNames.join(', ')}, not ${wrong}`);
  return { services: names.filter(isServiceName), onlyNew: values.new };
}

/** What the matrix tells of a faulty server already, where it was found out. */
function toldMutant({ mutants }: Matrix, service: ServiceName, { id, kills }: Mutant): MatrixMutant | undefined {
  return mutants.find((row) => row.id === mutantId(service, id) && row.kills === kills && row.rules.length > 0);
}

function toldTwin({ twins }: Matrix, service: ServiceName, { id, about }: Twin): MatrixTwin | undefined {
  const same = (row: MatrixTwin) => row.service === service && row.title === id && `${row.about}` === `${about}`;
  return twins.find((row) => same(row) && row.passed);
}

async function main(): Promise<number> {
  const options = readOptions();
  if (options === null) {
    process.stdout.write(HELP);
    return 0;
  }
  const { services, onlyNew } = options;
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
      process.stdout.write(`${summary(service, killed, passed)}\n`);
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

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return error instanceof UsageError || (error instanceof TypeError && 'code' in error) ? 2 : 1;
});
