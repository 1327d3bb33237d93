/** The active faults of a world: which requests they apply to, and how often. */
import { randomUUID } from 'node:crypto';
import type { FaultRequest, Fault as Shown } from '@wallet-services/contract/sandbox';
import type { Fault, Next, Reply, Request } from '@wallet-services/kit/exchange';
import { Refusal } from '@wallet-services/runtime/refusal';
import { seededRandom } from '../../values/index.ts';
import { requestedFor, servicesWith } from '../operations.ts';
import { unmet } from './condition.ts';
import { effectOf } from './effects.ts';
import { shownAnswer } from './examples.ts';
import { sentenceOf } from './sentence.ts';

interface Active {
  readonly id: string;
  readonly requested: FaultRequest;
  readonly effect: Fault;
  /** Length of the JSON of the request that added the fault, in characters. */
  readonly size: number;
  readonly random: () => number;
  /** Number of requests that matched so far. */
  seen: number;
  hits: number;
}

/** Largest number of active faults in a world. */
export const MOST_FAULTS = 100;

/** Largest total length of the faults of a world, as JSON in characters: it bounds the length of a list of them. */
const MOST_TEXT = 4_000_000;

export class FaultSet {
  #active: Active[] = [];

  get size(): number {
    return this.#active.length;
  }

  /**
   * Lists the faults in the order in which they were added.
   *
   * @param after id of a fault: only those added after it are listed. @throws Refusal 404 when there is no such fault
   */
  list({ after, limit }: { readonly after?: string | undefined; readonly limit: number }): Shown[] {
    const place = after === undefined ? 0 : this.#active.findIndex(({ id }) => id === after) + 1;
    if (after !== undefined && place === 0) throw new Refusal(404, `there is no fault ${after}`);
    return this.#active.slice(place, place + limit).map(shown);
  }

  /** @throws Refusal 400 when the fault is invalid, 409 when there are too many */
  async add(requested: FaultRequest): Promise<Shown> {
    if (this.size >= MOST_FAULTS) {
      throw new Refusal(409, `there are already ${MOST_FAULTS} faults`, { hint: 'remove some of them' });
    }
    const size = JSON.stringify(requested).length;
    if (this.#active.reduce((sum, one) => sum + one.size, size) > MOST_TEXT) {
      throw new Refusal(409, `the faults of a world are larger than ${MOST_TEXT} characters together`, {
        hint: 'remove some of them, or send smaller bodies',
      });
    }
    await checkOperation(requested);
    const effect = await effectOf(requested);
    const source = seededRandom(requested.seed ?? 1, 'fault');
    const active: Active = {
      id: randomUUID().slice(0, 8),
      requested,
      effect,
      size,
      random: () => source.next(),
      seen: 0,
      hits: 0,
    };
    this.#active.push(active);
    return shown(active);
  }

  /** @throws Refusal 404 when there is no such fault */
  remove(id: string): void {
    if (!this.#active.some((one) => one.id === id)) throw new Refusal(404, `there is no fault ${id}`);
    this.#active = this.#active.filter((one) => one.id !== id);
  }

  /** @returns how many faults were removed */
  clear(): number {
    const before = this.size;
    this.#active = [];
    return before;
  }

  /**
   * Sends a request to the service through the faults. The first fault is nearest to the client.
   *
   * @param happened called with the id of each fault that takes effect
   */
  answer(request: Request, service: Next, happened: (id: string) => void): Promise<Reply> {
    // All are counted before the first fault runs: `after` counts the client's requests, not what faults make of them.
    const places = new Map(this.#active.map((active) => [active, countIn(active, request)]));
    return this.#active.reduceRight<Next>(
      (next, active) => async (passed) => through(active, passed, places.get(active), next, happened),
      service,
    )(request);
  }
}

/** @returns the request's number among those that match the fault; undefined when it does not match */
function countIn(active: Active, request: Request): number | undefined {
  if (!isMeant(active.requested, request)) return undefined;
  active.seen += 1;
  return active.seen;
}

/** @param place number of the request as the client sent it: an earlier fault may have changed the request */
async function through(
  active: Active,
  request: Request,
  place: number | undefined,
  next: Next,
  happened: (id: string) => void,
) {
  if (!isMeant(active.requested, request) || !takesTurn(active, place ?? countIn(active, request) ?? 0))
    return next(request);
  if (active.requested.named === undefined) {
    active.hits += 1;
    happened(active.id);
    return active.effect(request, next);
  }
  // A named faulty server decides for itself when to act: it took effect if it changed the request or the reply.
  let requested: Request | undefined;
  let given: Reply | undefined;
  const reply = await active.effect(request, async (passed) => {
    requested = passed;
    given = await next(passed);
    return given;
  });
  if (requested === undefined || !isSameRequest(requested, request) || !isSameReply(given, reply)) {
    active.hits += 1;
    happened(active.id);
  }
  return reply;
}

function isSameRequest(one: Request, other: Request): boolean {
  const text = ({ method, path, query, headers, body }: Request) =>
    JSON.stringify([method, path, String(query), headers, body]);
  return text(one) === text(other);
}

function isSameReply(one: Reply | undefined, other: Reply): boolean {
  if (one === other) return true;
  return (
    one?.kind === 'reply' &&
    other.kind === 'reply' &&
    one.status === other.status &&
    one.body === other.body &&
    one.dribble === other.dribble
  );
}

function isMeant({ operation, service, when }: FaultRequest, request: Request): boolean {
  const requested = requestedFor(request.method, request.path);
  if (requested === undefined) return false;
  if (operation !== undefined && requested.operation !== operation) return false;
  if (service !== undefined && requested.service !== service) return false;
  return unmet(when, { ...request, inputs: requested.inputs }).length === 0;
}

function takesTurn(active: Active, place: number): boolean {
  const { times, after = 0, probability, named } = active.requested;
  if (place <= after) return false;
  const used = named === undefined ? active.hits : place - after - 1;
  if (times !== undefined && used >= times) return false;
  return probability === undefined || active.random() < probability;
}

/** @throws Refusal 400 when no service has the operation, or the operation has no such example */
async function checkOperation({ operation, service, status, example }: FaultRequest): Promise<void> {
  if (operation === undefined) {
    if (example === undefined) return;
    throw new Refusal(400, 'an example needs its operation', { hint: 'send operation as well' });
  }
  const having = servicesWith(operation, service);
  const [only, another] = having;
  if (another !== undefined) {
    throw new Refusal(400, `several services have an operation ${operation}`, {
      hint: `send service, one of ${having.join(', ')}`,
    });
  }
  if (example !== undefined && only !== undefined) await shownAnswer(only, operation, { status, example });
}

function shown({ id, requested, hits, seen }: Active): Shown {
  const { times, named, after = 0 } = requested;
  const used = named === undefined ? hits : Math.max(0, seen - after);
  return {
    id,
    requested,
    text: sentenceOf(requested),
    hits,
    ...(times === undefined ? {} : { left: Math.max(0, times - used) }),
  };
}
