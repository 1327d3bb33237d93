/**
 * Tries the faulty servers of the services of the contract, and the correct ones that make other choices, in front of the
 * reference server. `npm test -- --all` tries the same ones.
 */
import { UsageError } from '@wallet-services/kit/errors';
import type { ProxiedVariant } from '../../core/variant.ts';
import type { ContractService as ServiceName } from '../../model/document/services.ts';
import { openContract } from '../../run/contract.ts';
import { matches } from '../../run/selection.ts';
import { startReference, withReference } from '../../testing/reference.ts';
import { type TestServers, testServersOf } from '../mutants.ts';
import { blamed, type CorrectServer, tryMutant } from '../trial.ts';
import type { ContractOptions } from './options.ts';
import { checkHar, type Print, showWhole, tryAll } from './trial.ts';

/** The results: for each server that was tried, whether the suite judged it correctly. */
interface Results {
  readonly detected: readonly boolean[];
  readonly passed: readonly boolean[];
}

/** Tries the servers of a service. */
async function tryService(
  server: CorrectServer,
  service: ServiceName,
  { mutants, variants }: TestServers,
  print: Print,
): Promise<Results> {
  const tried = await tryAll(server, service, mutants, print, withReference);
  const passed: boolean[] = [];
  const tryVariant = (variant: ProxiedVariant, one: CorrectServer) =>
    tryMutant(one, service, variant, { reproduce: false });
  for (const variant of variants) {
    const first = blamed(await tryVariant(variant, server), variant);
    // The faulty servers may have left more data behind than a rule reads.
    const problems =
      first.length === 0 ? first : blamed(await withReference((one) => tryVariant(variant, one)), variant);
    const isPassed = problems.length === 0;
    print(
      `${isPassed ? 'passed   ' : 'BLAMED   '} ${variant.id}${problems.map((one) => `\n          ${one}`).join('')}`,
    );
    passed.push(isPassed);
  }
  return { detected: tried.map(({ isKilled }) => isKilled), passed };
}

function summary(service: ServiceName, { detected, passed }: Results): string {
  const good = (some: readonly boolean[]) => `${some.filter(Boolean).length} of ${some.length}`;
  return `${service.padEnd(10)} ${good(detected)} faulty servers detected, ${good(passed)} correct ones passed`;
}

/** The servers of a service that are tried. @param wanted their id; `*` stands for any text. Absent: all. */
function chosen({ mutants, variants }: TestServers, wanted: string | undefined): TestServers {
  const isChosen = ({ id }: { readonly id: string }) => wanted === undefined || matches(id, wanted);
  return { mutants: mutants.filter(isChosen), variants: variants.filter(isChosen) };
}

/** Tries the servers of the services. @returns the exit code. */
export async function mutantsOfContract(options: ContractOptions, print: Print): Promise<number> {
  const { services, mutant: wanted, har } = options;
  const contract = openContract();
  const plan = await Promise.all(
    services.map(async (service) => ({
      service,
      servers: chosen(await testServersOf(await contract.service(service)), wanted),
    })),
  );
  const named = plan.flatMap(({ service, servers: { mutants } }) =>
    mutants.map((mutant) => [service, mutant] as const),
  );
  const count = plan.reduce((sum, { servers: { variants } }) => sum + variants.length, named.length);
  if (wanted !== undefined && count === 0)
    throw new UsageError(`--mutant ${wanted}: there is no such faulty server; without --mutant, all names are printed`);
  await checkHar(options, count === 1 ? named.length : count);
  const reference = await startReference();
  const results: Results[] = [];
  try {
    const [only] = named;
    if (wanted !== undefined && count === 1 && only !== undefined) {
      await showWhole(reference, ...only, { print, har });
    }
    for (const { service, servers } of plan) {
      const result = await tryService(reference, service, servers, print);
      if (result.detected.length + result.passed.length > 0) print(summary(service, result));
      results.push(result);
    }
  } finally {
    await reference.close();
  }
  return results.every(({ detected, passed }) => [...detected, ...passed].every(Boolean)) ? 0 : 1;
}
