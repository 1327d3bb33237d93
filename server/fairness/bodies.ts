/** How many large bodies arrive at the same time: what has arrived of one is in memory until all of it has. */
import { Overloaded } from './turns.ts';

/** What is said of a body before it comes. */
export interface Announced {
  /** The connection that it comes by. */
  readonly connection: object;
  /** In bytes; undefined when it is not told. */
  readonly length: number | undefined;
  /** Whether all of it has arrived. */
  hasArrived(): boolean;
  /** @param left told when the client went away, or was answered */
  onGone(left: () => void): void;
  /** Ends it. */
  cut(): void;
}

/** Lets bodies in. */
export interface Bodies {
  /**
   * Resolves when a body may come.
   *
   * @returns to be called when it has been read; calling it again does nothing
   * @throws Overloaded when too many are coming for too long, when too many wait, or its client went away
   */
  enter(body: Announced): Promise<() => void>;
}

/** A body up to this size is none of those that are counted, in bytes. */
const SMALL = 16_384;

/** Large bodies at the same time: of 1 MiB at most each. */
const PLACES = 8;

/** ... and of one connection, which may be a session with many requests. */
const PLACES_OF_ONE = 4;

/** How many may wait: whoever waits takes room already. */
const MOST_WAITING = 1_024;

/** How long one waits for a place, and how long a body may take while others wait, in milliseconds. */
const LONGEST_WAIT = 5_000;
const LONGEST_ARRIVAL = 3_000;

/** How often is looked for bodies that take too long. */
const LOOK_EVERY = 500;

interface Coming {
  readonly body: Announced;
  readonly since: number;
}

interface Waiting extends Coming {
  begin(leave: () => void): void;
  refuse(error: Error): void;
}

export function limitBodies(): Bodies {
  const coming = new Set<Coming>();
  const waiting = new Set<Waiting>();
  let looking: NodeJS.Timeout | undefined;

  const hasPlace = ({ connection }: Announced): boolean => {
    if (coming.size >= PLACES) return false;
    let same = 0;
    for (const { body } of coming) if (body.connection === connection) same += 1;
    return same < PLACES_OF_ONE;
  };

  const admit = (body: Announced): (() => void) => {
    const place: Coming = { body, since: performance.now() };
    coming.add(place);
    const leave = () => {
      if (coming.delete(place)) admitNext();
    };
    body.onGone(leave);
    return leave;
  };

  const admitNext = () => {
    for (const one of waiting) {
      if (!hasPlace(one.body)) continue;
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
    for (const { body, since } of coming) if (now - since > LONGEST_ARRIVAL && !body.hasArrived()) body.cut();
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
