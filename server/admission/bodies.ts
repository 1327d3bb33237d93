/**
 * Limits how many large bodies arrive at the same time, because a partial body is kept in memory. The next place goes
 * to the address with the fewest places, and there first to a connection that has sent a complete body before.
 */
import { Overloaded } from './turns.ts';

/** The known properties of a body before it arrives. */
export interface Announced {
  /** The connection that carries it. */
  readonly connection: object;
  /** Address of the client. */
  readonly address: string;
  /** Size in bytes; undefined when it is unknown. */
  readonly length: number | undefined;
  /** Whether all of it has arrived. */
  hasArrived(): boolean;
  /** Bytes that its connection has received, for any request. */
  moved(): number;
  /** @param left called when the client disconnected, or was answered */
  onGone(left: () => void): void;
  /** Closes its connection. */
  cut(): void;
}

/** Admits bodies. */
export interface Bodies {
  /**
   * Resolves when the body may arrive.
   *
   * @returns a function to call when the body has been read; calling it again does nothing
   * @throws Overloaded when a place is not free in time, when too many wait, or when the client disconnected
   */
  enter(body: Announced): Promise<() => void>;
}

/** A body up to this size is not counted, in bytes. */
const SMALL = 16_384;

/** Largest number of large bodies that arrive at the same time; each has at most 1 MiB. */
const PLACES = 8;

/** The same for a single connection, which may be a session with many requests. */
const PLACES_OF_ONE = 4;

/** Largest number of waiting bodies: each takes some memory already. */
const MOST_WAITING = 1_024;

/**
 * Longest wait for a place, and longest time for a body to arrive, or to make no progress, while others wait, in
 * milliseconds.
 */
const LONGEST_WAIT = 5_000;
const LONGEST_ARRIVAL = 3_000;
const LONGEST_STILL = 1_000;

/** Interval between searches for bodies that take too long, in milliseconds. */
const LOOK_EVERY = 500;

interface Coming {
  readonly body: Announced;
  readonly since: number;
}

interface Arriving extends Coming {
  /** Received bytes at the last check, and the time at which they last changed. */
  moved: number;
  movedAt: number;
}

interface Waiting extends Coming {
  begin(leave: () => void): void;
  refuse(error: Error): void;
}

export function limitBodies(): Bodies {
  const coming = new Set<Arriving>();
  const waiting = new Set<Waiting>();
  /** Connections that have sent a complete body. */
  const proven = new WeakSet<object>();
  let looking: NodeJS.Timeout | undefined;

  const hasPlace = ({ connection }: Announced): boolean => {
    if (coming.size >= PLACES) return false;
    let same = 0;
    for (const { body } of coming) if (body.connection === connection) same += 1;
    return same < PLACES_OF_ONE;
  };

  const admit = (body: Announced): (() => void) => {
    const since = performance.now();
    const place = { body, since, moved: body.moved(), movedAt: since };
    coming.add(place);
    const end = () => {
      if (coming.delete(place)) admitNext();
    };
    body.onGone(end);
    return () => {
      proven.add(body.connection);
      end();
    };
  };

  /** The waiting body with the lowest rank is admitted next. */
  const rankOf = ({ address, connection }: Announced): number => {
    let same = 0;
    for (const { body } of coming) if (body.address === address) same += 1;
    return 2 * same + (proven.has(connection) ? 0 : 1);
  };

  const next = (): Waiting | undefined => {
    let first: { readonly one: Waiting; readonly rank: number } | undefined;
    for (const one of waiting) {
      if (!hasPlace(one.body)) continue;
      const rank = rankOf(one.body);
      if (first === undefined || rank < first.rank) first = { one, rank };
    }
    return first?.one;
  };

  const admitNext = () => {
    while (coming.size < PLACES) {
      const one = next();
      if (one === undefined) break;
      waiting.delete(one);
      one.begin(admit(one.body));
    }
    if (waiting.size === 0) {
      clearInterval(looking);
      looking = undefined;
    }
  };

  const look = () => {
    const now = performance.now();
    for (const one of waiting) {
      if (now - one.since < LONGEST_WAIT) continue;
      waiting.delete(one);
      one.refuse(new Overloaded());
    }
    for (const one of coming) {
      const moved = one.body.moved();
      if (moved !== one.moved) Object.assign(one, { moved, movedAt: now });
      const isSlow = now - one.since > LONGEST_ARRIVAL || now - one.movedAt > LONGEST_STILL;
      if (isSlow && !one.body.hasArrived()) one.body.cut();
    }
    admitNext();
  };

  return {
    enter(body) {
      if (body.length !== undefined && body.length <= SMALL) return Promise.resolve(() => undefined);
      if (hasPlace(body)) return Promise.resolve(admit(body));
      if (waiting.size >= MOST_WAITING) return Promise.reject(new Overloaded());
      looking ??= setInterval(look, LOOK_EVERY).unref();
      return new Promise((begin, refuse) => {
        const one = { body, since: performance.now(), begin, refuse };
        waiting.add(one);
        body.onGone(() => {
          if (waiting.delete(one)) refuse(new Overloaded());
        });
      });
    },
  };
}
