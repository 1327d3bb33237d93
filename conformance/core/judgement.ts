/** Short forms of the judgements, and the sentences that many rules share. */
import { type AnswerBody, callText, clockText, type Exchange, isSuccess, outcomeText } from '../model/exchange.ts';

/** A violation of a demand of the documents. */
export interface Breach {
  readonly expected: string;
  readonly actual: string;
  /** The text of the response that shows it, at the end of `actual` wherever values of the data are shown. Absent: none. */
  readonly quoted?: string;
  /** JSON pointer into the body of the answer; absent when the breach is about the answer as a whole. */
  readonly pointer?: string;
  /**
   * The operation with the response that this one was compared with, if either may be wrong. Absent: the operation of
   * the exchange.
   */
  readonly against?: string;
  /** The exchange with that response. Absent: the last one before it of the operation, in the same case. */
  readonly other?: Exchange;
  /** No request found the operation. Absent: one did, or the breach is about something else. */
  readonly isAbsent?: true;
  /**
   * Breaches of a rule about the same subject are reported as one. Default: the pointer, or the expected and actual
   * values.
   */
  readonly about?: string;
  /** The exchange that shows it. Absent: there is none. */
  readonly exchange?: Exchange;
  /** The number of similar breaches that it represents, itself included. Absent: 1. */
  readonly alike?: number;
  /** Values of the server's data that the sentences quote and the exchange does not hold. Absent: none. */
  readonly values?: readonly string[];
}

/** The judgement on one observation. */
export type Judgement =
  | { readonly verdict: 'pass' }
  | { readonly verdict: 'broken'; readonly breach: Breach }
  /** Unusual, but not forbidden by the documents. */
  | { readonly verdict: 'warn'; readonly breach: Breach }
  | { readonly verdict: 'observed'; readonly value: string }
  /** Not decided for lack of data or of a fixture. */
  | { readonly verdict: 'inconclusive'; readonly reason: string; readonly hint?: string }
  /** Not decided, since the server did not answer, or rejected, a request that the check depends on. */
  | { readonly verdict: 'blocked'; readonly reason: string; readonly hint?: string }
  /** Not decided since the suite could not judge it: by this document, or within its limits of time and memory. */
  | { readonly verdict: 'unjudged'; readonly reason: string; readonly hint?: string }
  /** The target does not offer the subject of the rule. */
  | { readonly verdict: 'unsupported'; readonly reason: string; readonly hint?: string };

export const pass: Judgement = { verdict: 'pass' };

export function broken(breach: Breach): Judgement {
  return { verdict: 'broken', breach };
}

export function warn(breach: Breach): Judgement {
  return { verdict: 'warn', breach };
}

export function observed(value: string): Judgement {
  return { verdict: 'observed', value };
}

/**
 * @returns a function that creates an undecided judgement with a reason; the hint names the fixture or data that would
 * help.
 */
function undecided(verdict: Undecided['verdict']) {
  return (reason: string, hint?: string): Undecided => ({ verdict, reason, ...(hint === undefined ? {} : { hint }) });
}

export const inconclusive = undecided('inconclusive');
export const unsupported = undecided('unsupported');
export const blocked = undecided('blocked');
export const unjudged = undecided('unjudged');

/** The judgement on a body without a JSON value: one that the suite did not read may be right. */
export function withoutJson(
  { problem, quoted, isUnread }: Extract<AnswerBody['json'], { readonly ok: false }>,
  breach: Omit<Breach, 'actual'>,
): Judgement {
  if (isUnread === true) return unjudged(`the body has ${problem}`, SMALLER);
  return broken({ ...breach, actual: problem, ...(quoted === undefined ? {} : { quoted }) });
}

/** What was there instead of the expected, with the text that shows it. */
export function actualText({ actual, quoted }: Breach): string {
  return quoted === undefined ? actual : `${actual}: ${quoted}`;
}

const SMALLER = 'let the server return less: fewer items, or fewer levels';

/** The hint where the document is the reason that something is not judged. */
export const CORRECT = 'correct the document there: what it demands is not checked';

type Undecided = Extract<Judgement, { readonly reason: string }>;

/** Ends a conversation that cannot go on, with the judgement on its rule. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
  readonly judgement: Undecided;
  constructor(judgement: Undecided) {
    super(judgement.reason);
    this.judgement = judgement;
  }
}

/** Ends a conversation that lacks what it needs to continue. @throws Stopped always. */
export function stop(judgement: Undecided): never {
  throw new Stopped(judgement);
}

/**
 * The result of a search, for a conversation that can go on without it: null where the search would have ended it.
 * @param report gets the reason.
 */
