/** How long a run has patience with a service that leaves requests without an answer. */
import type { Answer, Failure } from '../model/exchange.ts';

/** After so many requests in a row without an answer an operation is given up, and the service after so many operations. */
const MOST_SILENCES = 3;

function seconds(milliseconds: number): string {
  return `${milliseconds / 1000} s`;
}

/** What to do about a server that takes its time. */
function slowHint(timeoutMs: number): string {
  return `if it only takes its time, --timeout ${Math.ceil((timeoutMs * 6) / 1000)} waits longer`;
}

/** Remembers which operations are silent: a slow one does not take the service down with it. */
export class Patience {
  readonly #timeoutMs: number;
  /** Requests in a row without an answer, by operation. */
  readonly #silences = new Map<string, number>();
  /** Operations that were silent since anything was answered. */
  #silent = new Set<string>();
  #answers = 0;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** A sign-in that was not answered must not keep the rules from finding out. */
  forget(): void {
    this.#silences.clear();
    this.#silent.clear();
  }

  /** Why a request is not sent; null where it is. */
  refusal(operation: string): Failure | null {
    const isDead = this.#silent.size >= MOST_SILENCES;
    if (!isDead && (this.#silences.get(operation) ?? 0) < MOST_SILENCES) return null;
    const who = isDead ? 'the service' : operation;
    const message = `not sent, since ${who} left requests without an answer within ${seconds(this.#timeoutMs)}`;
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
