/** The suite against worlds: a world that is switched to a faulty server of the catalogue, and back. */
import { openSandbox, type World } from '@wallet-services/client/sandbox';
import { type RunReport, referenceTarget, runSuite, type ServiceName, type Target } from '@wallet-services/conformance';
import { type CatalogueEntry, catalogueOf } from '@wallet-services/conformance/faults';
import type { ServiceName as ContractService } from '@wallet-services/contract/services';
import { startServer } from '@wallet-services/server';

/** What became of a faulty server. */
export interface Tried {
  readonly name: string;
  /** Switched on, its rule finds it out. */
  readonly found: boolean;
  /** Switched off, the same rule finds nothing. */
  readonly green: boolean;
}

/** A world as the suite is told of it; gRPC, which has no address of a world, is left out. */
export async function targetOf({ url }: Pick<World, 'url'>, service: ServiceName): Promise<Target> {
  const nowhere = 'http://127.0.0.1:1';
  const { services, ...rest } = await referenceTarget({ httpUrl: url, rpcUrl: nowhere });
  const own = services[service];
  if (own === undefined) throw new Error(`the reference server has no ${service}`);
  const rpc = Object.fromEntries(Object.entries(own.rpc).filter(([, address]) => address !== nowhere));
  return { ...rest, services: { [service]: { ...own, rpc } } };
}

function broken({ services }: RunReport, rule: string): boolean {
  const checks = services.flatMap(({ checks: each }) => each);
  return checks.some((check) => check.rule === rule && (check.verdict === 'fail' || check.verdict === 'warn'));
}

/** Tries each faulty server of a service that is chosen, in a world of its own. */
export async function* tried(
  service: ContractService,
  chosen: (entry: CatalogueEntry) => boolean,
): AsyncGenerator<Tried> {
  const server = await startServer({ port: 0, rpcPort: 0 });
  try {
    const sandbox = openSandbox({ url: server.httpUrl });
    for (const entry of (await catalogueOf(service)).filter(chosen)) {
      await using world = await sandbox.world({ name: 'faulty' });
      const { name, rule, operation, target = (same) => same } = entry;
      const told = target(await targetOf(world, service));
      const selection = { rules: [rule], operations: operation === undefined ? [] : [operation] };
      const run = (seed: number) => runSuite(told, { selection, seed, timeoutMs: 3_000, reproduce: false });
      const fault = await world.faulty(name, { service });
      const found = broken(await run(1), rule);
      await fault.off();
      yield { name, found, green: !broken(await run(2), rule) };
    }
  } finally {
    await server.close();
  }
}
