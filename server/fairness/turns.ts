/**
 * Whose turn it is. The database answers at once, so that a request is done in one go, and the others wait for it: where
 * several wait, the next one is whoever has cost the least so far, or now and then whoever waits longest. One client that
 * asks for much, however often, so hardly delays another that asks for little.
 */
import { Refusal } from '@wallet-services/runtime/refusal';
import { createCosts, type Expected } from './costs.ts';

/** Who waits for a turn. */
export interface Comer {
  /** The connection, a socket or a session: what it has cost is remembered as long as it lives. */
  readonly connection: object;
  /** Where it comes from; addresses are served alike, however many connections they have. */
  readonly address: string;
  /** What is asked for, such as `GET /comment/comments`: like requests cost alike. */
  readonly kind: string;
  /** Whether it went away: then nothing is done for it. */
  isGone(): boolean;
}

/** Gives turns, one at a time. */
export interface Turns {
  /**
   * Resolves when it is the turn of this one; it then has the process until it waits for something.
   *
   * @throws Overloaded when it waited too long, or too many wait, or it is gone
   */
  take(comer: Comer): Promise<void>;
}

/** How many may wait, and for how long in milliseconds: who is not served by then comes again later. */
const MOST_WAITING = 4_096;
const LONGEST_WAIT = 10_000;

/**
 * Who waits so long, in milliseconds, has a turn whatever it costs: what is dear must end, too. Such turns take half of
 * the time at most, one at a time.
 */
const LONG = 1_000;

interface Waiting {
  readonly comer: Comer;
  readonly expected: Expected;
  readonly since: number;
  begin(): void;
  refuse(error: Refusal): void;
}

interface Turn {
  readonly comer: Comer;
  readonly since: number;
  /** What the thread had worked before. */
  readonly worked: number;
  readonly byAge: boolean;
}

/**
 * @param now milliseconds, ever rising
 * @param worked what this thread has worked so far, in milliseconds: on a busy machine it waits as well, for nobody's sake
 */
export function createTurns(now: () => number = () => performance.now(), worked: () => number = threadTime): Turns {
  const costs = createCosts(now);
  const waiting: Waiting[] = [];
  /** From a turn until nobody waits any more. */
  let isBusy = false;
  /** The turn of one that had to wait. */
  let current: Turn | undefined;
  /** When the next turn by age may begin. */
  let nextByAge = 0;

  /** The next two run one after the other, with all that the turn does at once between them and nothing else. */
  const go = () => {
    isBusy = true;
    setImmediate(begin);
    setImmediate(finish);
  };

  /** Those who have waited too long, or are gone, wait no longer. */
  const leave = (at: number) => {
    for (let place = waiting.length - 1; place >= 0; place -= 1) {
      const one = waiting[place];
      if (one === undefined || (at - one.since <= LONGEST_WAIT && !one.comer.isGone())) continue;
      waiting.splice(place, 1);
      one.refuse(new Overloaded());
    }
  };

  const begin = () => {
    const at = now();
    leave(at);
    const byAge = waiting[0] !== undefined && at - waiting[0].since >= LONG && at >= nextByAge;
    const place = byAge ? 0 : cheapest(waiting, at);
    const [chosen] = place === undefined ? [] : waiting.splice(place, 1);
    if (chosen === undefined) return;
    current = { comer: chosen.comer, since: at, worked: worked(), byAge };
    chosen.begin();
  };

  const finish = () => {
    if (current !== undefined) {
      costs.charge(current.comer, worked() - current.worked, waiting.length > 0);
      const at = now();
      if (current.byAge) nextByAge = at + (at - current.since);
    }
    current = undefined;
    if (waiting.length > 0) go();
    else isBusy = false;
  };

  return {
    take(comer) {
      if (!isBusy) {
        go();
        return Promise.resolve();
      }
      if (waiting.length >= MOST_WAITING) return Promise.reject(new Overloaded());
      return new Promise((begin, refuse) => {
        waiting.push({ comer, expected: costs.expect(comer), since: now(), begin, refuse });
      });
    },
  };
}

/** Costs of connections up to this are alike, and so are those of each doubling of it, in milliseconds. */
const ALIKE = 64;

/**
 * Place of the one that has cost the least, with what it is about to cost; of those that cost alike, of the first that
 * came: a client that asks for little now and then is not behind for what little it has cost.
 */
function cheapest(waiting: readonly Waiting[], now: number): number | undefined {
  let place: number | undefined;
  let least = { ofAddress: Number.POSITIVE_INFINITY, ofConnection: Number.POSITIVE_INFINITY };
  for (const [at, { expected }] of waiting.entries()) {
    const { ofAddress, ofConnection } = expected(now);
    const cost = { ofAddress, ofConnection: Math.max(0, Math.ceil(Math.log2(ofConnection / ALIKE))) };
    const isLess =
      cost.ofAddress < least.ofAddress ||
      (cost.ofAddress === least.ofAddress && cost.ofConnection < least.ofConnection);
    if (!isLess) continue;
    place = at;
    least = cost;
  }
  return place;
}

function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** What a client is told that should come again later. It is no fault of the server's, and not logged as one. */
export class Overloaded extends Refusal {
  constructor() {
    super(503, 'the server has too much to do', { hint: 'try again in a second', headers: { 'Retry-After': '1' } });
  }
}
