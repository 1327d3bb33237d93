/** Lists that come page by page: `paged`. */

import type { CheckContext } from '../../core/context.ts';
import type { Family } from '../../core/family.ts';
import { blockedBy, broken, inconclusive, type Judgement, pass } from '../../core/judgement.ts';
import { type Page, type PageQuery, sendPage } from '../../discovery/pages.ts';
import { type Sequence, sequenceWith } from '../../discovery/sequence.ts';
import { type Problem, type Settled, settled } from '../../discovery/settled.ts';
import {
  type Beside,
  PLAIN,
  type Traversals,
  traversalsOf,
  traverseAgain,
  wholeOf,
} from '../../discovery/traversal.ts';
import { queryOf } from '../../model/exchange.ts';
import { limitOf } from '../limited/problems.ts';
import { restless, tooShort, unread } from '../undecided.ts';
import { pagedCandidates } from './candidates.ts';
import type { Paged } from './declared.ts';
import { followPaged } from './follow.ts';
import { pagedMutants } from './mutants.ts';
import { judgeOffset } from './offset.ts';
import { beginsAlike, continuesProblems, endsEarly, moreProblems, plainProblems, standingOf } from './problems.ts';
import { judgeTotal } from './total.ts';

/** The end of a list, requested in another way than by the traversals. */
interface Late {
  readonly traversed: Sequence;
  readonly of: typeof continuesProblems;
  readonly again: () => Promise<Sequence>;
}

/** The shortest last page that a cursor led to; undefined if no traversal reached one. */
function lastPage({ whole, others }: Traversals): Page | undefined {
  const ends = [whole, ...others.map(({ traversed }) => traversed)].flatMap(({ pages }) => pages.slice(1).slice(-1));
  const filled = ends.filter((page) => page.keys.length > 0 && standingOf(page, whole) === 'end');
  return filled.toSorted((left, right) => left.keys.length - right.keys.length)[0];
}

/**
 * The end of the list again, in ways that no traversal reached: with a limit that it just fills, with one that leaves
 * an item, and that item without a limit.
 */
