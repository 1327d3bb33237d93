/** What the rules about pages have in common: one case for each list, and what to say when a list is too short. */
import type { Input } from '../../../model/call.ts';
import type { Call, Exchange, Trace } from '../../../model/exchange.ts';
import { blockedBy, hintFor, inconclusive } from '../../judgement.ts';
import type { Case, Judgement, Rule, Scene } from '../../rule.ts';
import { listInput, type PagedList } from './list.ts';
import { firstRefusal, type Survey } from './walk.ts';

type Steps = (scene: Scene, list: PagedList, input: Input) => Generator<Call, unknown, Exchange>;

/** The lists of two users are told apart. */
function caseIdOf({ operation, credentials }: PagedList): string {
  return credentials === undefined ? operation : `${operation}, ${credentials}`;
}

/** Without what was asked to find the inputs, which may have pages of its own. */
function ownOf({ operation }: PagedList, trace: Trace): Trace {
  const isOwn = ({ call }: Exchange) => call.kind === 'http' && call.operation === operation;
  return { ...trace, exchanges: trace.exchanges.filter(isOwn) };
}

/** A rule about lists; its operation may be one, or none when the lists are several. */
export function listRule(
  id: string,
  lists: readonly PagedList[],
  steps: Steps,
  judge: (list: PagedList, trace: Trace) => readonly Judgement[],
): Rule {
  const caseOf = (list: PagedList, scene: Scene): Case => ({
    id: caseIdOf(list),
    operation: list.operation,
    *script() {
      const input = yield* listInput(list, scene);
      if (input !== null) yield* steps(scene, list, input);
    },
  });
  return {
    id,
    plan: (scene) => lists.map((list) => caseOf(list, scene)),
    judge: (trace) => {
      const list = lists.find((one) => caseIdOf(one) === trace.caseId);
      return list === undefined ? [] : judge(list, ownOf(list, trace));
    },
  };
}

/** Why nothing can be said of a list of which no page was read. */
export function unread(list: PagedList, trace: Trace): Judgement {
  const refusal = firstRefusal(list, trace);
  if (refusal === undefined) return inconclusive(`there is nothing whose ${list.noun} could be listed`, dataHint(list));
  const hint = hintFor(refusal);
  const judgement = blockedBy(refusal);
  return hint === undefined ? judgement : inconclusive(`${list.operation} asks for credentials`, hint);
}

/** What to put into the data. */
function dataHint({ noun, operation }: PagedList): string {
  return `put at least three ${noun} into what ${operation} lists`;
}

/** A list of so few items that it has no second page. */
export function tooShort(list: PagedList, { keys }: Pick<Survey, 'keys'>): Judgement {
  return inconclusive(`${list.operation} lists too few ${list.noun}: ${keys.length}`, dataHint(list));
}

/** A list that changed while it was read. */
export function restless(list: PagedList): Judgement {
  return inconclusive(`the list of ${list.noun} changed while it was read`, 'run again while nothing is added to it');
}
