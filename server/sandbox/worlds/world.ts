/**
 * A world: its data, its clock, its faults, its journal, and the services over them, which start at their first
 * request.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { setTimeout as wait } from 'node:timers/promises';
import { Refusal } from '@wallet-services/runtime/refusal';
import { openGate } from '../../admission/index.ts';
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

/** Answers a request with a path of the service itself. */
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
  /** Their responses: what a fault holds ends with the world. */
  readonly held: Set<ServerResponse | Http2ServerResponse>;
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

/** Its data from when it was made, or restored, until it is restored again, or removed. */
class Life {
  running: Promise<Running> | undefined;
  readonly copy: CopiedStore;
  /** The pending requests. */
  readonly #open = new Set<ServerResponse | Http2ServerResponse>();
  #drained: (() => void) | undefined;

  constructor(copy: CopiedStore) {
    this.copy = copy;
  }

  /** It lasts until a response is over. */
  lastFor(response: ServerResponse | Http2ServerResponse): void {
    this.#open.add(response);
    response.once('close', () => {
      this.#open.delete(response);
      if (this.#open.size === 0) this.#drained?.();
    });
  }

  /** Stops the services when they have answered, and forgets the data; what takes too long is cut off. */
  async end(): Promise<void> {
    if (this.#open.size > 0) {
      const drained = new Promise<void>((resolve) => {
        this.#drained = resolve;
      });
      await Promise.race([drained, wait(ANSWERING, undefined, { ref: false })]);
      cutOff(this.#open);
    }
    const running = await this.running?.catch(() => undefined);
    await running?.stack.closeServices(STOPPING);
    await running?.stack.closeNetwork(STOPPING);
    await this.copy.close();
  }
}

function cutOff(responses: Iterable<ServerResponse | Http2ServerResponse>): void {
  for (const response of responses) ('stream' in response ? response.stream : response).destroy();
}

/** How long the services of a world that goes may take to stop, in milliseconds. */
const STOPPING = 1_000;

/** How long earlier requests may take to be answered, in milliseconds. */
const ANSWERING = 3_000;

/** How long what its services begin with may take, in milliseconds. */
const SETTLING = 5_000;

interface Given extends Pick<World, 'id' | 'name' | 'createdAt' | 'idleTimeout' | 'clock' | 'journal'> {
  readonly copy: CopiedStore;
  readonly settings: WorldSettings;
  /** Where its services find its wallet network. */
  readonly sandboxUrl: () => Promise<string>;
}

/** The answer for a missing world. */
export function gone(id: string): Refusal {
  return new Refusal(404, `there is no world ${id}`, {
    hint: 'it was removed, or was idle for too long: create one with POST /sandbox/worlds',
  });
}

/** A created world; `main` is none of these. */
export class CopiedWorld implements World {
  readonly id: string;
  readonly name: string | undefined;
  readonly createdAt: number;
  readonly idleTimeout: number | undefined;
  readonly clock: WorldClock;
  readonly journal: Journal;
  readonly faults = new FaultSet();
  readonly held = new Set<ServerResponse | Http2ServerResponse>();
  usedAt: number;
  busy = 0;
  readonly #settings: WorldSettings;
  readonly #sandboxUrl: () => Promise<string>;
  #life: Life;
  #closed = false;

  constructor({ id, name, createdAt, idleTimeout, clock, journal, copy, settings, sandboxUrl }: Given) {
    this.id = id;
    this.name = name;
    this.createdAt = createdAt;
    this.usedAt = createdAt;
    this.idleTimeout = idleTimeout;
    this.clock = clock;
    this.journal = journal;
    this.#life = new Life(copy);
    this.#settings = settings;
    this.#sandboxUrl = sandboxUrl;
  }

  store(): Store {
    return this.#life.copy.store;
  }

  /** What changes with its data. */
  get life(): object {
    return this.#life;
  }

  async stack(): Promise<Stack> {
    return (await this.#run(this.#life)).stack;
  }

  /** Answers a request; its data stays until then. */
  async http(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const life = this.#lasting(response);
    (await this.#run(life)).http(request, response);
  }

  /** The same for what comes over HTTP/2. */
  async rpc(request: Http2ServerRequest, response: Http2ServerResponse): Promise<void> {
    const life = this.#lasting(response);
    (await this.#run(life)).rpc(request, response);
  }

  /** Goes on with other data. @throws Refusal 404 when it is closed meanwhile */
  async replace(copy: () => Promise<CopiedStore>): Promise<void> {
    const fresh = await copy();
    if (this.#closed) {
      await fresh.close();
      throw gone(this.id);
    }
    const before = this.#life;
    this.#life = new Life(fresh);
    await before.end();
  }

  /** Stops the services, deletes the data, and disconnects waiting clients. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#life.end();
    cutOff(this.held);
  }

  /** @throws Refusal 404 when it is closed: a request may have waited for its turn */
  #lasting(response: ServerResponse | Http2ServerResponse): Life {
    if (this.#closed) throw gone(this.id);
    this.#life.lastFor(response);
    return this.#life;
  }

  #run(life: Life): Promise<Running> {
    life.running ??= this.#start(life).catch((error: unknown) => {
      life.running = undefined;
      throw error;
    });
    return life.running;
  }

  async #start({ copy: { store } }: Life): Promise<Running> {
    const { validator, gate, ...settings } = this.#settings;
    const { log } = settings;
    const stack = await startStack({
      ...settings,
      clock: this.clock.now,
      storeOf: () => store,
      sandboxUrl: await this.#sandboxUrl(),
    });
    // The first request finds what every later one does: the seed has a turn that is not processed yet.
    const settling = Promise.all(stack.mounted.map(({ service }) => service.settled?.()));
    await Promise.race([settling, wait(SETTLING, undefined, { ref: false })]);
    // Requests here were admitted, and observed, before.
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
