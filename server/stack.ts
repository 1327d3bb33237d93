/** Starts services with one database, one clock, and the wallet network that they use. */
import type { ServiceName } from '@wallet-services/contract/services';
import { type Mounted, preferredAnswers } from './http/index.ts';
import { invariantsOf } from './invariants.ts';
import type { RunningService, Service, ServiceContext, Store } from './service.ts';
import { startNetwork } from './start-network.ts';
import type { Sandbox } from './wallet/index.ts';

/** The dependencies of a stack. */
export interface StackOptions extends Pick<ServiceContext, 'shared' | 'clock' | 'log' | 'scheme' | 'config'> {
  readonly services: readonly Service[];
  /** The database for the writers of a subject. */
  storeOf(subject: string): Store;
  /** Whether answers are also checked by the invariants that the documents declare. */
  readonly invariants?: boolean | undefined;
  /** Whether requests can prefer an example of the documents as their answer. */
  readonly prefers?: boolean | undefined;
  /** The address at which the services reach the sandbox wallet network. Default: a separate port. */
  readonly sandboxUrl?: string | undefined;
}

/** Running services. */
export interface Stack {
  readonly mounted: readonly (Mounted & { readonly name: ServiceName })[];
  /** Undefined when another network is configured. */
  readonly sandbox: Sandbox | undefined;
  /** Stops the background work of the services. @param limit longest time in milliseconds */
  closeServices(limit: number): Promise<void>;
  /** Closes the network. Call it last, because accepted requests may still use it. */
  closeNetwork(limit: number): Promise<void>;
}

/** Starts the services and their wallet network. */
export async function startStack({
  services,
  storeOf,
  invariants,
  prefers,
  sandboxUrl,
  ...given
}: StackOptions): Promise<Stack> {
  const { shared, clock, log, scheme, config } = given;
  const running: RunningService[] = [];
  const network = await startNetwork({ store: storeOf('wallet'), clock, log, config, running, sandboxUrl });
  try {
    const { verifier } = network;
    const context = { shared, clock, log, scheme, oauth: network.network, verifier, config };
    const mounted = await Promise.all(
      services.map(async (service) => ({
        name: service.name,
        base: service.base,
        hasApi: service.hasApi,
        service: await service.start({ ...context, store: storeOf(service.name) }),
        ...(prefers === true ? { answerInstead: preferredAnswers(service.name) } : {}),
        ...(invariants === true ? { judgeAnswer: await invariantsOf(service.name) } : {}),
      })),
    );
    running.push(...mounted.map(({ service }) => service));
    return {
      mounted,
      sandbox: network.sandbox,
      closeServices: async (limit) => {
        await Promise.all(mounted.map(({ service }) => service.close?.(limit)));
      },
      closeNetwork: network.close,
    };
  } catch (error) {
    await network.close(0);
    throw error;
  }
}
