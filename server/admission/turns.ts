/**
 * The order of turns. The database answers at once, so that a request runs without interruption, and the others wait
 * for it: where several wait, all have equal shares of the time. One client with many or expensive requests therefore
 * hardly delays another with few.
 */
import { Refusal } from '@wallet-services/runtime/refusal';
import { type Claim, createShares } from './shares.ts';

/** A request that waits for a turn. */
export interface Comer {
  /** The connection, a socket or a session: its cost is remembered as long as it lives. */
  readonly connection: object;
  /** Where it comes from; addresses are served alike, however many connections they have. */
  readonly address: string;
  /** The kind of the request, such as `GET /comment/comments`: requests of a kind cost alike. */
  readonly kind: string;
  /** Whether it went away: then nothing is done for it. */
  isGone(): boolean;
  /** Whether there is room for it; until then it waits. */
  canBegin(): boolean;
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

/** How many may wait, and for how long in milliseconds: a client that is not served by then should retry later. */
const MOST_WAITING = 4_096;
const LONGEST_WAIT = 10_000;

/** So soon is looked again whether one can begin, in milliseconds. */
const LOOK_AGAIN = 5;

/** The resolution of the CPU time of a thread, in milliseconds: shorter tasks are measured by the clock. */
const TICK = 5;

interface Waiting {
  readonly comer: Comer;
  readonly claim: Claim;
  readonly since: number;
  begin(): void;
  refuse(error: Refusal): void;
}

interface Turn {
  readonly claim: Claim;
  readonly since: number;
  /** What the thread had worked before. */
  readonly worked: number;
}

/**
 * @param now milliseconds, monotonic
 * @param worked CPU time of this thread, in milliseconds: on a busy machine the clock also includes waiting
 */
export function createTurns(now: () => number = () => performance.now(), worked: () => number = threadTime): Turns {
  const claimOf = createShares();
  const waiting: Waiting[] = [];
  /** From a turn until none waits any more. */
  let isBusy = false;
  /** The turn of one that had to wait. */
  let current: Turn | undefined;

  /** The next two run one after the other, with all that the turn does at once between them and nothing else. */
  const go = () => {
    isBusy = true;
    setImmediate(begin);
    setImmediate(finish);
  };

  /** Removes those that have waited too long, or are disconnected. */
  const leave = (at: number) => {
    for (let place = waiting.length - 1; place >= 0; place -= 1) {
      const one = waiting[place];
      if (one === undefined || (at - one.since <= LONGEST_WAIT && !one.comer.isGone())) continue;
      waiting.splice(place, 1);
      one.claim.leave(false);
      one.refuse(new Overloaded());
    }
  };

  const begin = () => {
    leave(now());
    const place = next(waiting);
    const [chosen] = place === undefined ? [] : waiting.splice(place, 1);
    if (chosen === undefined) return;
    const { claim } = chosen;
    claim.leave(true);
    current = { claim, since: now(), worked: worked() };
    chosen.begin();
  };

  const finish = () => {
    if (current !== undefined) {
      const passed = now() - current.since;
      current.claim.charge(passed < TICK ? passed : Math.min(passed, worked() - current.worked));
    }
    const isStuck = current === undefined && waiting.length > 0;
    current = undefined;
    // None of them has room for its answer.
    if (isStuck) setTimeout(go, LOOK_AGAIN);
    else if (waiting.length > 0) go();
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
        waiting.push({ comer, claim: claimOf(comer), since: now(), begin, refuse });
      });
    },
  };
}

/** Index of the next one, if one can begin; of equal ones, the first that came. */
function next(waiting: readonly Waiting[]): number | undefined {
  let place: number | undefined;
  let first: Claim | undefined;
  for (const [at, { claim, comer }] of waiting.entries()) {
    if ((first !== undefined && !claim.isBefore(first)) || !comer.canBegin()) continue;
    place = at;
    first = claim;
  }
  return place;
}

function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** The answer for a client that should retry later. It is no fault of the server, and not logged as one. */
export class Overloaded extends Refusal {
  constructor() {
    super(503, 'the server is overloaded', { hint: 'try again in a second', headers: { 'Retry-After': '1' } });
  }
}
