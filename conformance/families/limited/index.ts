/** Answers that hold at most so many items: `limited`. */

import { isAnswerOf } from '../../core/answers.ts';
import type { Talk } from '../../core/context.ts';
import type { Family } from '../../core/family.ts';
import { broken, pass, warn } from '../../core/judgement.ts';
import { askPage, pagedListOf, pageOf } from '../../discovery/pages.ts';
import { isAsLong, type Sequence, sequenceWith } from '../../discovery/sequence.ts';
import { type Problem, type Settled, settled } from '../../discovery/settled.ts';
import { type Walks, walkAgain, walkByNumber, walksOf, wholeOf } from '../../discovery/traversal.ts';
import type { Input } from '../../model/input.ts';
import { isUndisputed, judgedOf, tooShort, unread } from '../undecided.ts';
import { besidesOf } from './besides.ts';
import type { Limited } from './declared.ts';
import { followLimited } from './follow.ts';
import { limitedFaults } from './mutants.ts';
import { answerProblems, lessForMore, limitOf, pagesProblems } from './problems.ts';

/** Walks whose pages are cut short for certain. */
async function findShort(talk: Talk, walks: Walks): Promise<Settled> {
  const { list, whole, others } = walks;
  const problemsOf = list.by === null ? answerProblems : pagesProblems;
  const wholeAgain = () => wholeOf(talk, walks);
  const look = (walked: Sequence, again: () => Promise<Sequence>) =>
    settled({
      ...{ walked, whole, again, wholeAgain, ...(list.by === null ? { isStill: isAsLong } : {}) },
      problemsOf: (one, beside) => problemsOf(walks, one, beside),
    });
  const doubtful: string[] = [];
  const first = await look(whole, wholeAgain);
  if (first.problems.length > 0) return first;
  for (const { walk, walked } of others) {
    const found = await look(walked, () => walkAgain(talk, walks, walk));
    if (found.problems.length === 0) doubtful.push(...found.doubtful);
    else if (list.by !== 'offset') return found;
    else {
      // An offset may count pages.
      const numbered = () => walkByNumber(talk, walks, walk.limit ?? 1);
      const { problems } = await look(await numbered(), numbered);
      if (problems.length > 0) return found;
    }
  }
  return { problems: [], doubtful };
}

/** Whether the limit of some page was smaller than the list. */
function isCut({ list, whole, others }: Walks): boolean {
  const pages = others.flatMap(({ walked }) => walked.pages);
  return pages.some((page) => (limitOf(list.limit, page) ?? whole.keys.length) < whole.keys.length);
}

/** One page with a limit, or with none, and what is asked beside it. */
async function pageWith(
  talk: Talk,
  { list, input: own, credentials }: Walks,
  limit: number | undefined,
  beside: Input['query'] = {},
): Promise<Sequence> {
  const input = { ...own, query: { ...own.query, ...beside } };
  const asked = limit === undefined ? 'without a limit' : `limit ${limit}`;
  const options = { label: `${asked}, one page`, credentials, intent: 'open' } as const;
  const exchange = await askPage(talk, list, input, limit === undefined ? {} : { limit }, options);
  return sequenceWith({ ...list, by: null }, exchange);
}

/** Without a limit the answer is that of the default. */
async function findFewer(talk: Talk, walks: Walks, usual: number): Promise<Settled> {
  const { list } = walks;
  const problemsOf = ({ pages: [page] }: Sequence, { pages: [full] }: Sequence): readonly Problem[] => {
    if (page === undefined || full === undefined || page.keys.length >= full.keys.length) return [];
    if (full.keys.length > usual) return [];
    const expected = `${full.keys.length} ${list.noun}, as many as with ${list.limit}=${usual}`;
    const { exchange, keys } = page;
    const breach = { expected, actual: String(keys.length), pointer: list.items, about: 'default', exchange };
    return [{ aspect: 'default', id: 'fewer', breach }];
  };
  const wholeAgain = () => pageWith(talk, walks, usual);
  const again = () => pageWith(talk, walks, undefined);
  const first = { walked: await again(), whole: await wholeAgain() };
  return settled({ ...first, problemsOf, again, wholeAgain, isStill: isAsLong });
}

/** Limits beyond the maximum; they may be refused. */
function beyond(maximum: number): readonly number[] {
  return [maximum, maximum + 1, 2_147_483_647];
}

/** The aspect that an answer shows something of, and how many items it may hold at most. */
function boundsOf({ limit, default: usual, maximum }: Limited, asked: number | null, isAsked: boolean) {
  return [
    ...(limit !== undefined && asked !== null ? [{ aspect: 'at-most', most: asked, why: `${limit} is ${asked}` }] : []),
    ...(usual !== undefined && !isAsked ? [{ aspect: 'default', most: usual, why: 'the request sets no limit' }] : []),
    ...(maximum !== undefined ? [{ aspect: 'maximum', most: maximum, why: 'that is the maximum' }] : []),
  ];
}

export default {
  name: 'limited',
  watch(declared, exchange, { api }, say) {
    const { operation, limit } = declared;
    const list = isAnswerOf(exchange, operation) ? pagedListOf(api, operation) : null;
    const page = list === null ? null : pageOf(list, exchange);
    if (list === null || page === null) return;
    const isAsked = limit !== undefined && new URL(exchange.url).searchParams.has(limit);
    const count = page.items.length;
    for (const { aspect, most, why } of boundsOf(declared, limitOf(limit, page), isAsked)) {
      // Where fewer are there, nothing had to be cut off.
      if (count === most) say(aspect, pass);
      if (count <= most) continue;
      const expected = `at most ${most} ${list.noun}, since ${why}`;
      say(aspect, broken({ expected, actual: String(count), pointer: list.items, about: aspect, exchange }));
    }
  },
  async check(declared, talk, say) {
    const { operation, limit, default: usual, maximum, rules } = declared;
    const walks = await walksOf(talk, operation);
    if ('refusal' in walks) {
      for (const { aspect } of rules) say(aspect, unread(operation, walks));
      return;
    }
    const { list, whole } = walks;
    const few = (aspect: string, enough: number) => say(aspect, tooShort(list, whole.keys.length, enough));
    if (limit !== undefined) {
      const found = await findShort(talk, walks);
      const less = lessForMore(walks);
      say('filled', ...judgedOf(list, found, []));
      if (isUndisputed(found) && whole.keys.length < 2) few('filled', 2);
      else if (isUndisputed(found)) say('filled', less === null ? pass : warn(less));
      for (const { name, value } of besidesOf(talk.scene.api, list)) await pageWith(talk, walks, 1, { [name]: value });
      // What passed by was judged as it passed.
      if (isCut(walks)) say('at-most', pass);
      else few('at-most', 2);
    }
    if (usual !== undefined) {
      if (limit !== undefined) say('default', ...judgedOf(list, await findFewer(talk, walks, usual), []));
      few('default', usual + 1);
    }
    if (maximum !== undefined) {
      for (const one of limit === undefined ? [] : beyond(maximum)) await pageWith(talk, walks, one);
      few('maximum', maximum + 1);
    }
    await walks.stock?.takeBack();
  },
  follow: followLimited,
  faults: limitedFaults,
} satisfies Family<Limited>;
