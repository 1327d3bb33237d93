/** Lists that come page by page: `paged`. */
import { askPage, pageOf } from '../../find/pages.ts';
import { type Sequence, sequenceOf } from '../../find/sequence.ts';
import { type Problem, type Settled, settled } from '../../find/settled.ts';
import { wholeOf } from '../../find/subject.ts';
import { type Beside, PLAIN, type Walks, walkAgain, walksOf } from '../../find/walks.ts';
import type { Declaration } from '../../model/behaviour.ts';
import { queryOf } from '../../model/exchange.ts';
import { blockedBy, broken, inconclusive, pass } from '../../rules/judgement.ts';
import type { Judgement, Talk } from '../../rules/rule.ts';
import type { Family } from '../family.ts';
import { limitOf } from '../limited/problems.ts';
import { restless, tooShort, unread } from '../undecided.ts';
import { pagedFaults } from './faults.ts';
import { followPaged } from './follow.ts';
import { moreProblems, standingOf } from './more.ts';
import { judgeOffset } from './offset.ts';
import { continuesProblems, plainProblems } from './problems.ts';
import { judgeTotal } from './total.ts';

export interface Paged extends Declaration {
  readonly operation: string;
  readonly by: 'cursor' | 'offset';
  /** By cursor: the parameter that takes it. */
  readonly cursor?: string;
  /** By offset: the parameter that takes it. */
  readonly offset?: string;
  /** The parameter that says how many items a page holds at most. */
  readonly limit?: string;
  /** By cursor: where the next one stands in the answer. */
  readonly next?: string;
  /** Where the answer tells whether another page exists. */
  readonly more?: string;
  /** By offset: where the answer tells how many items there are in all the pages. */
  readonly total?: string;
}

/** The last page, with a limit that it just fills; null where a walk has ended with such a page, or none can be asked for. */
function justFull(talk: Talk, walks: Walks): (() => Promise<Sequence>) | null {
  const { list, input, credentials, whole, others } = walks;
  const [last, ...before] = whole.pages.toReversed();
  const isFull = ({ pages }: Sequence) => {
    const page = pages.at(-1);
    return page !== undefined && standingOf(page, whole) === 'end' && page.keys.length === limitOf(list.limit, page);
  };
  const cursor = last === undefined ? null : queryOf(last.exchange).get(list.cursor);
  const isTold = list.more !== null && list.limit !== null && whole.ended;
  if (!isTold || last === undefined || cursor === null || before.length === 0 || last.keys.length === 0) return null;
  if ([whole, ...others.map(({ walked }) => walked)].some(isFull)) return null;
  const options = { label: 'the last page, just full', credentials, intent: 'open' } as const;
  return async () => {
    const exchange = await askPage(talk, list, input, { cursor, limit: last.keys.length }, options);
    const page = pageOf(list, exchange);
    return sequenceOf(list, { pages: page === null ? [] : [page], refusal: page === null ? exchange : null });
  };
}

/** Makes sure of what is suspected of each walk; what is certain already is not looked at again. */
async function findProblems(talk: Talk, walks: Walks): Promise<Settled> {
  const { list, whole, others } = walks;
  const problems: Problem[] = [];
  const doubtful: string[] = [];
  const isNew = ({ aspect }: Problem) => !problems.some((one) => one.aspect === aspect);
  const wholeAgain = () => wholeOf(talk, walks);
  const look = async (walked: Sequence, of: typeof continuesProblems, again: () => Promise<Sequence>) => {
    const problemsOf = (one: Sequence, beside: Sequence) =>
      [...of(list, one, beside), ...moreProblems(list, one, beside)].filter(isNew);
    const found = await settled({ walked, whole, problemsOf, again, wholeAgain });
    problems.push(...found.problems);
    doubtful.push(...found.doubtful);
  };
  await look(whole, continuesProblems, wholeAgain);
  for (const { walk, walked } of others) {
    const of = walk.name === PLAIN ? plainProblems : continuesProblems;
    await look(walked, of, () => walkAgain(talk, walks, walk));
  }
  const again = justFull(talk, walks);
  if (again !== null) await look(await again(), () => [], again);
  return { problems, doubtful };
}

/** What the walks tell of an aspect where nothing is wrong with it. */
const undisputed: Readonly<Record<string, (walks: Walks, all: readonly Beside['walked'][]) => Judgement>> = {
  first({ whole, others }) {
    const plain = others.find(({ walk }) => walk.name === PLAIN)?.walked ?? whole;
    return plain.pages.length > 0 ? pass : blockedBy(plain.refusal ?? undefined);
  },
  continues({ list, whole }, all) {
    const stopped = all.find(({ pages, refusal }) => pages.length > 0 && refusal !== null);
    if (stopped?.refusal) return blockedBy(stopped.refusal);
    if (whole.keys.length < 2) return tooShort(list, whole.keys.length);
    if (all.some(({ pages }) => pages.length > 1)) return pass;
    return inconclusive(`no page of ${list.noun} leads to another one`, `put more ${list.noun} into the data`);
  },
  more({ list, whole }, all) {
    if (whole.keys.length < 2) return tooShort(list, whole.keys.length);
    const pages = all.flatMap((one) => one.pages).filter(({ more }) => more !== null);
    const seen = new Set(pages.map((page) => standingOf(page, whole)));
    if (seen.has('end') && seen.has('middle')) return pass;
    const reason = seen.has('middle')
      ? `the last page of ${list.noun} was not reached: ${whole.keys.length} came before it`
      : `no page of ${list.noun} tells whether another one follows`;
    return inconclusive(reason, `let ${list.operation} list fewer ${list.noun}, but more than a page`);
  },
};

export default {
  name: 'paged',
  async check(declared, talk, say) {
    const { operation, by, rules, total } = declared;
    const walks = await walksOf(talk, operation);
    if ('refusal' in walks) {
      for (const { aspect } of rules) say(aspect, unread(operation, walks));
      return;
    }
    if (by === 'offset') {
      await judgeOffset(walks, talk, (...judgements) => say('continues', ...judgements));
      const isAsked = total !== undefined && rules.some(({ aspect }) => aspect === 'total');
      if (isAsked) say('total', ...(await judgeTotal(walks, talk, total)));
      return;
    }
    const found = await findProblems(talk, walks);
    const all = [walks.whole, ...walks.others.map(({ walked }) => walked)];
    for (const { aspect } of rules) {
      const problems = found.problems.filter((one) => one.aspect === aspect);
      say(aspect, ...problems.map(({ breach }) => broken(breach)));
      if (problems.length > 0) continue;
      say(aspect, found.doubtful.includes(aspect) ? restless(walks.list) : (undisputed[aspect]?.(walks, all) ?? pass));
    }
  },
  follow: followPaged,
  faults: pagedFaults,
} satisfies Family<Paged>;
