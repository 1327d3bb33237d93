/** How long a run has patience with a service that leaves requests without an answer, or asks for some. */
import type { Answer, Failure } from '../../model/exchange.ts';

/** After so many requests in a row without an answer an operation is given up, and the service after so many operations. */
const MOST_SILENCES = 3;

/**
 * What a request is sent once more for: the rate is limited; a server is away for a moment, as while it starts anew; or it was
 * silent about what only reads, while it answers others: it may have been slow that once.
 */
type NotNow = 'limited' | 'away' | 'silent';

/** Pauses before a request is sent once more, in milliseconds; a server may ask for longer ones. */
const PAUSES: Readonly<Record<NotNow, readonly number[]>> = {
  limited: [1000, 2000, 4000, 8000, 16_000, 30_000],
  away: [300, 1000, 3000],
  silent: [300],
};

/** The shortest pause, and the longest of one request together, in milliseconds, whatever a server asks for. */
const [SHORTEST, LONGEST]: readonly [number, number] = [100, 60_000];

/** So many milliseconds are waited at most, over all requests of a service. */
const MOST_WAITED = 600_000;

/** What matters of a request: whether it changes nothing. */
interface Sent {
  readonly isReading: boolean;
}

/** What the documents do not know and a server says of itself, or something in front of it, may be otherwise a moment later. */
function notNow(outcome: Answer | Failure, { isReading }: Sent, answers: number): NotNow | null {
  if (outcome.kind === 'failure') {
    if (outcome.reason === 'unreachable') return answers > 0 ? 'away' : null;
    return outcome.reason === 'timeout' && isReading && answers > 0 ? 'silent' : null;
  }
  const { status, retryAfter } = outcome;
  if (status === 429) return 'limited';
  // What became of a request that a gateway could not hand on is not known.
  if (status === 502) return isReading ? 'away' : null;
  if (status === 503) return retryAfter === null ? 'away' : 'limited';
  return null;
}

/** How long a server asks to wait, in milliseconds; null where it does not say. */
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

/** What to do about a server that takes its time. */
function slowHint(timeoutMs: number): string {
  return `if it is only slow, wait longer with --timeout ${Math.ceil((timeoutMs * 6) / 1000)}`;
}

/** Remembers which operations are silent: a slow one does not take the service down with it. */
export class Patience {
  readonly #timeoutMs: number;
  /** Requests in a row without an answer, by operation. */
  readonly #silences = new Map<string, number>();
  /** Operations that were silent since anything was answered. */
  #silent = new Set<string>();
  #answers = 0;
  #waited = 0;
  /** What was waited for in vain, since it came. */
  readonly #vain = new Set<string>();

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** A sign-in that was not answered must not keep the rules from finding out. */
  forget(): void {
    this.#silences.clear();
    this.#silent.clear();
  }

  /**
   * How many milliseconds to wait before a request is sent once more, that was sent so many times; null where what came of it
   * stands. What was waited for in vain is not waited for again until it comes.
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

  /** Why a request is not sent; null where it is. */
  refusal(operation: string): Failure | null {
    const isDead = this.#silent.size >= MOST_SILENCES;
    if (!isDead && (this.#silences.get(operation) ?? 0) < MOST_SILENCES) return null;
    const who = isDead ? 'the service' : operation;
    const message = `not sent, since ${who} did not respond to earlier requests within ${seconds(this.#timeoutMs)}`;
    return { kind: 'failure', reason: 'skipped', message, hint: slowHint(this.#timeoutMs) };
  }

  /** What came of a request; one that may take long is told as slow where the service answers others. */
  judged(operation: string, mayTakeLong: boolean, outcome: Answer | Failure): Answer | Failure {
    if (outcome.kind === 'answer') {
      this.#answers += 1;
      this.#silences.delete(operation);
      this.#silent.clear();
      return outcome;
    }
    if (outcome.reason !== 'timeout' && outcome.reason !== 'unreachable') return outcome;
    this.#silences.set(operation, (this.#silences.get(operation) ?? 0) + 1);
    // Where nobody listens, no other operation is answered either.
    const count = this.#silences.get(operation) ?? 0;
    this.#silent.add(outcome.reason === 'unreachable' ? `${operation} ${count}` : operation);
    const isSlow = outcome.reason === 'timeout' && mayTakeLong && this.#answers > 0;
    return isSlow ? { ...outcome, reason: 'slow', hint: slowHint(this.#timeoutMs) } : outcome;
  }
}
