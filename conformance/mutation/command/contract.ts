/**
 * The faulty servers of the five services and the correct ones that choose otherwise, in front of the reference server;
 * writes the kill matrix. The gates in `npm test -- --all` try the same.
 */
import { UsageError } from '@wallet-services/kit/errors';
import type { ProxiedTwin } from '../../core/variant.ts';
import type { ContractService as ServiceName } from '../../model/document/services.ts';
import { openContract } from '../../run/contract.ts';
import { matches } from '../../run/selection.ts';
import { startReference, withReference } from '../../testing/reference.ts';
import {
  correctRow,
  faultyRow,
  goodRows,
  isGood,
  type MatrixRow,
  readMatrix,
  subjectOf,
  writeMatrix,
} from '../matrix.ts';
import { type Faults, faultsOf } from '../mutants.ts';
import { blamed, type CorrectServer, tryFault } from '../trial.ts';
import type { FiveTeeth } from './options.ts';
import { checkHar, type Print, showWhole, tryAll } from './trial.ts';

/** Tries what is there of a service. @returns rows in the order of what there is */
async function tryService(
  server: CorrectServer,
  service: ServiceName,
  { mutants, twins }: Faults,
  print: Print,
): Promise<readonly MatrixRow[]> {
  const tried = await tryAll(server, service, mutants, print, withReference);
  const rows: MatrixRow[] = tried.map(({ mutant, isKilled }) => faultyRow(service, mutant, isKilled));
  const tryTwin = (twin: ProxiedTwin, one: CorrectServer) => tryFault(one, service, twin, { reproduce: false });
  for (const twin of twins) {
    const first = blamed(await tryTwin(twin, server), twin);
    // What the faulty ones left behind may be more than a rule reads.
    const problems = first.length === 0 ? first : blamed(await withReference((one) => tryTwin(twin, one)), twin);
    const passed = problems.length === 0;
    print(`${passed ? 'passed   ' : 'BLAMED   '} ${twin.id}${problems.map((one) => `\n          ${one}`).join('')}`);
    rows.push(correctRow(service, twin, passed));
  }
  return rows;
}

function summary(service: ServiceName, rows: readonly MatrixRow[]): string {
  const [faulty, correct] = [rows.filter((row) => 'faulty' in row), rows.filter((row) => 'correct' in row)];
  const good = (some: readonly MatrixRow[]) => `${some.filter(isGood).length} of ${some.length}`;
  return `${service.padEnd(10)} ${good(faulty)} faulty servers detected, ${good(correct)} correct ones passed`;
}

/** Those of a service that are asked for. */
function chosen(
  { mutants, twins }: Faults,
  fault: string | undefined,
  told: ReadonlySet<string>,
  all: readonly MatrixRow[],
) {
  const isTold = (id: string) =>
    all.some((row) => ('faulty' in row ? row.faulty : row.correct) === id && told.has(subjectOf(row)));
  const isChosen = ({ id }: { readonly id: string }) => (fault === undefined ? !isTold(id) : matches(id, fault));
  return { mutants: mutants.filter(isChosen), twins: twins.filter(isChosen) };
}

/** Tries the servers of the five services. @returns the exit code. */
export async function teethOfFive(asked: FiveTeeth, print: Print): Promise<number> {
  const { services, onlyNew, fault, har } = asked;
  const before = onlyNew ? (await readMatrix()).filter(isGood) : [];
  const told = new Set(before.map(subjectOf));
  const contract = openContract();
  const plan = await Promise.all(
    services.map(async (service) => {
      const faults = await faultsOf(await contract.service(service));
      const all = goodRows(service, faults);
      return { service, all, chosen: chosen(faults, fault, told, all) };
    }),
  );
  const named = plan.flatMap(({ service, chosen: { mutants } }) => mutants.map((mutant) => [service, mutant] as const));
  const count = plan.reduce((sum, { chosen: { twins } }) => sum + twins.length, named.length);
  if (fault !== undefined && count === 0)
    throw new UsageError(`--fault ${fault}: there is no such faulty server; without --fault, all names are printed`);
  await checkHar(asked, count === 1 ? named.length : count);
  const reference = await startReference();
  const rows: MatrixRow[] = [];
  try {
    const [only] = named;
    if (fault !== undefined && count === 1 && only !== undefined) {
      await showWhole(reference, ...only, { print, har });
    }
    for (const { service, all, chosen: some } of plan) {
      const tried = await tryService(reference, service, some, print);
      const now = new Map(tried.map((row) => [subjectOf(row), row]));
      const whole = fault === undefined ? all.map((row) => now.get(subjectOf(row)) ?? row) : tried;
      if (whole.length > 0) print(summary(service, whole));
      rows.push(...whole);
    }
  } finally {
    await reference.close();
  }
  if (fault === undefined) await writeMatrix(services, rows);
  return rows.every(isGood) ? 0 : 1;
}