async function lateOf(ctx: CheckContext, traversals: Traversals): Promise<readonly Late[]> {
  const { list, input, credentials, whole, others } = traversals;
  const last = lastPage(traversals);
  if (last === undefined || list.limit === null) return [];
  const pages = [whole, ...others.map(({ traversed }) => traversed)].flatMap((traversed) => traversed.pages);
  const placeOf = (key: string) => whole.places.get(key) ?? -1;
  const left = ({ keys }: Page) => whole.keys.length - 1 - Math.max(-1, ...keys.map(placeOf));
  const sizeOf = (page: Page) => limitOf(list.limit, page);
  const cursorOf = (page: Page) => queryOf(page.exchange).get(list.cursor) ?? '';
  const request = async (what: string, query: PageQuery, before: readonly Page[] = []): Promise<Sequence> => {
    const options = { label: `the last page, ${what}`, credentials, intent: 'open' } as const;
    return sequenceWith(list, await sendPage(ctx, list, input, query, options), before);
  };
  const late: Late[] = [];
  const sized = async (what: string, limit: number) => {
    const again = () => request(what, { cursor: cursorOf(last), limit });
    const traversed = await again();
    late.push({ traversed, of: endsEarly, again });
    return traversed.pages;
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
  const plain = (limited: readonly Page[]) => request('without a limit', { cursor }, limited);
  // One item is requested with each of two limits: a cursor that counts pages leads to another item with another limit.
  const again = async () =>
    plain(
      (await request('with two', { cursor, limit: 2 }, (await request('with one', { cursor, limit: 1 })).pages)).pages,
    );
  const known = pages.find((page) => cursorOf(page) === cursor && left(page) === 0 && page.keys.length === 1);
  late.push({ traversed: known === undefined ? await again() : await plain([known]), of: beginsAlike, again });
  return late;
}

/** Confirms the suspicions about each traversal; certain ones are not repeated. */
async function findProblems(ctx: CheckContext, traversals: Traversals): Promise<Settled> {
  const { list, whole, others } = traversals;
  const problems: Problem[] = [];
  const doubtful: string[] = [];
  const isNew = ({ aspect }: Problem) => !problems.some((one) => one.aspect === aspect);
  const wholeAgain = () => wholeOf(ctx, traversals);
  const probe = async (traversed: Sequence, of: typeof continuesProblems, again: () => Promise<Sequence>) => {
    const problemsOf = (one: Sequence, beside: Sequence) =>
      [...of(list, one, beside), ...moreProblems(list, one, beside)].filter(isNew);
    const found = await settled({ traversed, whole, problemsOf, again, wholeAgain });
    problems.push(...found.problems);
    doubtful.push(...found.doubtful);
  };
  await probe(whole, continuesProblems, wholeAgain);
  for (const { traverse, traversed } of others) {
    const of = traverse.name === PLAIN ? plainProblems : continuesProblems;
    await probe(traversed, of, () => traverseAgain(ctx, traversals, traverse));
  }
  for (const { traversed, of, again } of await lateOf(ctx, traversals)) await probe(traversed, of, again);
  return { problems, doubtful };
}

/** What the traversals show of an aspect without a problem. */
const undisputed: Readonly<Record<string, (traversals: Traversals, all: readonly Beside['traversed'][]) => Judgement>> =
  {
    first({ whole, others }) {
      const plain = others.find(({ traverse }) => traverse.name === PLAIN)?.traversed ?? whole;
      return plain.pages.length > 0 ? pass : blockedBy(plain.refusal ?? undefined);
    },
    continues({ list, whole }, all) {
      const stopped = all.find(({ pages, refusal }) => pages.length > 0 && refusal !== null);
      if (stopped?.refusal) return blockedBy(stopped.refusal);
      if (whole.keys.length < 2) return tooShort(list, whole.keys.length);
      if (all.some(({ pages }) => pages.length > 1)) return pass;
      return inconclusive(
        `the ${list.noun} fit on one page`,
        `put more ${list.noun} into the data, at least two pages`,
      );
    },
    more({ list, whole }, all) {
      if (whole.keys.length < 2) return tooShort(list, whole.keys.length);
      const pages = all.flatMap((one) => one.pages).filter(({ more }) => more !== null);
      const seen = new Set(pages.map((page) => standingOf(page, whole)));
      if (seen.has('end') && seen.has('middle')) return pass;
      const reason = seen.has('middle')
        ? `the suite did not reach the last page of ${list.noun}: it stopped after ${whole.keys.length}`
        : `no page of ${list.noun} says whether another one follows`;
      return inconclusive(
        reason,
        `use data in which ${list.operation} lists fewer ${list.noun}, but more than one page`,
      );
    },
  };

export default {
  name: 'paged',
  async check(declared, ctx, report) {
    const { operation, by, rules, total } = declared;
    const traversals = await traversalsOf(ctx, operation);
    if ('refusal' in traversals) {
      for (const { aspect } of rules) report(aspect, unread(operation, traversals));
      return;
    }
    const isCounted = total !== undefined && rules.some(({ aspect }) => aspect === 'total');
    if (isCounted) report('total', ...(await judgeTotal(traversals, ctx, total)));
    if (by !== 'cursor') return judgeOffset(traversals, ctx, report);
    const found = await findProblems(ctx, traversals);
    const all = [traversals.whole, ...traversals.others.map(({ traversed }) => traversed)];
    for (const { aspect } of rules.filter((one) => one.aspect !== 'total')) {
      const problems = found.problems.filter((one) => one.aspect === aspect);
      report(aspect, ...problems.map(({ breach }) => broken(breach)));
      if (problems.length > 0) continue;
      report(
        aspect,
        found.doubtful.includes(aspect) ? restless(traversals.list) : (undisputed[aspect]?.(traversals, all) ?? pass),
      );
    }
  },
  follow: followPaged,
  candidates: pagedCandidates,
  mutants: pagedMutants,
} satisfies Family<Paged>;
