/**
 * Orders the turns of requests. The database answers synchronously, so a request runs without interruption while the
 * others wait. Waiting clients get equal shares of the time: a client with many or expensive requests hardly delays a
 * client with few.
 */
import { Refusal } from '@wallet-services/runtime/refusal';
import { type Claim, createShares } from './shares.ts';

/** A request that waits for a turn. */
export interface Comer {
  /** The connection, a socket or a session; its cost is remembered while it is open. */
  readonly connection: object;
  /** Address of the client: addresses get equal shares, however many connections they have. */
  readonly address: string;
  /** The kind of the request, such as `GET /comment/comments`: requests of one kind are expected to cost the same. */
  readonly kind: string;
  /** Whether its client disconnected: it is not answered then. */
  isGone(): boolean;
  /** Whether it has room to begin; until then it waits. */
  canBegin(): boolean;
}

/** Gives turns to requests, one at a time. */
export interface Turns {
  /**
   * Resolves when it is the turn of the request, which then has the process until it awaits something.
   *
   * @throws Overloaded when it waited too long, too many wait, or its client disconnected
   */
  take(comer: Comer): Promise<void>;
}

/** Largest number of waiting requests, and longest wait in milliseconds: the client should retry later. */
const MOST_WAITING = 4_096;
const LONGEST_WAIT = 10_000;

/** Interval between checks whether a request can begin, in milliseconds. */
const LOOK_AGAIN = 5;

/** Resolution of a thread's CPU time, in milliseconds: shorter tasks are measured by the clock. */
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
  /** CPU time of the thread before the turn. */
  readonly worked: number;
}

/**
 * @param now milliseconds, monotonic
 * @param worked CPU time of this thread, in milliseconds: on a busy machine the clock also includes waiting
 */
export function createTurns(now: () => number = () => performance.now(), worked: () => number = threadTime): Turns {
  const claimOf = createShares();
  const waiting: Waiting[] = [];
  /** Whether a turn runs or a request waits. */
  let isBusy = false;
  /** The turn of a request that had to wait. */
  let current: Turn | undefined;

  /** `begin` and `finish` run one after the other: only the synchronous work of the turn happens between them. */
  const go = () => {
    isBusy = true;
    setImmediate(begin);
    setImmediate(finish);
  };

  /** Removes requests that waited too long, or have no client any more. */
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
