/** Runs the suite against worlds that are switched to a faulty server of the catalogue, and back. */
import { referenceTarget } from '@wallet-services/checks/targets/reference';
import { openSandbox, type Sandbox, type World } from '@wallet-services/client/sandbox';
import { type Check, type Contract, runSuite, type Target } from '@wallet-services/conformance';
import type { CatalogueEntry } from '@wallet-services/conformance/mutants';
import type { ServiceName } from '@wallet-services/contract/services';

/** The results for a faulty server. */
export interface Tried {
  readonly entry: CatalogueEntry;
  /** Whether its rule detected it while it was switched on. */
  readonly found: boolean;
  /** Whether the rule passed after it was switched off. */
  readonly green: boolean;
  /** The verdicts of the rule, switched on and switched off. */
  readonly verdicts: string;
}

/** A world as an option of the suite, gRPC included. */
async function targetOf(
  { id, url, rpcUrl }: Pick<World, 'id' | 'url' | 'rpcUrl'>,
  service: ServiceName,
): Promise<Target> {
  const { services, ...rest } = await referenceTarget({ httpUrl: url, rpcUrl: `${rpcUrl}/worlds/${id}` });
  const own = services[service];
  if (own === undefined) throw new Error(`the reference server has no ${service}`);
  return { ...rest, services: { [service]: own } };
}

/** Wait until the effects of a write must be visible, in milliseconds: a correct server shows them at once. */
const SETTLES = 150;

/** Time limits of an answer in milliseconds: a short one, since few faulty servers never answer, then a longer one. */
const SHORT = 2_000;
const PATIENT = 15_000;

const isBroken = (checks: readonly Check[]) => checks.some(({ verdict }) => verdict === 'fail' || verdict === 'warn');
const isOpen = (checks: readonly Check[]) =>
  !isBroken(checks) && checks.some(({ verdict }) => verdict === 'blocked' || verdict === 'inconclusive');

function verdictsOf(checks: readonly Check[]): string {
  return checks
    .map(({ verdict, reasons }) => [verdict, ...reasons.slice(0, 1).map(({ reason }) => reason)].join(': '))
    .join('; ');
}

async function tryOne(sandbox: Sandbox, contract: Contract, entry: CatalogueEntry, service: ServiceName) {
  const { name, rule, operation, target = (same) => same, timeoutMs = SHORT } = entry;
  await using world = await sandbox.world({ name: 'faulty' });
  const { services, ...rest } = await targetOf(world, service);
  const own = services[service];
  const reported = target({ ...rest, services: own === undefined ? {} : { [service]: { settleMs: SETTLES, ...own } } });
  const selection = { rules: [rule], operations: operation === undefined ? [] : [operation] };
  let seed = 0;
  const responseTo = async (wait: number) => {
    seed += 1;
    const { services: reports } = await runSuite(reported, {
      selection,
      seed,
      contract,
      timeoutMs: wait,
      reproduce: false,
    });
    return reports.flatMap(({ checks }) => checks).filter((check) => check.rule === rule);
  };
  /** Created for each run, because it may cache an earlier credential. */
  const requestsOfFaulty = async (wait: number) => {
    const fault = await world.faulty(name, { service });
    const checks = await responseTo(wait);
    await fault.off();
    return checks;
  };
  /** Repeats an undecided run once, because the machine may be busy. */
  const decided = async (send: typeof responseTo, isEnough: (checks: readonly Check[]) => boolean) => {
    const checks = await send(timeoutMs);
    return isEnough(checks) ? checks : send(PATIENT);
  };
  const on = await decided(requestsOfFaulty, isBroken);
  const off = await decided(responseTo, (checks) => !isOpen(checks));
  const green = !isBroken(off) && off.every(({ verdict }) => verdict !== 'harness-error');
  return { entry, found: isBroken(on), green, verdicts: `${verdictsOf(on)} | ${verdictsOf(off)}` };
}

/**
 * Tests faulty servers of a service, each in a separate world.
 *
 * @param url address of a reference server with the sandbox
 * @param atOnce number of concurrent tests
 */
export async function* tried(
  url: string,
  contract: Contract,
  service: ServiceName,
  entries: readonly CatalogueEntry[],
  atOnce = 1,
): AsyncGenerator<Tried> {
  const sandbox = openSandbox({ url });
  const waiting = entries.values();
  const running = new Map<CatalogueEntry, Promise<Tried>>();
  const begin = () => {
    const { value: entry } = waiting.next();
    if (entry === undefined) return;
    const failed = (error: unknown): Tried => ({ entry, found: false, green: false, verdicts: String(error) });
    running.set(entry, tryOne(sandbox, contract, entry, service).catch(failed));
  };
  for (let begun = 0; begun < atOnce; begun += 1) begin();
  while (running.size > 0) {
    const done = await Promise.race(running.values());
    running.delete(done.entry);
    begin();
    yield done;
  }
}
