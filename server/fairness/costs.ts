/** What clients have cost, in milliseconds of the process: by address, by connection, and by what they ask for. */
import type { Comer } from './turns.ts';

/** A cost so far, and what is about to come. */
export interface Cost {
  readonly ofAddress: number;
  readonly ofConnection: number;
}

/** Tells it as it is at a moment, in milliseconds; those of one moment can be compared. */
export type Expected = (at: number) => Cost;

export interface Costs {
  expect(comer: Comer): Expected;
  /**
   * @param milliseconds that its turn took
   * @param delayed whether others waited meanwhile: where nobody did, it cost nobody anything
   */
  charge(comer: Comer, milliseconds: number, delayed: boolean): void;
}

/** Costs halve in this time, in milliseconds: nobody is held to what was long ago. */
const HALF_LIFE = 5_000;

/** So many times what a request probably costs counts: of those who have cost alike, the small request goes first. */
const WEIGHT = 20;

/** Kinds of requests that are remembered; of others nothing is expected. */
const MOST_KINDS = 1_000;

/** Addresses that are remembered; beyond it those are forgotten that cost next to nothing. */
const MOST_ADDRESSES = 10_000;
const NOTHING = 0.01;

/** Share of the newest figure in an average. */
const SHARE = 0.2;

/** A sum of which half is forgotten again and again. */
class Fading {
  #sum = 0;
  #at = 0;

  at(now: number): number {
    this.#sum *= 0.5 ** ((now - this.#at) / HALF_LIFE);
    this.#at = now;
    return this.#sum;
  }

  add(amount: number, now: number): void {
    this.#sum = this.at(now) + amount;
  }
}

class Address {
  readonly cost = new Fading();
  /** What connections of it have usually cost: a new one is not better off than those that stay. */
  usual = 0;
}

/** @param now milliseconds, ever rising */
export function createCosts(now: () => number = () => performance.now()): Costs {
  const addresses = new Map<string, Address>();
  const connections = new WeakMap<object, Fading>();
  const kinds = new Map<string, number>();

  const addressOf = ({ address }: Comer): Address => {
    const known = addresses.get(address);
    if (known !== undefined) return known;
    if (addresses.size >= MOST_ADDRESSES) forget(addresses, now());
    const made = new Address();
    addresses.set(address, made);
    return made;
  };

  const connectionOf = ({ connection }: Comer, { usual }: Address): Fading => {
    const known = connections.get(connection);
    if (known !== undefined) return known;
    const made = new Fading();
    made.add(usual, now());
    connections.set(connection, made);
    return made;
  };

  return {
    expect(comer) {
      const address = addressOf(comer);
      const connection = connectionOf(comer, address);
      return (at) => {
        const coming = WEIGHT * (kinds.get(comer.kind) ?? 0);
        return { ofAddress: address.cost.at(at), ofConnection: connection.at(at) + coming };
      };
    },
    charge(comer, milliseconds, delayed) {
      const known = kinds.get(comer.kind);
      if (known !== undefined) kinds.set(comer.kind, known + SHARE * (milliseconds - known));
      else if (kinds.size < MOST_KINDS) kinds.set(comer.kind, milliseconds);
      if (!delayed) return;
      const at = now();
      const address = addressOf(comer);
      const connection = connectionOf(comer, address);
      address.cost.add(milliseconds, at);
      connection.add(milliseconds, at);
      address.usual += SHARE * (connection.at(at) - address.usual);
    },
  };
}

function forget(addresses: Map<string, Address>, now: number): void {
  for (const [name, { cost }] of addresses) if (cost.at(now) < NOTHING) addresses.delete(name);
  // All of them are at work: the oldest makes room.
  const [oldest] = addresses.keys();
  if (addresses.size >= MOST_ADDRESSES && oldest !== undefined) addresses.delete(oldest);
}
