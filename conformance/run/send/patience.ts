/** Limits the patience of a run with a service that leaves requests unanswered, or asks for time. */
import type { Answer, Failure } from '../../model/exchange.ts';

/**
 * The number of requests in a row without an answer after which an operation is given up, and of such operations after
 * which the service is given up.
 */
const MOST_SILENCES = 3;

/**
 * Why a request is repeated: the rate is limited; a server is away for a moment, as during a restart; or a reading
 * request had no answer while others had one: the server may have been slow that time.
 */
type NotNow = 'limited' | 'away' | 'silent';

/** Pauses before a request is repeated, in milliseconds; a server may ask for longer ones. */
const PAUSES: Readonly<Record<NotNow, readonly number[]>> = {
  limited: [1000, 2000, 4000, 8000, 16_000, 30_000],
  away: [300, 1000, 3000],
  silent: [300],
};

/** The shortest pause, and the longest total for one request, in milliseconds, whatever a server asks for. */
const [SHORTEST, LONGEST]: readonly [number, number] = [100, 60_000];

/** The longest total wait, in milliseconds, over all requests of a service. */
const MOST_WAITED = 600_000;

/** The relevant property of a request: whether it changes nothing. */
interface Sent {
  readonly isReading: boolean;
}

/**
 * A condition that the documents do not mention and a server, or a proxy in front of it, reports about itself may be
 * over a moment later.
 */
function notNow(outcome: Answer | Failure, { isReading }: Sent, answers: number): NotNow | null {
  if (outcome.kind === 'failure') {
    if (outcome.reason === 'unreachable') return answers > 0 ? 'away' : null;
    return outcome.reason === 'timeout' && isReading && answers > 0 ? 'silent' : null;
  }
  const { status, retryAfter } = outcome;
  if (status === 429) return 'limited';
  // It is unknown whether a request that a gateway could not pass on was carried out.
  if (status === 502) return isReading ? 'away' : null;
  if (status === 503) return retryAfter === null ? 'away' : 'limited';
  return null;
}

/** How long a server asks to wait, in milliseconds; null where it gives no time. */
function requestedFor({ retryAfter, date }: Answer): number | null {
  if (retryAfter === null) return null;
  const request = /^\s*\d/.test(retryAfter)
    ? Number.parseInt(retryAfter, 10) * 1000
    : Date.parse(retryAfter) - (date === undefined ? Date.now() : Date.parse(date));
  return Number.isFinite(request) ? Math.max(SHORTEST, request) : null;
}

function seconds(milliseconds: number): string {
  return `${milliseconds / 1000} s`;
}

/** The hint for a server that is slow. */
function slowHint(timeoutMs: number): string {
  return `if it is only slow, wait longer with --timeout ${Math.ceil((timeoutMs * 6) / 1000)}`;
}

/** Records which operations are silent: one slow operation does not end the checks of the service. */
export class Patience {
  readonly #timeoutMs: number;
  /** Requests in a row without an answer, by operation. */
  readonly #silences = new Map<string, number>();
  /** Operations that were silent since the last answer. */
  #silent = new Set<string>();
  #answers = 0;
  #waited = 0;
  /** The keys with waits that did not help, until they answer again. */
  readonly #vain = new Set<string>();

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** Resets the silences, so that an unanswered sign-in does not keep the rules from sending requests. */
  forget(): void {
    this.#silences.clear();
    this.#silent.clear();
  }

  /**
   * The milliseconds to wait before a request that was sent this many times is repeated; null where its outcome is
   * final. If a wait did not help, the same outcome causes no further wait until there is another one.
   */
  pause(operation: string, sent: Sent, outcome: Answer | Failure, times: number): number | null {
    const why = notNow(outcome, sent, this.#answers);
    if (why === null) {
      if (outcome.kind === 'answer') for (const key of ['limited', 'unreachable', operation]) this.#vain.delete(key);
      return null;
    }
    const isGone = outcome.kind === 'failure' && why === 'away';
    const key = why === 'limited' ? why : isGone ? outcome.reason : operation;
    const usual = PAUSES[why][times - 1];
    const request = outcome.kind === 'answer' ? requestedFor(outcome) : null;
    const pause = request ?? usual;
    const isLong = request !== null && request * times > LONGEST;
    if (usual === undefined || pause === undefined || isLong || this.#waited > MOST_WAITED) this.#vain.add(key);
    if (pause === undefined || this.#vain.has(key)) return null;
    this.#waited += pause;
    return pause;
  }

  /** Why a request is not sent; null where it is sent. */
  refusal(operation: string): Failure | null {
    const isDead = this.#silent.size >= MOST_SILENCES;
    if (!isDead && (this.#silences.get(operation) ?? 0) < MOST_SILENCES) return null;
    const who = isDead ? 'the service' : operation;
    const message = `not sent, since ${who} did not respond to earlier requests within ${seconds(this.#timeoutMs)}`;
    return { kind: 'failure', reason: 'skipped', message, hint: slowHint(this.#timeoutMs) };
  }

  /** The outcome of a request; one that may take long counts as slow where the service answers others. */
  judged(operation: string, mayTakeLong: boolean, outcome: Answer | Failure): Answer | Failure {
    if (outcome.kind === 'answer') {
      this.#answers += 1;
      this.#silences.delete(operation);
      this.#silent.clear();
      return outcome;
    }
    if (outcome.reason !== 'timeout' && outcome.reason !== 'unreachable') return outcome;
    this.#silences.set(operation, (this.#silences.get(operation) ?? 0) + 1);
    // If the connection is refused, the server answers no other operation either.
    const count = this.#silences.get(operation) ?? 0;
    this.#silent.add(outcome.reason === 'unreachable' ? `${operation} ${count}` : operation);
    const isSlow = outcome.reason === 'timeout' && mayTakeLong && this.#answers > 0;
    return isSlow ? { ...outcome, reason: 'slow', hint: slowHint(this.#timeoutMs) } : outcome;
  }
}
