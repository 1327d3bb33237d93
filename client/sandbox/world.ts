/** Controls a world of a sandbox. */
import type {
  ClockChange,
  ClockState,
  ConversationState,
  Exchange,
  Fault,
  FaultRequest,
  Payment,
  Person,
  Position,
  PositionChange,
  ServiceName,
  Snapshot,
  TurnChange,
  ValueFault,
  Verification,
  VerifyRequest,
  World as WorldState,
} from '@wallet-services/contract/sandbox/models';
import { SandboxError } from './error.ts';

/** Sends a request to the control API of a sandbox. @param path below `/sandbox` */
export type Call = <Data>(method: string, path: string, body?: unknown) => Promise<Data>;

/** An active fault. */
export interface SwitchedOn extends Fault {
  /** Removes it. */
  off(): Promise<void>;
}

/** The fault of an operation. */
export type WhatHappens = Omit<FaultRequest, 'operation' | 'named' | 'values'> & {
  /** Wrong values in successful answers. Default: at all places that match. */
  readonly values?: readonly (Omit<ValueFault, 'which'> & Partial<Pick<ValueFault, 'which'>>)[];
};

/** The filter of exchanges. */
export interface ExchangeFilter {
  readonly service?: ServiceName;
  readonly operation?: string;
  /** `404`, or `4xx`. */
  readonly status?: string;
  /** Only exchanges with a greater number. */
  readonly after?: number;
  readonly limit?: number;
}

const part = encodeURIComponent;

export class World {
  readonly id: string;
  /** Base address of all services. */
  readonly url: string;
  /** Base address of each service. */
  readonly services: Readonly<Record<ServiceName, string>>;
  readonly walletUrl: string;
  /** Address of gRPC; send `headers` with each call. */
  readonly rpcUrl: string;
  /** Headers that select this world when the address cannot. */
  readonly headers: Readonly<Record<string, string>>;
  readonly #call: Call;

  /** Called by `Sandbox.world`. */
  constructor(call: Call, { id, url, services, wallet_url, rpc_url, headers }: WorldState) {
    this.id = id;
    this.url = url;
    this.services = services as Record<ServiceName, string>;
    this.walletUrl = wallet_url;
    this.rpcUrl = rpc_url;
    this.headers = headers;
    this.#call = (method, path, body) => call(method, `/worlds/${id}${path}`, body);
  }

  /** Its state. */
  state(): Promise<WorldState> {
    return this.#call('GET', '');
  }

  /** Removes the world with all its data. */
  async remove(): Promise<void> {
    await this.#call('DELETE', '');
  }

  /** Removes the world at the end of a block: `await using world = await sandbox.world()`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.remove();
  }

  /** The time of its clock. */
  async now(): Promise<Date> {
    const { now } = await this.#call<ClockState>('GET', '/clock');
    return new Date(now);
  }

  /** Advances its clock by `11m` or `1h30m`: tokens, nonces, conversations and time windows follow it. */
  async advance(duration: string): Promise<Date> {
    return this.#clock({ advance: duration });
  }

  /** Stops its clock, at a given time or now. */
  async freeze(at?: Date | string): Promise<Date> {
    return this.#clock({ freeze: true, ...(at === undefined ? {} : { set: new Date(at).toISOString() }) });
  }

  /** Sets its clock, which stays stopped or continues to run. */
  async set(to: Date | string): Promise<Date> {
    return this.#clock({ set: new Date(to).toISOString() });
  }

  /** Restarts a stopped clock. */
  async run(): Promise<Date> {
    return this.#clock({ freeze: false });
  }

  /**
   * Switches a fault on.
   *
   * @param operation its operationId, such as `createTurn`
   * @throws SandboxError when there is no such operation, or not exactly one fault is given
   * @example
   * await world.fault('createTurn', { status: 503, times: 2 });
   */
  async fault(operation: string, what: WhatHappens): Promise<SwitchedOn> {
    return this.#switchOn({ ...what, operation });
  }

  /**
   * Makes the world a faulty server of the catalogue (see `Sandbox.catalogue`).
   * @param name such as `listVaults: the page repeats its last item`
   * @throws SandboxError when there is none, or several services have it and `service` is not given
   */
  async faulty(name: string, what: Pick<WhatHappens, 'service' | 'times' | 'after'> = {}): Promise<SwitchedOn> {
    return this.#switchOn({ ...what, named: name });
  }

  /** The active faults, and how often each took effect. */
  faults(): Promise<Fault[]> {
    return this.#call('GET', '/faults');
  }

