/** What a run found: plain data, the same from run to run but for the clock. */
import type { Level } from '../model/document/document.ts';
import type { ServiceName } from '../model/document/services.ts';
import type { Variable } from './judge/curl.ts';

export const verdicts = [
  'pass',
  'fail',
  'known',
  'warn',
  'observed',
  'inconclusive',
  'blocked',
  'unjudged',
  'unsupported',
  'harness-error',
] as const;

/**
 * What was decided of a rule. `fail`: a demand of the documents is not met. `known`: the same, and the target says that
 * it is known and until when it may last. `warn`: advice is not followed, or something is odd. `observed`: how an open question is answered. `inconclusive`: data or a fixture is missing.
 * `blocked`: the server did not answer what comes first. `unjudged`: the suite could not judge it, within its
 * limits of time and memory or by this document. `unsupported`: the target does not have it. `harness-error`: a
 * fault of the suite.
 */
export type Verdict = (typeof verdicts)[number];

/**
 * What came of sending the request of a finding once more. `yes`: the rule fell over the answer at the same place. `no`:
 * the new answer by itself breaks no rule, so the finding takes several answers, or depends on what was there before. `differs`: the answer
 * was wrong in another way, or of another status.
 */
export type Reproduced = 'yes' | 'no' | 'differs';

/** The exchange that shows a finding. Credentials are left out of every text. */
export interface ExchangeRecord {
  readonly method: string;
  readonly url: string;
  readonly requestBody: string | null;
  /** Null when there was no answer. */
  readonly status: number | null;
  readonly contentType: string | null;
  /** The beginning of the answer, or why there was none. */
  readonly answer: string;
}

export interface Finding {
  readonly verdict: 'fail' | 'warn';
  /** The operation, or `rpc AllMarkets`. */
  readonly subject: string | null;
  readonly expected: string;
  readonly actual: string;
  /** JSON pointer into the answer; null when the answer as a whole is meant. */
  readonly pointer: string | null;
  /** The operation with whose answer, another or an earlier one, this one was compared. Absent: one answer shows it. */
  readonly against?: string;
  /** No request found the operation. Absent: one did, or the finding is about something else. */
  readonly isAbsent?: true;
  /** How many findings differ from this one only in the place within a list, this one included. */
  readonly alike: number;
  readonly exchange: ExchangeRecord | null;
  /** A command that repeats the request: curl, or grpcurl for gRPC. Null when there is no exchange. */
  readonly curl: string | null;
  /** The shell variables that the command needs, in place of credentials. */
  readonly variables: readonly Variable[];
  /** Null when the request was not repeated. */
  readonly reproduced: Reproduced | null;
}

/** A failure that the target knows of. */
export interface Known {
  readonly reason: string;
  /** `YYYY-MM-DD`, the last day on which it may last. */
  readonly expires: string;
}

/** Why a check was not decided. */
export interface Reason {
  readonly reason: string;
  readonly hint: string | null;
}

/** One rule, for one operation where it holds for each. */
export interface Check {
  readonly rule: string;
  readonly operation: string | null;
  readonly level: Level;
  readonly text: string;
  readonly source: string;
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
  readonly reasons: readonly Reason[];
  /** What was seen of an open question. */
  readonly observed: string | null;
  /** May stay undecided: the target says so. */
  readonly allowed: boolean;
  /** Why the failure is known; null for any other verdict. */
  readonly known: Known | null;
}

/** An operation that a run did not call. */
export interface LeftOutOperation {
  /** The operationId. */
  readonly operation: string;
  /** A part of a sentence. */
  readonly why: string;
}

export interface ServiceReport {
  readonly service: ServiceName;
  readonly url: string;
  /** Why the service could not be reached; null when it could. */
  readonly unreachable: string | null;
  readonly checks: readonly Check[];
  /** Selected rules of the documents that this version has no check for. */
  readonly unchecked: readonly string[];
  /** The request after which the server accepted no more connections. Absent: it stayed. */
  readonly wentAway?: string;
  /** Operations that were not called, and why. Absent: all were. */
  readonly leftOut?: readonly LeftOutOperation[];
  /** Requests that were sent, but for those that repeated the request of a finding. */
  readonly requests: number;
}

/** An entry of the target's known failures that is wrong by now. */
export interface StaleKnownFailure {
  readonly rule: string;
  readonly operation: string | null;
  /** A sentence. */
  readonly problem: string;
}

export type Outcome = 'conformant' | 'not conformant' | 'undecided';

/** What a command ends with. */
export const exitCodes: Readonly<Record<Outcome, number>> = { conformant: 0, 'not conformant': 1, undecided: 3 };

/** Exit code of a run that was interrupted, as shells expect it. */
export const INTERRUPTED = 130;

export interface RunReport {
  readonly outcome: Outcome;
  /** Only some of the rules were selected; the outcome is about them alone. */
  readonly partial: boolean;
  /** Nothing was sent that may change data. */
  readonly readOnly: boolean;
  /** Nothing was sent: the verdict is on traffic that others made. Absent: the suite asked. */
  readonly traffic?: boolean;
  readonly seed: number;
  readonly services: readonly ServiceReport[];
  /** Each one fails the run: a list of known failures must say what is so. */
  readonly staleKnownFailures: readonly StaleKnownFailure[];
  /** The only part that differs from run to run. */
  readonly clock: { readonly startedAt: string; readonly milliseconds: number };
}

function isUndecided({ verdict, allowed, level }: Check): boolean {
  // What is only reported decides nothing.
  if (level === 'observe' && verdict !== 'harness-error') return false;
  if (verdict === 'inconclusive') return !allowed;
  return verdict === 'blocked' || verdict === 'unjudged' || verdict === 'harness-error';
}

/** Conformant only when every check was decided, except those that the target lets stand. */
export function outcomeOf(
  services: readonly ServiceReport[],
  staleKnownFailures: readonly StaleKnownFailure[] = [],
): Outcome {
  const checks = services.flatMap((service) => service.checks);
  if (staleKnownFailures.length > 0 || checks.some(({ verdict }) => verdict === 'fail')) return 'not conformant';
  const untold = services.some(({ unreachable, unchecked }) => unreachable !== null || unchecked.length > 0);
  return untold || checks.length === 0 || checks.some(isUndecided) ? 'undecided' : 'conformant';
}
