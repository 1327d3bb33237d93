/** What families of lists say where a list lets them decide nothing. */
import type { PagedList } from '../find/pages.ts';
import type { Unread } from '../find/subject.ts';
import { blockedBy, hintFor, inconclusive } from '../rules/judgement.ts';
import type { Judgement } from '../rules/rule.ts';
import { asksForCredentials } from './access/refusals.ts';

/** Of a list of which no page was read. */
export function unread(operation: string, { refusal }: Unread): Judgement {
  if (refusal === null) {
    const hint = `name what ${operation} takes in known.inputs of the target file`;
    return inconclusive(`nothing is known that ${operation} could be asked for`, hint);
  }
  if (!asksForCredentials(refusal)) return blockedBy(refusal);
  return inconclusive(`${operation} asks for credentials`, hintFor(refusal));
}

/** @param enough so many would do. */
export function tooShort({ operation, noun }: PagedList, count: number, enough = 3): Judgement {
  const reason = `${operation} lists too few ${noun}: ${count}`;
  return inconclusive(reason, `put at least ${enough} ${noun} into what ${operation} lists`);
}

export function restless({ noun }: PagedList): Judgement {
  const hint = 'run again while nothing is added to it';
  return inconclusive(`the list of ${noun} changed while it was read`, hint);
}
