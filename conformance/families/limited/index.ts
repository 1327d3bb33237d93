/** Responses with at most a number of items: `limited`. */

import { isAnswerOf } from '../../core/answers.ts';
import type { CheckContext } from '../../core/context.ts';
import type { Family } from '../../core/family.ts';
import { broken, pass, warn } from '../../core/judgement.ts';
import { pagedListOf, pageOf, sendPage } from '../../discovery/pages.ts';
import { isAsLong, type Sequence, sequenceWith } from '../../discovery/sequence.ts';
import { type Problem, type Settled, settled } from '../../discovery/settled.ts';
import { type Traversals, traversalsOf, traverseAgain, traverseByNumber, wholeOf } from '../../discovery/traversal.ts';
import type { Input } from '../../model/input.ts';
import { isUndisputed, judgedOf, tooShort, unread } from '../undecided.ts';
import { besidesOf } from './besides.ts';
import { limitedCandidates } from './candidates.ts';
import type { Limited } from './declared.ts';
import { followLimited } from './follow.ts';
import { limitedMutants } from './mutants.ts';
import { answerProblems, lessForMore, limitOf, pagesProblems } from './problems.ts';

/** Traversals with pages that are certainly too short. */
async function findShort(ctx: CheckContext, traversals: Traversals): Promise<Settled> {
  const { list, whole, others } = traversals;
  const problemsOf = list.by === null ? answerProblems : pagesProblems;
  const wholeAgain = () => wholeOf(ctx, traversals);
  const probe = (traversed: Sequence, again: () => Promise<Sequence>) =>
    settled({
      traversed,
      whole,
      again,
      wholeAgain,
      ...(list.by === null ? { isStill: isAsLong } : {}),
      problemsOf: (one, beside) => problemsOf(traversals, one, beside),
    });
  const doubtful: string[] = [];
  const first = await probe(whole, wholeAgain);
  if (first.problems.length > 0) return first;
  for (const { traverse, traversed } of others) {
    const found = await probe(traversed, () => traverseAgain(ctx, traversals, traverse));
    if (found.problems.length === 0) doubtful.push(...found.doubtful);
    else if (list.by !== 'offset') return found;
    else {
      // An offset may count pages.
      const numbered = () => traverseByNumber(ctx, traversals, traverse.limit ?? 1);
      const { problems } = await probe(await numbered(), numbered);
      if (problems.length > 0) return found;
    }
  }
  return { problems: [], doubtful };
}

/** Whether the limit of some page was smaller than the list. */
function isCut({ list, whole, others }: Traversals): boolean {
  const pages = others.flatMap(({ traversed }) => traversed.pages);
  return pages.some((page) => (limitOf(list.limit, page) ?? whole.keys.length) < whole.keys.length);
}

/** One page with or without a limit, and its further inputs. */
async function pageWith(
  ctx: CheckContext,
  { list, input: own, credentials }: Traversals,
  limit: number | undefined,
  beside: Input['query'] = {},
): Promise<Sequence> {
  const input = { ...own, query: { ...own.query, ...beside } };
  const request = limit === undefined ? 'without a limit' : `limit ${limit}`;
  const options = { label: `${request}, one page`, credentials, intent: 'open' } as const;
  const exchange = await sendPage(ctx, list, input, limit === undefined ? {} : { limit }, options);
  return sequenceWith({ ...list, by: null }, exchange);
}

/** A response without a limit must have as many items as one with the default limit. */
async function findFewer(ctx: CheckContext, traversals: Traversals, usual: number): Promise<Settled> {
  const { list } = traversals;
  const problemsOf = ({ pages: [page] }: Sequence, { pages: [full] }: Sequence): readonly Problem[] => {
    if (page === undefined || full === undefined || page.keys.length >= full.keys.length) return [];
    if (full.keys.length > usual) return [];
    const expected = `${full.keys.length} ${list.noun}, as many as with ${list.limit}=${usual}`;
    const { exchange, keys } = page;
    const breach = { expected, actual: String(keys.length), pointer: list.items, about: 'default', exchange };
    return [{ aspect: 'default', id: 'fewer', breach }];
  };
  const wholeAgain = () => pageWith(ctx, traversals, usual);
  const again = () => pageWith(ctx, traversals, undefined);
  const first = { traversed: await again(), whole: await wholeAgain() };
  return settled({ ...first, problemsOf, again, wholeAgain, isStill: isAsLong });
}

/** Limits beyond the maximum; they may be rejected. */
function beyond(maximum: number): readonly number[] {
  return [maximum, maximum + 1, 2_147_483_647];
}

/** The aspects that an answer can violate, each with the maximum number of items. */
function boundsOf({ limit, default: usual, maximum }: Limited, request: number | null, isRequested: boolean) {
  return [
    ...(limit !== undefined && request !== null
      ? [{ aspect: 'at-most', most: request, why: `${limit} is ${request}` }]
      : []),
    ...(usual !== undefined && !isRequested
      ? [{ aspect: 'default', most: usual, why: 'the request sets no limit' }]
      : []),
    ...(maximum !== undefined ? [{ aspect: 'maximum', most: maximum, why: 'that is the maximum' }] : []),
  ];
}

export default {
  name: 'limited',
  watch(declared, exchange, { api }, report) {
    const { operation, limit } = declared;
    const list = isAnswerOf(exchange, operation) ? pagedListOf(api, operation) : null;
    const page = list === null ? null : pageOf(list, exchange);
    if (list === null || page === null) return;
    const isRequested = limit !== undefined && new URL(exchange.url).searchParams.has(limit);
    const count = page.items.length;
    for (const { aspect, most, why } of boundsOf(declared, limitOf(limit, page), isRequested)) {
      // A shorter page does not show that the server applies the limit.
      if (count === most) report(aspect, pass);
      if (count <= most) continue;
      const expected = `at most ${most} ${list.noun}, since ${why}`;
      report(aspect, broken({ expected, actual: String(count), pointer: list.items, about: aspect, exchange }));
    }
  },
  async check(declared, ctx, report) {
    const { operation, limit, default: usual, maximum, rules } = declared;
    const traversals = await traversalsOf(ctx, operation);
    if ('refusal' in traversals) {
      for (const { aspect } of rules) report(aspect, unread(operation, traversals));
      return;
    }
    const { list, whole } = traversals;
    const few = (aspect: string, enough: number) => report(aspect, tooShort(list, whole.keys.length, enough));
    if (limit !== undefined) {
      const found = await findShort(ctx, traversals);
      const less = lessForMore(traversals);
      report('filled', ...judgedOf(list, found, []));
      if (isUndisputed(found) && whole.keys.length < 2) few('filled', 2);
      else if (isUndisputed(found)) report('filled', less === null ? pass : warn(less));
      for (const { name, value } of besidesOf(ctx.suite.api, list))
        await pageWith(ctx, traversals, 1, { [name]: value });
      // `watch` has judged every page.
      if (isCut(traversals)) report('at-most', pass);
      else few('at-most', 2);
    }
    if (usual !== undefined) {
      if (limit !== undefined) report('default', ...judgedOf(list, await findFewer(ctx, traversals, usual), []));
      few('default', usual + 1);
    }
    if (maximum !== undefined) {
      for (const one of limit === undefined ? [] : beyond(maximum)) await pageWith(ctx, traversals, one);
      few('maximum', maximum + 1);
    }
    await traversals.populate?.takeBack();
  },
  follow: followLimited,
  candidates: limitedCandidates,
  mutants: limitedMutants,
} satisfies Family<Limited>;
