/** The services over one database and one clock, with the wallet network that they use. */
import type { ServiceName } from '@wallet-services/contract/services';
import { type Mounted, preferredAnswers } from './http/index.ts';
import { invariantsOf } from './invariants.ts';
import type { RunningService, Service, ServiceContext, Store } from './service.ts';
import { startNetwork } from './start-network.ts';
import type { Sandbox } from './wallet/index.ts';

/** The dependencies of a stack. */
export interface StackOptions extends Pick<ServiceContext, 'shared' | 'clock' | 'log' | 'scheme' | 'config'> {
  readonly services: readonly Service[];
  /** The database, for the writers of one subject. */
  storeOf(subject: string): Store;
  /** Holds answers to the relations that the documents declare, too. */
  readonly invariants?: boolean | undefined;
  /** Answers with examples of the documents where a request prefers one. */
  readonly prefers?: boolean | undefined;
  /** The address of the wallet network's sandbox for the services. Default: at a separate port. */
  readonly sandboxUrl?: string | undefined;
}

/** Services at work. */
export interface Stack {
  readonly mounted: readonly (Mounted & { readonly name: ServiceName })[];
  /** Undefined when another network is configured. */
  readonly sandbox: Sandbox | undefined;
  /** Stops what the services do on their own account. @param limit milliseconds that it may take */
  closeServices(limit: number): Promise<void>;
  /** Last: accepted requests may still use it. */
  closeNetwork(limit: number): Promise<void>;
}

/** Starts the services and their network. */
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
