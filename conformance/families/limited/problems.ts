/** Pages that are cut short although there is more. Pure. */

import type { Population } from '../../core/context.ts';
import type { Breach } from '../../core/judgement.ts';
import type { Page, PagedList } from '../../discovery/pages.ts';
import type { Sequence } from '../../discovery/sequence.ts';
import type { Problem } from '../../discovery/settled.ts';
import type { Subject, Traversals } from '../../discovery/traversal.ts';
import { queryOf } from '../../model/exchange.ts';
import { firstLost } from '../paged/problems.ts';

/** The limit that a page was asked for with; null where there was none, or none that a page can be held to. */
export function limitOf(parameter: string | null | undefined, { exchange }: Pick<Page, 'exchange'>): number | null {
  const text = parameter === null || parameter === undefined ? null : queryOf(exchange).get(parameter);
  return text !== null && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null;
}

function problem(list: PagedList, { exchange, keys }: Page, expected: string, id: string): Problem {
  const actual = keys.length === 0 ? `no ${list.noun}` : `${keys.length} ${list.noun}`;
  const breach = { expected, actual, pointer: list.items, about: 'filled', exchange };
  return { aspect: 'filled', id, breach };
}

/** An empty page whose own answer says that there are more. */
export function emptyProblem(list: PagedList, page: Page): Problem {
  const expected = `at least one of the ${list.noun}, since the response says that there are more`;
  return problem(list, page, expected, 'empty alone');
}

/** An empty page before the end of the list. */
function empty(list: PagedList, { pages }: Sequence, whole: Sequence): readonly Problem[] {
  const index = pages.findIndex(({ keys }) => keys.length === 0);
  const [page] = pages.slice(index, index + 1);
  if (index < 0 || page === undefined) return [];
  const shown = new Set(pages.slice(0, index).flatMap(({ keys }) => keys));
  const missing = whole.keys.find((key) => !shown.has(key));
  if (missing === undefined) return [];
  return [problem(list, page, `at least one of the ${list.noun}, since ${missing} is still missing`, 'empty')];
}

/** A page that holds fewer than its limit, behind which something is missing. */
function cutShort(list: PagedList, traversed: Sequence, whole: Sequence): readonly Problem[] {
  const lost = firstLost(traversed, whole);
  if (lost === null) return [];
  const place = whole.places.get(lost.key) ?? 0;
  const before = traversed.pages.filter(({ keys }) => keys.every((key) => (whole.places.get(key) ?? 0) < place)).at(-1);
  const page = before ?? lost.page;
  const limit = limitOf(list.limit, page);
  if (limit === null || page.keys.length === 0 || page.keys.length >= limit) return [];
  const expected = `${limit} ${list.noun}, or a next page with ${lost.key}`;
  return [problem(list, page, expected, `cut short before ${lost.key}`)];
}

/** Of a list whose pages follow each other: together they must bring everything, however short each is. */
export function pagesProblems(
  { list }: Pick<Subject, 'list'>,
  traversed: Sequence,
  whole: Sequence,
): readonly Problem[] {
  const found = empty(list, traversed, whole);
  return found.length > 0 ? found : cutShort(list, traversed, whole);
}

/**
 * A first page that holds fewer than a full one with another limit, although there is more: of a list whose pages follow
 * each other nothing is lost by it, but a limit that is read otherwise than it is written shows so. What a server gives
 * without a limit, it may also give for one that it finds too large.
 */
export function lessForMore({ list, others }: Traversals): Breach | null {
  const firsts = others.flatMap(({ traversed }) => traversed.pages.slice(0, 1));
  const usual = firsts.find((page) => limitOf(list.limit, page) === null)?.keys.length;
  const isFull = (page: Page) => page.keys.length === limitOf(list.limit, page);
  const full = Math.max(0, ...firsts.filter(isFull).map(({ keys }) => keys.length));
  for (const page of firsts) {
    const most = Math.min(full, limitOf(list.limit, page) ?? 0);
    if (page.keys.length >= most || page.keys.length === usual || page.more === false) continue;
    const expected = `at least ${most} ${list.noun}, since ${list.limit}=${full} returns ${full}`;
    return problem(list, page, expected, 'less for more').breach;
  }
  return null;
}

/**
 * How many items an answer can hold, as far as is known: as many as the longest, and up to the maximum, where one is
 * declared, what was put into the list. Where some of that is found all of it is, since it is alike.
 */
function availableIn({ maximum }: PagedList, { keys }: Page, populate: Population | undefined): number {
  const found = keys.filter((key) => populate?.names.has(key) === true).length;
  const known = found > 1 && maximum !== null ? Math.min(populate?.count ?? 0, maximum) : 0;
  return Math.max(keys.length, known);
}

/** Of a list without further pages: what an answer can hold is known from the longest. */
export function answerProblems(
  { list, populate }: Pick<Subject, 'list' | 'populate'>,
  { pages: [page] }: Sequence,
  { pages: [longest] }: Sequence,
): readonly Problem[] {
  if (page === undefined || longest === undefined) return [];
  const limit = limitOf(list.limit, page);
  const available = availableIn(list, longest, populate);
  if (limit === null || page.keys.length >= Math.min(limit, available)) return [];
  const expected = `${Math.min(limit, available)} ${list.noun}, since there are ${available}`;
  return [problem(list, page, expected, `short of ${limit}`)];
}