  /** Removes all faults. */
  async clearFaults(): Promise<void> {
    await this.#call('DELETE', '/faults');
  }

  /** The latest exchanges, newest first. */
  exchanges(filter: ExchangeFilter = {}): Promise<Exchange[]> {
    const query = new URLSearchParams(
      Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    );
    return this.#call('GET', `/journal${query.size === 0 ? '' : `?${query}`}`);
  }

  /** Deletes the recorded exchanges. */
  async clearExchanges(): Promise<void> {
    await this.#call('DELETE', '/journal');
  }

  /** Checks whether an operation was called with these inputs, once or the given number of times. */
  verify(operation: string, expected: Omit<VerifyRequest, 'operation'> = {}): Promise<Verification> {
    return this.#call('POST', '/journal/verify', { ...expected, operation });
  }

  /**
   * Like `verify`, for tests without their own assertions.
   *
   * @throws SandboxError that lists the calls that were made instead
   * @example
   * await world.called('createPayRequest', { times: 1, when: { body: { '/trace_id': traceId } } });
   */
  async called(operation: string, expected: Omit<VerifyRequest, 'operation'> = {}): Promise<void> {
    const { ok, text } = await this.verify(operation, expected);
    if (!ok) throw new SandboxError(200, text);
  }

  /** All people with their credentials and possessions. */
  people(): Promise<Person[]> {
    return this.#call('GET', '/people');
  }

  /**
   * Signs an access token as a person by the clock of the world, for lending, swap and vault. The comment service needs
   * a token of `signIn`, the assistant the id of an application. @param signed the request; default: `GET /me`
   */
  async token(userId: string, signed: { readonly method?: string; readonly path?: string } = {}): Promise<string> {
    const { token } = await this.#call<{ token: string }>('POST', '/tokens', { ...signed, user_id: userId });
    return token;
  }

  /**
   * Signs a person in at the comment service, which has its own sessions and accepts no other token.
   * @throws SandboxError when there is no person with that id
   */
  async signIn(userId: string): Promise<string> {
    const response = await fetch(`${this.services.comment}/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ method: 'mixin_token', mixin_token: await this.token(userId) }),
    });
    const answer: { readonly data?: { readonly access_token?: string }; readonly msg?: string } = await response.json();
    const session = answer.data?.access_token;
    if (session === undefined) throw new SandboxError(response.status, answer.msg ?? 'the sign-in was refused');
    return session;
  }

  /** Gives a user a position in a lending market. */
  position(userId: string, assetId: string, change: PositionChange): Promise<Position> {
    return this.#call('PUT', `/people/${part(userId)}/positions/${part(assetId)}`, change);
  }

  /** Puts a swap order into a state. */
  async order(id: string, state: 'Trading' | 'Rejected' | 'Done'): Promise<void> {
    await this.#call('PUT', `/orders/${part(id)}`, { state });
  }

  /** Open conversations of the assistant, with their turns. */
  conversations(): Promise<ConversationState[]> {
    return this.#call('GET', '/conversations');
  }

  /** Ends a turn: `{ status: 3, code: 4 }` fails it. */
  async turn(id: number, end: TurnChange): Promise<void> {
    await this.#call('PUT', `/turns/${id}`, end);
  }

  /** Puts an airdrop into a state; 3 delivers it. */
  async airdrop(uuid: string, status: number): Promise<void> {
    await this.#call('PUT', `/airdrops/${part(uuid)}`, { status });
  }

  /** Pays a payment code as a user. */
  pay(codeId: string, userId: string): Promise<Payment> {
    return this.#call('POST', '/payments', { code_id: codeId, user_id: userId });
  }

  /** Saves its data under a name, and replaces an earlier snapshot of that name. */
  save(snapshot: string): Promise<Snapshot> {
    return this.#call('PUT', `/snapshots/${part(snapshot)}`);
  }

  /** Returns to a snapshot, or to the seeded data. */
  async restore(snapshot?: string): Promise<void> {
    await this.#call('POST', '/restore', snapshot === undefined ? {} : { snapshot });
  }

  async #clock(change: ClockChange): Promise<Date> {
    const { now } = await this.#call<ClockState>('POST', '/clock', change);
    return new Date(now);
  }

  async #switchOn(requested: WhatHappens & Pick<FaultRequest, 'operation' | 'named'>): Promise<SwitchedOn> {
    const fault = await this.#call<Fault>('POST', '/faults', requested);
    return {
      ...fault,
      off: async () => {
        await this.#call('DELETE', `/faults/${fault.id}`);
      },
    };
  }
}
