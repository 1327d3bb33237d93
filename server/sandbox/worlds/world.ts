/** A world: its data, its clock, its faults, its journal, and the services over them, started when they are first asked. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { openGate } from '../../fairness/index.ts';
import { type AppOptions, createApp, rpcFaultLogger } from '../../http/index.ts';
import { type Http2Handler, rpcHandler } from '../../rpc/grpc.ts';
import type { Store } from '../../service.ts';
import { type Stack, type StackOptions, startStack } from '../../stack.ts';
import type { CopiedStore } from '../../store/index.ts';
import { FaultSet } from '../faults/fault-set.ts';
import type { Journal } from '../journal/journal.ts';
import type { WorldClock } from './clock.ts';

/** The id of what the server serves at its root. */
export const MAIN = 'main';

/** Answers a request whose path is the service's own. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** What every world has; `main` is one as well. */
export interface World {
  readonly id: string;
  readonly name: string | undefined;
  /** Milliseconds since 1970, by the clock of the machine. */
  readonly createdAt: number;
  usedAt: number;
  /** Milliseconds; undefined for one that stays. */
  readonly idleTimeout: number | undefined;
  readonly clock: WorldClock;
  readonly faults: FaultSet;
  readonly journal: Journal;
  /** Requests under way. */
  busy: number;
  /** Its data. */
  store(): Store;
  /** Its services, started where they were not. */
  stack(): Promise<Stack>;
}

/** What the worlds of a server have in common. */
export interface WorldSettings extends Omit<StackOptions, 'clock' | 'storeOf' | 'shared' | 'sandboxUrl'> {
  readonly validator: AppOptions['validator'];
  readonly gate: NonNullable<AppOptions['gate']>;
}

interface Running {
  readonly stack: Stack;
  readonly http: Handler;
  readonly rpc: Http2Handler;
}

/** How long the services of a world that goes may take to stop, in milliseconds. */
const STOPPING = 1_000;

interface Given extends Pick<World, 'id' | 'name' | 'createdAt' | 'idleTimeout' | 'clock' | 'journal'> {
  readonly copy: CopiedStore;
  readonly settings: WorldSettings;
  /** Where its services find its wallet network. */
  readonly sandboxUrl: () => Promise<string>;
}

/** A world that was made; `main` is none of these. */
export class CopiedWorld implements World {
  readonly id: string;
  readonly name: string | undefined;
  readonly createdAt: number;
  readonly idleTimeout: number | undefined;
  readonly clock: WorldClock;
  readonly journal: Journal;
  readonly faults = new FaultSet();
  usedAt: number;
  busy = 0;
  readonly #settings: WorldSettings;
  readonly #sandboxUrl: () => Promise<string>;
  #copy: CopiedStore;
  #running: Promise<Running> | undefined;

  constructor({ id, name, createdAt, idleTimeout, clock, journal, copy, settings, sandboxUrl }: Given) {
    this.id = id;
    this.name = name;
    this.createdAt = createdAt;
    this.usedAt = createdAt;
    this.idleTimeout = idleTimeout;
    this.clock = clock;
    this.journal = journal;
    this.#copy = copy;
    this.#settings = settings;
    this.#sandboxUrl = sandboxUrl;
  }

  store(): Store {
    return this.#copy.store;
  }

  async stack(): Promise<Stack> {
    return (await this.#run()).stack;
  }

  async http(): Promise<Handler> {
    return (await this.#run()).http;
  }

  async rpc(): Promise<Http2Handler> {
    return (await this.#run()).rpc;
  }

  /** Goes on with other data. */
  async replace(copy: () => Promise<CopiedStore>): Promise<void> {
    const fresh = await copy();
    await this.close();
    this.#copy = fresh;
  }

  /** Stops the services, and forgets the data. */
  async close(): Promise<void> {
    const running = await this.#running?.catch(() => undefined);
    this.#running = undefined;
    await running?.stack.closeServices(STOPPING);
    await running?.stack.closeNetwork(STOPPING);
    await this.#copy.close();
  }

  #run(): Promise<Running> {
    this.#running ??= this.#start().catch((error: unknown) => {
      this.#running = undefined;
      throw error;
    });
    return this.#running;
  }

  async #start(): Promise<Running> {
    const { validator, gate, ...settings } = this.#settings;
    const { log } = settings;
    const store = this.#copy.store;
    const stack = await startStack({
      ...settings,
      clock: this.clock.now,
      storeOf: () => store,
      sandboxUrl: await this.#sandboxUrl(),
    });
    // Who comes here was let in, and observed, before.
    const inner = { ...openGate, turn: gate.turn };
    const http = createApp({
      services: stack.mounted,
      log,
      validator,
      gate: inner,
      isInner: true,
      mountBeside: (beside) => stack.sandbox?.mount(beside),
    });
    let rpc: Http2Handler | undefined;
    return {
      stack,
      http,
      rpc(request, response) {
        const services = stack.mounted.flatMap(({ service }) => service.rpc);
        rpc ??= rpcHandler({ services, onFault: rpcFaultLogger(log) }, inner);
        rpc(request, response);
      },
    };
  }
}
