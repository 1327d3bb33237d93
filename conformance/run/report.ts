/** The result of a run: plain data, the same from run to run except for the clock. */
import type { Level } from '../model/document/document.ts';
import type { ServiceName } from '../model/document/services.ts';
import type { EarlyEnd } from './ending.ts';
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
 * The verdict on a rule. `fail`: a demand of the documents is not met. `known`: the same, and the target lists it as
 * known, with the last day on which it may fail. `warn`: advice is not followed, or something is odd. `observed`: how
 * an open question is answered. `inconclusive`: data or a fixture is missing. `blocked`: the server did not answer an
 * earlier request. `unjudged`: the suite could not judge it, because of its limits of time and memory or because of
 * this document. `unsupported`: the target does not have it. `harness-error`: a fault of the suite.
 */
export type Verdict = (typeof verdicts)[number];

/**
 * The result of sending the request of a finding once more, or both requests of a comparison where both only read.
 * `yes`: the answer breaks the rule at the same place. `no`: the new answers break no rule, so the finding needs more
 * requests, or depends on earlier state. `differs`: the answer was wrong in another way, or had another status.
 */
export type Reproduced = 'yes' | 'no' | 'differs';

/** The exchange that shows a finding. Credentials are left out of every text. */
export interface ExchangeRecord {
  readonly method: string;
  readonly url: string;
  readonly requestBody: string | null;
  /** The status of the answer; null when there was none. */
  readonly status: number | null;
  readonly contentType: string | null;
  /** The beginning of the answer, or why there was none. */
  readonly answer: string;
}

/** The response that a finding compares the response of its exchange with. */
export interface OtherResponse {
  /** The status of the answer; null when there was none. */
  readonly status: number | null;
  /** The beginning of the answer, or why there was none. */
  readonly answer: string;
  /** A command that repeats the request. */
  readonly curl: string;
  readonly variables: readonly Variable[];
}

export interface Finding {
  readonly verdict: 'fail' | 'warn';
  /** The operation, or `rpc AllMarkets`. */
  readonly subject: string | null;
  readonly expected: string;
  readonly actual: string;
  /** JSON pointer into the answer; null for the answer as a whole. */
  readonly pointer: string | null;
  /**
   * The operation that gave the other answer, or the earlier one, of a comparison. Absent: one answer shows the
   * finding.
   */
  readonly against?: string;
  /** The other response of the comparison. Absent: one response shows the finding. */
  readonly other?: OtherResponse;
  /** No request reached the operation. Absent: one did, or the finding is about something else. */
  readonly isAbsent?: true;
  /** The number of findings that differ from this one only in the place within a list, including this one. */
  readonly alike: number;
  readonly exchange: ExchangeRecord | null;
  /** A command that repeats the request: curl, or grpcurl for gRPC. Null when there is no exchange. */
  readonly curl: string | null;
  /** The shell variables that the command needs, in place of credentials. */
  readonly variables: readonly Variable[];
  /** The result of the repeat; null when the request was not repeated. */
  readonly reproduced: Reproduced | null;
}

/** A failure that the target lists as known. */
export interface Known {
  readonly reason: string;
  /** `YYYY-MM-DD`, the last day on which the failure is accepted. */
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
  /** The statement at that place of the document, in our own words. Absent: none is registered for the rule. */
  readonly statement?: string;
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
  readonly reasons: readonly Reason[];
  /** The observation on an open question. */
  readonly observed: string | null;
  /** The target allows that this stays undecided. */
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

/** Items that a run created and could not delete at its end. */
export interface RemainingItems {
  /** The operationId of the operation that created them. */
  readonly operation: string;
  readonly count: number;
  /** A part of a sentence. */
  readonly why: string;
}

export interface ServiceReport {
  readonly service: ServiceName;
  readonly url: string;
  /** Why the service could not be reached; null when it could. */
  readonly unreachable: string | null;
  readonly checks: readonly Check[];
  /** Selected rules of the documents that have no check in this version. */
  readonly unchecked: readonly string[];
  /** The request after which the server accepted no more connections. Absent: it kept accepting them. */
  readonly wentAway?: string;
  /** Operations that were not called, and why. Absent: all were. */
  readonly leftOut?: readonly LeftOutOperation[];
  /** What the run created and did not delete. Absent: nothing is known to remain. */
  readonly remaining?: readonly RemainingItems[];
  /** The number of requests that were sent, without repeats of the requests of findings. */
  readonly requests: number;
}

/** An entry of the target's known failures that is out of date. */
export interface StaleKnownFailure {
  readonly rule: string;
  readonly operation: string | null;
  /** A sentence. */
  readonly problem: string;
}

export type Outcome = 'conformant' | 'not conformant' | 'undecided';

/** The exit code of a command. */
export const exitCodes: Readonly<Record<Outcome, number>> = { conformant: 0, 'not conformant': 1, undecided: 3 };

/** Exit code of an interrupted run, by the convention of shells, whatever its report says. */
export const INTERRUPTED = 130;

export interface RunReport {
  readonly outcome: Outcome;
  /** Whether only some of the rules were selected; the outcome then covers only them. */
  readonly partial: boolean;
  /** Nothing was sent that may change data. */
  readonly readOnly: boolean;
  /** Nothing was sent: the verdict is on traffic of others. Absent: the suite sent the requests. */
  readonly traffic?: boolean;
  /** Why the run ended before everything was sent; it is never conformant then. Absent: everything was sent. */
  readonly ended?: EarlyEnd;
  readonly seed: number;
  readonly services: readonly ServiceReport[];
  /** Each one fails the run: a list of known failures must be up to date. */
  readonly staleKnownFailures: readonly StaleKnownFailure[];
  /** The only part that differs from run to run. */
  readonly clock: { readonly startedAt: string; readonly milliseconds: number };
}

function isUndecided({ verdict, allowed, level }: Check): boolean {
  // An observation decides nothing.
  if (level === 'observe' && verdict !== 'harness-error') return false;
  if (verdict === 'inconclusive') return !allowed;
  return verdict === 'blocked' || verdict === 'unjudged' || verdict === 'harness-error';
}

/**
 * Conformant only when everything was sent and every check was decided, except those that the target allows to stay
 * undecided.
 */
export function outcomeOf(
  services: readonly ServiceReport[],
  staleKnownFailures: readonly StaleKnownFailure[] = [],
  ended: EarlyEnd | null = null,
): Outcome {
  const checks = services.flatMap((service) => service.checks);
  if (staleKnownFailures.length > 0 || checks.some(({ verdict }) => verdict === 'fail')) return 'not conformant';
  if (ended !== null) return 'undecided';
  const untold = services.some(({ unreachable, unchecked }) => unreachable !== null || unchecked.length > 0);
  return untold || checks.length === 0 || checks.some(isUndecided) ? 'undecided' : 'conformant';
}