export async function orNull<Found>(
  finding: Promise<Found>,
  report: (judgement: Undecided) => void = () => undefined,
): Promise<Found | null> {
  try {
    return await finding;
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    report(error.judgement);
    return null;
  }
}

/** Passes if the condition holds. */
export function passIf(isRight: boolean, breach: Breach): Judgement {
  return isRight ? pass : broken(breach);
}

/** A rejection because of the request, not because of too many requests. */
export function isRefusal({ outcome }: Exchange): boolean {
  return outcome.kind === 'answer' && outcome.status >= 400 && outcome.status < 500 && outcome.status !== 429;
}

/** Judges a request that must be rejected, with any status. */
export function judgeRefused(exchange: Exchange, what: string): Judgement {
  const { outcome } = exchange;
  if (outcome.kind === 'failure' || outcome.status === 429) return blockedBy(exchange);
  const expected = `a refusal of ${what}`;
  return passIf(!isSuccess(exchange), { expected, actual: outcomeText(exchange), about: what, exchange });
}

/** Judges a request that must be accepted. */
export function judgeTaken(exchange: Exchange, expected: string, about = expected): Judgement {
  if (isSuccess(exchange)) return pass;
  return isRefusal(exchange)
    ? broken({ expected, actual: outcomeText(exchange), about, exchange })
    : blockedBy(exchange);
}

/**
 * A rejection proves nothing about its request if the server now also rejects a request that it accepted before: a
 * limit was reached, or the server is failing. Then the rule is blocked.
 *
 * @param again sends a request like one that succeeded before. Only called if there is a breach.
 */
export async function unlessClosed(judged: Judgement, again: () => Promise<Exchange>): Promise<Judgement> {
  if (judged.verdict !== 'broken') return judged;
  const control = await again();
  return isSuccess(control) ? judged : blockedBy(control);
}

/** Passes if there is no breach. */
export function passUnless(breaches: readonly Judgement[]): readonly Judgement[] {
  return breaches.length === 0 ? [pass] : breaches;
}

/** The hint for an operation that needs an input that the suite does not know. */
export function inputsHint(operation: string): string {
  return `set known.inputs.${operation} in the target file to a request that it accepts`;
}

/** The hint for an item that a check needs and that could not be created. */
export const REFUSED_HINT =
  'see why the request that creates it is refused, or set known.inputs of that operation in the target file';

/** Why an operation was not called. */
export function noInputFor(operation: string): string {
  return `the suite knows no request that ${operation} accepts`;
}

export const ANY_INPUTS_HINT = 'set known.inputs in the target file to requests that succeed';

export const CREDENTIALS_HINT = 'add credentials that this operation accepts to the target file';

/** The hint for data that other clients changed during the check. */
export const OTHER_CLIENTS_HINT = 'let no other client write while the suite runs';

export const RPC_HINT = 'add --rpc URL (Connect) or --grpc URL, or rpc in the target file';

export const NO_RPC = 'the target has no RPC address';

const CLOCKS =
  "set the server's clock, or the suite's: they differ, so that one finds the other's signatures too old or too new";

/** A hint on a rejection, if something can be done about it. */
export function hintFor(exchange: Exchange): string | undefined {
  if (exchange.outcome.kind !== 'answer') return exchange.outcome.hint;
  const { status } = exchange.outcome;
  if (clockText(exchange) !== '') return CLOCKS;
  if (status === 401 || status === 403) return CREDENTIALS_HINT;
  if (status === 429) return 'the server limits the request rate: lower --concurrency, or raise the limit';
  return undefined;
}

/** Why a rule could not continue: an exchange that should have returned data did not. */
export function blockedBy(exchange: Exchange | undefined): Undecided {
  if (exchange === undefined)
    return blocked('an earlier request that this check depends on returned nothing to continue with');
  const request = callText(exchange.call);
  if (exchange.outcome.kind === 'failure')
    return blocked(`${request}: ${exchange.outcome.message}`, exchange.outcome.hint);
  const reason = isSuccess(exchange) ? 'a response that cannot be read' : outcomeText(exchange);
  return blocked(`${request} returned ${reason}`, hintFor(exchange));
}

/** The exchange that shows a breach; undefined if there is no breach, or no exchange shows it. */
export function shownBy(judgement: Judgement): Exchange | undefined {
  return 'breach' in judgement ? judgement.breach.exchange : undefined;
}

/** The judgement with another exchange as the evidence of its breach. */
export function shownOtherwise(judgement: Judgement, exchange: Exchange): Judgement {
  return 'breach' in judgement ? { ...judgement, breach: { ...judgement.breach, exchange } } : judgement;
}
