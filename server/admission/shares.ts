/**
 * Chooses the next request so that all clients get equal shares of the process's time: start-time fair queueing
 * (Goyal, Vin, Cheng 1996), by address and, within an address, by connection. Each has a mark that rises with the cost
 * of its requests, and the lowest mark is next. A client that needs less than its share therefore never waits for
 * clients that need more, however many they are.
 */
import type { Comer } from './turns.ts';

/** The position of a waiting request among the others. */
export interface Claim {
  /** Whether it is served before another one. */
  isBefore(other: this): boolean;
  /** Called when its turn begins, or when it gave up. */
  leave(isServed: boolean): void;
  /** @param milliseconds how long its turn took */
  charge(milliseconds: number): void;
}

/**
 * A turn of this many milliseconds counts double, one of twice as many triple, and so on, because the others wait for
 * its end.
 */
const DEAR = 10;
const DEAREST = 5;

/** A turn counts at most this many times the usual cost of its kind. */
const MOST_TIMES = 3;

/** Number of kinds of requests with a known cost; others have no expected cost. */
const MOST_KINDS = 1_000;

/** Number of remembered addresses, beyond those that wait. */
const MOST_ADDRESSES = 10_000;

/** Weight of the newest value in an average. */
const SHARE = 0.2;

/** An address or a connection that shares the time. */
interface Sharer {
  mark: number;
  waiting: number;
}

/** Shares the time among its addresses, or among the connections of an address. */
class Round {
  /** The mark of the last served client. A client that did not wait starts there: idle time earns no credit. */
  #at = 0;
  #highest = 0;
  #waiting = 0;

  /** @param mark how far behind the others it starts at least */
  enter(sharer: Sharer, mark = 0): void {
    // When no client waits, all are equal again.
    if (this.#waiting === 0) this.#at = this.#highest;
    if (sharer.waiting === 0) sharer.mark = Math.max(sharer.mark, this.#at + mark);
    sharer.waiting += 1;
    this.#waiting += 1;
  }

  leave(sharer: Sharer, isServed: boolean): void {
    if (isServed) this.#at = Math.max(this.#at, sharer.mark);
    sharer.waiting -= 1;
    this.#waiting -= 1;
  }

  charge(sharer: Sharer, cost: number): void {
    sharer.mark += cost;
    this.#highest = Math.max(this.#highest, sharer.mark);
  }
}

class Address extends Round implements Sharer {
  mark = 0;
  waiting = 0;
  readonly connections = new WeakMap<object, Sharer>();
  /**
   * The usual cost of a turn. A new connection starts that far behind, else it would have an advantage over an old one.
   */
  usual = 0;
}

class Waiting implements Claim {
  readonly address: Address;
  readonly expected: number;
  readonly #connection: Sharer;
  readonly #all: Round;
  readonly #learn: (milliseconds: number) => void;

  constructor(all: Round, address: Address, connection: Sharer, expected: number, learn: (cost: number) => void) {
    this.#all = all;
    this.address = address;
    this.#connection = connection;
    this.expected = expected;
    this.#learn = learn;
  }

  /** The connection's mark after the turn: with equal marks, the cheaper request is next. */
  get end(): number {
    return this.#connection.mark + this.expected;
  }

  isBefore(other: Waiting): boolean {
    return this.address === other.address ? this.end < other.end : this.address.mark < other.address.mark;
  }

  leave(isServed: boolean): void {
    this.#all.leave(this.address, isServed);
    this.address.leave(this.#connection, isServed);
  }

  charge(milliseconds: number): void {
    const cost = milliseconds * Math.min(1 + milliseconds / DEAR, DEAREST);
    this.#all.charge(this.address, milliseconds);
    // A turn that costs far more than others of its kind did so by chance, for example because of a garbage collection.
    this.address.charge(this.#connection, this.expected > 0 ? Math.min(cost, MOST_TIMES * this.expected) : cost);
    this.address.usual += SHARE * (cost - this.address.usual);
    this.#learn(cost);
  }
}

/** @returns a function that adds a waiting request */
export function createShares(): (comer: Comer) => Claim {
  const all = new Round();
  const addresses = new Map<string, Address>();
  const kinds = new Map<string, number>();

  const addressOf = (name: string): Address => {
    const known = addresses.get(name);
    if (known !== undefined) return known;
    if (addresses.size >= MOST_ADDRESSES)
      for (const [name, { waiting }] of addresses) if (waiting === 0) addresses.delete(name);
    const made = new Address();
    addresses.set(name, made);
    return made;
  };

  return ({ address: name, connection: key, kind }) => {
    const address = addressOf(name);
    const known = address.connections.get(key);
    const connection = known ?? { mark: 0, waiting: 0 };
    if (known === undefined) address.connections.set(key, connection);
    all.enter(address);
    address.enter(connection, known === undefined ? address.usual : 0);
    const expected = kinds.get(kind) ?? 0;
    return new Waiting(all, address, connection, expected, (cost) => {
      const usual = kinds.get(kind) ?? 0;
      if (kinds.has(kind) || kinds.size < MOST_KINDS) kinds.set(kind, usual + SHARE * (cost - usual));
    });
  };
}
