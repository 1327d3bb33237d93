/**
 * The faulty servers of the five services and the correct ones that choose otherwise, in front of the reference server;
 * writes the kill matrix. The gates in `npm test -- --all` try the same.
 */
import { UsageError } from '@wallet-services/kit/errors';
import type { ProxiedVariant } from '../../core/variant.ts';
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
import { type TestServers, testServersOf } from '../mutants.ts';
import { blamed, type CorrectServer, tryMutant } from '../trial.ts';
import type { ContractOptions } from './options.ts';
import { checkHar, type Print, showWhole, tryAll } from './trial.ts';

/** Tries what is there of a service. @returns rows in the order of what there is */
async function tryService(
  server: CorrectServer,
  service: ServiceName,
  { mutants, variants }: TestServers,
  print: Print,
): Promise<readonly MatrixRow[]> {
  const tried = await tryAll(server, service, mutants, print, withReference);
  const rows: MatrixRow[] = tried.map(({ mutant, isKilled }) => faultyRow(service, mutant, isKilled));
  const tryVariant = (variant: ProxiedVariant, one: CorrectServer) =>
    tryMutant(one, service, variant, { reproduce: false });
  for (const variant of variants) {
    const first = blamed(await tryVariant(variant, server), variant);
    // What the faulty ones left behind may be more than a rule reads.
    const problems =
      first.length === 0 ? first : blamed(await withReference((one) => tryVariant(variant, one)), variant);
    const passed = problems.length === 0;
    print(`${passed ? 'passed   ' : 'BLAMED   '} ${variant.id}${problems.map((one) => `\n          ${one}`).join('')}`);
    rows.push(correctRow(service, variant, passed));
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
  { mutants, variants }: TestServers,
  wanted: string | undefined,
  reported: ReadonlySet<string>,
  all: readonly MatrixRow[],
) {
  const isReported = (id: string) =>
    all.some((row) => ('faulty' in row ? row.faulty : row.correct) === id && reported.has(subjectOf(row)));
  const isChosen = ({ id }: { readonly id: string }) => (wanted === undefined ? !isReported(id) : matches(id, wanted));
  return { mutants: mutants.filter(isChosen), variants: variants.filter(isChosen) };
}

/** Tries the servers of the five services. @returns the exit code. */
export async function mutantsOfContract(request: ContractOptions, print: Print): Promise<number> {
  const { services, onlyNew, mutant: wanted, har } = request;
  const before = onlyNew ? (await readMatrix()).filter(isGood) : [];
  const reported = new Set(before.map(subjectOf));
  const contract = openContract();
  const plan = await Promise.all(
    services.map(async (service) => {
      const servers = await testServersOf(await contract.service(service));
      const all = goodRows(service, servers);
      return { service, all, chosen: chosen(servers, wanted, reported, all) };
    }),
  );
  const named = plan.flatMap(({ service, chosen: { mutants } }) => mutants.map((mutant) => [service, mutant] as const));
  const count = plan.reduce((sum, { chosen: { variants } }) => sum + variants.length, named.length);
  if (wanted !== undefined && count === 0)
    throw new UsageError(`--mutant ${wanted}: there is no such faulty server; without --mutant, all names are printed`);
  await checkHar(request, count === 1 ? named.length : count);
  const reference = await startReference();
  const rows: MatrixRow[] = [];
  try {
    const [only] = named;
    if (wanted !== undefined && count === 1 && only !== undefined) {
      await showWhole(reference, ...only, { print, har });
    }
    for (const { service, all, chosen: some } of plan) {
      const tried = await tryService(reference, service, some, print);
      const now = new Map(tried.map((row) => [subjectOf(row), row]));
      const whole = wanted === undefined ? all.map((row) => now.get(subjectOf(row)) ?? row) : tried;
      if (whole.length > 0) print(summary(service, whole));
      rows.push(...whole);
    }
  } finally {
    await reference.close();
  }
  if (wanted === undefined) await writeMatrix(services, rows);
  return rows.every(isGood) ? 0 : 1;
}
