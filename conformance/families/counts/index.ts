/** Numbers of items in a list: `counts`. */

import { pick } from '../../core/answers.ts';
import type { CheckContext } from '../../core/context.ts';
import type { Family } from '../../core/family.ts';
import { blockedBy, inconclusive, type Judgement } from '../../core/judgement.ts';
import { type PagedList, pagedListOf } from '../../discovery/pages.ts';
import { send } from '../../discovery/send.ts';
import type { Sequence } from '../../discovery/sequence.ts';
import { type Problem, settled } from '../../discovery/settled.ts';
import { inputsOf } from '../../discovery/things.ts';
import { type Subject, subjectOf, traversalsOf, wholeOf } from '../../discovery/traversal.ts';
import { operationOf } from '../../model/document/api.ts';
import { type Exchange, successJson } from '../../model/exchange.ts';
import { noInput } from '../../model/input.ts';
import type { JsonObject } from '../../model/values/json.ts';
import { continuesProblems, moreProblems } from '../paged/problems.ts';
import { judgedOf, unread } from '../undecided.ts';
import { countsCandidates } from './candidates.ts';
import type { Counts } from './declared.ts';
import { followCounts } from './follow.ts';
import { countsMutants } from './mutants.ts';
import { type Counting, countingIn, countOf, ownInput } from './numbers.ts';

/** The distinct items of a list: a repeated page adds none. */
function itemsIn({ pages }: Sequence): readonly JsonObject[] {
  const entries = pages.flatMap(({ items, keys }) => items.map((item, index) => [keys[index], item] as const));
  return [...new Map(entries).values()];
}

function problemsIn(
  declared: Counts,
  list: PagedList,
  exchange: Exchange,
  whole: Sequence,
  isMeant: (one: Counting) => boolean,
) {
  const items = itemsIn(whole);
  return countingIn(successJson(exchange), declared.at)
    .filter(isMeant)
    .flatMap((counting): readonly Problem[] => {
      const { number, pointer, thing } = counting;
      const count = countOf(declared, counting, items);
      if (number === count) return [];
      const expected = `${count}, the number of ${list.noun} that ${list.operation} returns`;
      const against = list.operation;
      const breach = { expected, actual: String(number), pointer, against, about: 'count', exchange };
      return [{ aspect: 'exact', id: `${thing[declared.id ?? 'id']} ${number}`, breach }];
    });
}

/** Whether the pages of a list contradict each other: then that is the error, and the length is unknown. */
async function isTorn(ctx: CheckContext, counted: string): Promise<boolean> {
  const traversals = await traversalsOf(ctx, counted);
  if ('refusal' in traversals || traversals.list.by !== 'cursor') return false;
  const { list, whole, others } = traversals;
  return [whole, ...others.map(({ traversed }) => traversed)].some(
    (traversed) => continuesProblems(list, traversed, whole).length + moreProblems(list, traversed, whole).length > 0,
  );
}

interface Compared {
  readonly declared: Counts;
  readonly sendOnce: () => Promise<Exchange>;
  readonly exchange: Exchange;
}

/** Compares numbers with the list that they count. */
async function compare(
  ctx: CheckContext,
  { declared, sendOnce, exchange }: Compared,
  subject: Subject,
  isMeant: (one: Counting) => boolean,
) {
  const { list, whole } = subject;
  if (!whole.ended) {
    const hint = `use data in which ${list.operation} lists fewer ${list.noun}`;
    return [inconclusive(`there are too many ${list.noun} for the suite to count`, hint)];
  }
  const found = await settled<Exchange>({
    traversed: exchange,
    whole,
    problemsOf: (one, beside) => problemsIn(declared, list, one, beside, isMeant),
    again: sendOnce,
    wholeAgain: () => wholeOf(ctx, subject),
  });
  if (found.problems.length > 0 && (await isTorn(ctx, list.operation))) {
    return [inconclusive(`the pages of ${list.operation} contradict each other`, `fix ${list.operation} first`)];
  }
  return judgedOf(list, found);
}

export default {
  name: 'counts',
  async check(declared, ctx, report) {
    const { operation: id, list: counted } = declared;
    const { api } = ctx.suite;
    const listed = operationOf(api, counted);
    const list = pagedListOf(api, counted);
    if (list === null) throw new Error(`${counted} is counted, but not declared to be a list`);
    const hint = `put something that ${id} returns into the data`;
    const nothing = inconclusive(`${id} returned no number of ${list.noun}`, hint);
    const reportOne = (...judgements: readonly Judgement[]) => report('exact', ...judgements);
    for (const { input } of pick(await inputsOf(ctx, id))) {
      const sendOnce = () => send(ctx, id, input, `numbers of ${list.noun}`);
      const exchange = await sendOnce();
      const reported = countingIn(successJson(exchange), declared.at);
      const compared = { declared, sendOnce, exchange };
      if (successJson(exchange) === undefined) reportOne(blockedBy(exchange));
      else if (reported.length === 0) reportOne(nothing);
      else if (!listed.path.includes('{')) {
        const subject = await subjectOf(ctx, counted);
        return 'refusal' in subject
          ? reportOne(unread(counted, subject))
          : reportOne(...(await compare(ctx, compared, subject, () => true)));
      }
      for (const one of pick(reported)) {
        const path = ownInput(listed, input, one, declared);
        if (path === null) continue;
        const sending = { list, input: { ...noInput, path }, credentials: 'given', intent: 'open' } as const;
        const whole = await wholeOf(ctx, sending);
        const isMeant = ({ pointer }: Counting) => pointer === one.pointer;
        reportOne(...(await compare(ctx, compared, { ...sending, whole }, isMeant)));
      }
    }
    reportOne(nothing);
  },
  follow: followCounts,
  candidates: countsCandidates,
  mutants: countsMutants,
} satisfies Family<Counts>;
