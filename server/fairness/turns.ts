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
}

/** Gives turns, one at a time. */
export interface Turns {
  /**
   * Resolves when it is the turn of this one; it then has the process until it waits for something.
   *
   * @param again its turn came before, and was over before its work began: it is the next
   * @throws Refusal 503 when it waited too long, or too many wait
   */
  take(comer: Comer, again?: boolean): Promise<void>;
}

/** How many may wait, and for how long in milliseconds: who is not served by then comes again later. */
const MOST_WAITING = 4_096;
const LONGEST_WAIT = 10_000;

/** Who waits so long, in milliseconds, has every so many turns one, whatever it costs: what is dear must end, too. */
const LONG = 1_000;
const EVERY = 16;

interface Waiting {
  readonly comer: Comer;
  readonly expected: Expected;
  readonly since: number;
  begin(): void;
  refuse(error: Refusal): void;
}

/** @param now milliseconds, ever rising */
export function createTurns(now: () => number = () => performance.now()): Turns {
  const costs = createCosts(now);
  const waiting: Waiting[] = [];
  const next: Waiting[] = [];
  /** From a turn until nobody waits any more. */
  let isBusy = false;
  /** Whose turn it is, since when; one that did not have to wait is not measured. */
  let current: { readonly comer: Comer; readonly since: number | undefined } | undefined;
  /** Turns by cost, one after the other. */
  let byCost = 0;

  /** The one whose turn it is, who waits no longer. */
  const chosen = (at: number): Waiting | undefined => {
    const [oldest] = waiting;
    byCost += 1;
    const byAge = oldest !== undefined && at - oldest.since >= LONG && byCost >= EVERY;
    if (byAge) byCost = 0;
    const place = byAge ? 0 : cheapest(waiting, at);
    return place === undefined ? undefined : waiting.splice(place, 1)[0];
  };

  /** The next two run one after the other, with all that the turn does at once between them and nothing else. */
  const go = () => {
    isBusy = true;
    setImmediate(begin);
    setImmediate(finish);
  };

  const begin = () => {
    const at = now();
    current = undefined;
    // Who came first stands first.
    while (waiting[0] !== undefined && at - waiting[0].since > LONGEST_WAIT) waiting.shift()?.refuse(overloaded());
    const turn = next.shift() ?? chosen(at);
    if (turn === undefined) return;
    current = { comer: turn.comer, since: at };
    turn.begin();
  };

  const isAwaited = () => waiting.length + next.length > 0;

  const finish = () => {
    if (current?.since !== undefined) costs.charge(current.comer, now() - current.since, isAwaited());
    current = undefined;
    if (isAwaited()) go();
    else isBusy = false;
  };

  return {
    take(comer, again = false) {
      // It has not let go of its turn yet.
      if (current?.comer.connection === comer.connection) return Promise.resolve();
      if (!isBusy) {
        current = { comer, since: undefined };
        go();
        return Promise.resolve();
      }
      if (waiting.length >= MOST_WAITING) return Promise.reject(overloaded());
      return new Promise((begin, refuse) => {
        (again ? next : waiting).push({ comer, expected: costs.expect(comer), since: now(), begin, refuse });
      });
    },
  };
}

/** Place of the one that has cost the least, with what it is about to cost. */
function cheapest(waiting: readonly Waiting[], now: number): number | undefined {
  let place: number | undefined;
  let least = { ofAddress: Number.POSITIVE_INFINITY, ofConnection: Number.POSITIVE_INFINITY };
  for (const [at, { expected }] of waiting.entries()) {
    const cost = expected(now);
    const isLess =
      cost.ofAddress < least.ofAddress ||
      (cost.ofAddress === least.ofAddress && cost.ofConnection < least.ofConnection);
    if (!isLess) continue;
    place = at;
    least = cost;
  }
  return place;
}

/** What a client is told that should come again later. */
export function overloaded(): Refusal {
  return new Refusal(503, 'the server has too much to do', {
    hint: 'try again in a second',
    headers: { 'Retry-After': '1' },
  });
}
