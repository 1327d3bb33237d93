/** Lists that come page by page: `paged`. */

import type { Talk } from '../../core/context.ts';
import type { Family } from '../../core/family.ts';
import { blockedBy, broken, inconclusive, type Judgement, pass } from '../../core/judgement.ts';
import { askPage, type Page, type PageQuery } from '../../discovery/pages.ts';
import { type Sequence, sequenceWith } from '../../discovery/sequence.ts';
import { type Problem, type Settled, settled } from '../../discovery/settled.ts';
import { type Beside, PLAIN, type Walks, walkAgain, walksOf, wholeOf } from '../../discovery/traversal.ts';
import { queryOf } from '../../model/exchange.ts';
import { limitOf } from '../limited/problems.ts';
import { restless, tooShort, unread } from '../undecided.ts';
import type { Paged } from './declared.ts';
import { followPaged } from './follow.ts';
import { pagedFaults } from './mutants.ts';
import { judgeOffset } from './offset.ts';
import { beginsAlike, continuesProblems, endsEarly, moreProblems, plainProblems, standingOf } from './problems.ts';
import { judgeTotal } from './total.ts';

/** The end of a list, asked for in another way than on the walks. */
interface Late {
  readonly walked: Sequence;
  readonly of: typeof continuesProblems;
  readonly again: () => Promise<Sequence>;
}

/** The shortest page that ends the list, and that a cursor led to; undefined where no walk came to one. */
function lastPage({ whole, others }: Walks): Page | undefined {
  const ends = [whole, ...others.map(({ walked }) => walked)].flatMap(({ pages }) => pages.slice(1).slice(-1));
  const filled = ends.filter((page) => page.keys.length > 0 && standingOf(page, whole) === 'end');
  return filled.toSorted((left, right) => left.keys.length - right.keys.length)[0];
}

/**
 * The end of the list once more, as far as no walk came to it so: with a limit that it just fills, with one that leaves an
 * item, and that item without any limit.
 */
async function lateOf(talk: Talk, walks: Walks): Promise<readonly Late[]> {
  const { list, input, credentials, whole, others } = walks;
  const last = lastPage(walks);
  if (last === undefined || list.limit === null) return [];
  const pages = [whole, ...others.map(({ walked }) => walked)].flatMap((walked) => walked.pages);
  const placeOf = (key: string) => whole.places.get(key) ?? -1;
  const left = ({ keys }: Page) => whole.keys.length - 1 - Math.max(-1, ...keys.map(placeOf));
  const sizeOf = (page: Page) => limitOf(list.limit, page);
  const cursorOf = (page: Page) => queryOf(page.exchange).get(list.cursor) ?? '';
  const asked = async (what: string, query: PageQuery, before: readonly Page[] = []): Promise<Sequence> => {
    const options = { label: `the last page, ${what}`, credentials, intent: 'open' } as const;
    return sequenceWith(list, await askPage(talk, list, input, query, options), before);
  };
  const late: Late[] = [];
  const sized = async (what: string, limit: number) => {
    const again = () => asked(what, { cursor: cursorOf(last), limit });
    const walked = await again();
    late.push({ walked, of: endsEarly, again });
    return walked.pages;
  };
  const count = last.keys.length;
  const isFull = pages.some((page) => left(page) === 0 && page.keys.length === sizeOf(page));
  if (list.more !== null && whole.ended && !isFull) await sized('just full', count);
  const leavesOne = (page: Page) => left(page) === 1 && page.next !== '';
  const isMet = count === 1 || pages.some(leavesOne);
  const before = (isMet ? pages : await sized('but one', count - 1)).find(leavesOne);
  const cursor = before?.next ?? (count === 1 ? cursorOf(last) : '');
  if (cursor === '' || pages.some((page) => left(page) === 0 && sizeOf(page) === null && cursorOf(page) !== ''))
    return late;
  const plain = (limited: readonly Page[]) => asked('without a limit', { cursor }, limited);
  // One item by each of two limits: a cursor that counts pages leads elsewhere by another one.
  const again = async () =>
    plain((await asked('with two', { cursor, limit: 2 }, (await asked('with one', { cursor, limit: 1 })).pages)).pages);
  const known = pages.find((page) => cursorOf(page) === cursor && left(page) === 0 && page.keys.length === 1);
  late.push({ walked: known === undefined ? await again() : await plain([known]), of: beginsAlike, again });
  return late;
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
  for (const { walked, of, again } of await lateOf(talk, walks)) await look(walked, of, again);
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
    return inconclusive(`the ${list.noun} fit on one page`, `put more ${list.noun} into the data, at least two pages`);
  },
  more({ list, whole }, all) {
    if (whole.keys.length < 2) return tooShort(list, whole.keys.length);
    const pages = all.flatMap((one) => one.pages).filter(({ more }) => more !== null);
    const seen = new Set(pages.map((page) => standingOf(page, whole)));
    if (seen.has('end') && seen.has('middle')) return pass;
    const reason = seen.has('middle')
      ? `the suite did not reach the last page of ${list.noun}: it stopped after ${whole.keys.length}`
      : `no page of ${list.noun} says whether another one follows`;
    return inconclusive(reason, `use data in which ${list.operation} lists fewer ${list.noun}, but more than one page`);
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
    const isCounted = total !== undefined && rules.some(({ aspect }) => aspect === 'total');
    if (isCounted) say('total', ...(await judgeTotal(walks, talk, total)));
    if (by !== 'cursor') return judgeOffset(walks, talk, say);
    const found = await findProblems(talk, walks);
    const all = [walks.whole, ...walks.others.map(({ walked }) => walked)];
    for (const { aspect } of rules.filter((one) => one.aspect !== 'total')) {
      const problems = found.problems.filter((one) => one.aspect === aspect);
      say(aspect, ...problems.map(({ breach }) => broken(breach)));
      if (problems.length > 0) continue;
      say(aspect, found.doubtful.includes(aspect) ? restless(walks.list) : (undisputed[aspect]?.(walks, all) ?? pass));
    }
  },
  follow: followPaged,
  faults: pagedFaults,
} satisfies Family<Paged>;
