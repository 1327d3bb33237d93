/** The result of a read of a turn: the turn, a rejection, or the end of its timeout (document 3, Endpoints). */
import { broken, type Judgement } from '@wallet-services/conformance/core';
import { type Exchange, isSuccess, outcomeText } from '@wallet-services/conformance/model';
import { isProcessed, viewOf } from '../turn.ts';

export function isTimeout({ outcome }: Exchange): boolean {
  return outcome.kind === 'answer' && outcome.status === 408;
}

/** An answer that says nothing but that there were too many requests. */
export function isLimited({ outcome }: Exchange): boolean {
  return outcome.kind === 'answer' && outcome.status === 429;
}

/** A rejection of the request itself: neither of the caller, nor of the rate. */
export function isRefused(exchange: Exchange): boolean {
  const { outcome } = exchange;
  if (isTimeout(exchange) || isSuccess(exchange) || outcome.kind === 'failure') return false;
  return ![401, 403, 429].includes(outcome.status);
}

/** Whether a read shows a turn that is processed; null when it shows none. */
export function shown(exchange: Exchange): boolean | null {
  const view = viewOf(exchange, 'read');
  return view === null ? null : isProcessed(view.turn);
}

/** Reports a read that should have had another result. */
export function cameOtherwise(expected: string, about: string, exchange: Exchange): Judgement {
  const done = shown(exchange);
  const actual = done === null ? outcomeText(exchange) : `the ${done ? 'processed turn' : 'turn, not processed yet'}`;
  return broken({ expected, actual, about, exchange });
}
