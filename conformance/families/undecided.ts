/** The judgements of list families where a list lets them decide nothing. */

import {
  blockedBy,
  broken,
  hintFor,
  inconclusive,
  inputsHint,
  type Judgement,
  noInputFor,
  pass,
} from '../core/judgement.ts';
import type { PagedList } from '../discovery/pages.ts';
import type { Settled } from '../discovery/settled.ts';
import type { Unread } from '../discovery/traversal.ts';
import { demandsCredentials } from './access/refusals.ts';

/** Of a list of which no page was read. */
export function unread(operation: string, { refusal }: Unread): Judgement {
  if (refusal === null) return inconclusive(noInputFor(operation), inputsHint(operation));
  if (!demandsCredentials(refusal)) return blockedBy(refusal);
  return inconclusive(`${operation} requires credentials`, hintFor(refusal));
}

/** @param enough this many would do. */
export function tooShort({ operation, noun }: PagedList, count: number, enough = 3): Judgement {
  const reason = `${operation} returned too few ${noun}: ${count}`;
  return inconclusive(reason, `put at least ${enough} ${noun} into the data that ${operation} lists`);
}

/** For what changed too often to decide. @param what `the list of books` */
export function changing(what: string): Judgement {
  return inconclusive(`${what} changed while it was read`, 'run again while no other client writes to it');
}

/** For a list that changed too often to decide. */
export function restless({ noun }: PagedList): Judgement {
  return changing(`the list of ${noun}`);
}

/** Whether nothing is wrong, and nothing may be. */
export function isUndisputed({ problems, doubtful }: Settled): boolean {
  return problems.length + doubtful.length === 0;
}

/** The judgement after repetitions. @param fine if nothing is wrong. */
export function judgedOf(list: PagedList, settled: Settled, fine: readonly Judgement[] = [pass]): readonly Judgement[] {
  if (isUndisputed(settled)) return fine;
  const { problems } = settled;
  return problems.length > 0 ? problems.map(({ breach }) => broken(breach)) : [restless(list)];
}
