/** Numbers that tell how many items a list has: `counts`. */

import { pick } from '../../core/answers.ts';
import type { Talk } from '../../core/context.ts';
import type { Family } from '../../core/family.ts';
import { blockedBy, inconclusive, type Judgement } from '../../core/judgement.ts';
import { type PagedList, pagedListOf } from '../../discovery/pages.ts';
import { send } from '../../discovery/send.ts';
import type { Sequence } from '../../discovery/sequence.ts';
import { type Problem, settled } from '../../discovery/settled.ts';
import { inputsOf } from '../../discovery/things.ts';
import { type Subject, subjectOf, walksOf, wholeOf } from '../../discovery/traversal.ts';
import { operationOf } from '../../model/document/api.ts';
import { type Exchange, successJson } from '../../model/exchange.ts';
import { noInput } from '../../model/input.ts';
import type { JsonObject } from '../../model/values/json.ts';
import { continuesProblems, moreProblems } from '../paged/problems.ts';
import { judgedOf, unread } from '../undecided.ts';
import type { Counts } from './declared.ts';
import { followCounts } from './follow.ts';
import { countsFaults } from './mutants.ts';
import { type Counting, countingIn, countOf, ownInput } from './numbers.ts';

/** The items of a list, each once: a page that is shown twice does not make more of them. */
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

/** Whether the pages of a list contradict each other: then that is what is wrong, and how much it holds is not known. */
async function isTorn(talk: Talk, counted: string): Promise<boolean> {
  const walks = await walksOf(talk, counted);
  if ('refusal' in walks || walks.list.by !== 'cursor') return false;
  const { list, whole, others } = walks;
  return [whole, ...others.map(({ walked }) => walked)].some(
    (walked) => continuesProblems(list, walked, whole).length + moreProblems(list, walked, whole).length > 0,
  );
}

interface Compared {
  readonly declared: Counts;
  readonly ask: () => Promise<Exchange>;
  readonly exchange: Exchange;
}

/** Compares numbers with the list that they count. */
async function compare(
  talk: Talk,
  { declared, ask, exchange }: Compared,
  subject: Subject,
  isMeant: (one: Counting) => boolean,
) {
  const { list, whole } = subject;
  if (!whole.ended) {
    const hint = `use data in which ${list.operation} lists fewer ${list.noun}`;
    return [inconclusive(`there are too many ${list.noun} for the suite to count`, hint)];
  }
  const found = await settled<Exchange>({
    walked: exchange,
    whole,
    problemsOf: (one, beside) => problemsIn(declared, list, one, beside, isMeant),
    again: ask,
    wholeAgain: () => wholeOf(talk, subject),
  });
  if (found.problems.length > 0 && (await isTorn(talk, list.operation))) {
    return [inconclusive(`the pages of ${list.operation} contradict each other`, `fix ${list.operation} first`)];
  }
  return judgedOf(list, found);
}

export default {
  name: 'counts',
  async check(declared, talk, say) {
    const { operation: id, list: counted } = declared;
    const { api } = talk.scene;
    const listed = operationOf(api, counted);
    const list = pagedListOf(api, counted);
    if (list === null) throw new Error(`${counted} is counted, but not declared to be a list`);
    const hint = `put something that ${id} returns into the data`;
    const nothing = inconclusive(`${id} returned no number of ${list.noun}`, hint);
    const tell = (...judgements: readonly Judgement[]) => say('exact', ...judgements);
    for (const { input } of pick(await inputsOf(talk, id))) {
      const ask = () => send(talk, id, input, `numbers of ${list.noun}`);
      const exchange = await ask();
      const told = countingIn(successJson(exchange), declared.at);
      const compared = { declared, ask, exchange };
      if (successJson(exchange) === undefined) tell(blockedBy(exchange));
      else if (told.length === 0) tell(nothing);
      else if (!listed.path.includes('{')) {
        const subject = await subjectOf(talk, counted);
        return 'refusal' in subject
          ? tell(unread(counted, subject))
          : tell(...(await compare(talk, compared, subject, () => true)));
      }
      for (const one of pick(told)) {
        const path = ownInput(listed, input, one, declared);
        if (path === null) continue;
        const asking = { list, input: { ...noInput, path }, credentials: 'given', intent: 'open' } as const;
        const whole = await wholeOf(talk, asking);
        const isMeant = ({ pointer }: Counting) => pointer === one.pointer;
        tell(...(await compare(talk, compared, { ...asking, whole }, isMeant)));
      }
    }
    tell(nothing);
  },
  follow: followCounts,
  faults: countsFaults,
} satisfies Family<Counts>;
