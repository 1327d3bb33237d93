/**
 * A world: its data, clock, faults, journal and services. The services start at the first request.
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

/** Id of the world that the server serves at its root. */
export const MAIN = 'main';

/** Answers a request; its path does not contain the address of the world. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** The properties of every world, `main` included. */
export interface World {
  readonly id: string;
  readonly name: string | undefined;
  /** Milliseconds since 1970, by the system clock. */
  readonly createdAt: number;
  usedAt: number;
  /** Milliseconds without requests after which it is removed; undefined for a world that is never removed. */
  readonly idleTimeout: number | undefined;
  readonly clock: WorldClock;
  readonly faults: FaultSet;
  readonly journal: Journal;
  /** Number of pending requests. */
  busy: number;
  /** Responses of pending requests: those that a fault holds open are closed with the world. */
  readonly held: Set<ServerResponse | Http2ServerResponse>;
  /** Its data. */
  store(): Store;
  /** Its services; starts them if necessary. */
  stack(): Promise<Stack>;
}

/** Settings that all worlds of a server share. */
export interface WorldSettings extends Omit<StackOptions, 'clock' | 'storeOf' | 'shared' | 'sandboxUrl'> {
  readonly validator: AppOptions['validator'];
  readonly gate: NonNullable<AppOptions['gate']>;
}

interface Running {
  readonly stack: Stack;
  readonly http: Handler;
  readonly rpc: Http2Handler;
}

/** The data and services of a world, from its creation or a restore until the next restore or its removal. */
class Life {
  running: Promise<Running> | undefined;
  readonly copy: CopiedStore;
  /** Responses of pending requests. */
  readonly #open = new Set<ServerResponse | Http2ServerResponse>();
  #drained: (() => void) | undefined;

  constructor(copy: CopiedStore) {
    this.copy = copy;
  }

  /** Keeps this life open until the response is over. */
  lastFor(response: ServerResponse | Http2ServerResponse): void {
    this.#open.add(response);
    response.once('close', () => {
      this.#open.delete(response);
      if (this.#open.size === 0) this.#drained?.();
    });
  }

  /** Waits for pending answers, stops the services and deletes the data; answers that take too long are cut off. */
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

/** Longest time for the services of a removed world to stop, in milliseconds. */
const STOPPING = 1_000;

/** Longest wait for pending answers, in milliseconds. */
const ANSWERING = 3_000;

/** Longest wait for the work that services start with, in milliseconds. */
const SETTLING = 5_000;

interface Given extends Pick<World, 'id' | 'name' | 'createdAt' | 'idleTimeout' | 'clock' | 'journal'> {
  readonly copy: CopiedStore;
  readonly settings: WorldSettings;
  /** URL prefix at which its services reach its wallet network. */
  readonly sandboxUrl: () => Promise<string>;
}

/** The error for a missing world. */
export function gone(id: string): Refusal {
  return new Refusal(404, `there is no world ${id}`, {
    hint: 'it was removed, or was idle for too long: create one with POST /sandbox/worlds',
  });
}

/** A world that a client created; `main` is none. */
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

  /** An object that is replaced together with the world's data. */
  get life(): object {
    return this.#life;
  }

  async stack(): Promise<Stack> {
    return (await this.#run(this.#life)).stack;
  }

  /** Answers a request; the data is kept until the response is over. */
  async http(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const life = this.#lasting(response);
    (await this.#run(life)).http(request, response);
  }

  /** The same for requests over HTTP/2. */
  async rpc(request: Http2ServerRequest, response: Http2ServerResponse): Promise<void> {
    const life = this.#lasting(response);
    (await this.#run(life)).rpc(request, response);
  }

  /** Replaces the data. @throws Refusal 404 when the world is closed meanwhile */
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

  /** @throws Refusal 404 when the world was closed while the request waited */
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
    // Wait until the services have settled, so that the first request finds the same state as later ones: the seed has
    // a turn that is not processed yet.
    const settling = Promise.all(stack.mounted.map(({ service }) => service.settled?.()));
    await Promise.race([settling, wait(SETTLING, undefined, { ref: false })]);
    // The outer server has admitted and observed these requests already.
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
