/** Pages that are cut short although there is more. Pure. */

import type { Population } from '../../core/context.ts';
import type { Breach } from '../../core/judgement.ts';
import type { Page, PagedList } from '../../discovery/pages.ts';
import type { Sequence } from '../../discovery/sequence.ts';
import type { Problem } from '../../discovery/settled.ts';
import type { Subject, Traversals } from '../../discovery/traversal.ts';
import { queryOf } from '../../model/exchange.ts';
import { firstLost } from '../paged/problems.ts';

/** The limit of a page's request; null if it has none, or none that demands anything. */
export function limitOf(parameter: string | null | undefined, { exchange }: Pick<Page, 'exchange'>): number | null {
  const text = parameter === null || parameter === undefined ? null : queryOf(exchange).get(parameter);
  return text !== null && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null;
}

function problem(list: PagedList, { exchange, keys }: Page, expected: string, id: string): Problem {
  const actual = keys.length === 0 ? `no ${list.noun}` : `${keys.length} ${list.noun}`;
  const breach = { expected, actual, pointer: list.items, about: 'filled', exchange };
  return { aspect: 'filled', id, breach };
}

/** An empty page with a response that reports more items. */
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

/** A page below its limit, after which an item is missing. */
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

/** Of a paged list: together, the pages must return all items, however short each is. */
export function pagesProblems(
  { list }: Pick<Subject, 'list'>,
  traversed: Sequence,
  whole: Sequence,
): readonly Problem[] {
  const found = empty(list, traversed, whole);
  return found.length > 0 ? found : cutShort(list, traversed, whole);
}

/**
 * A first page that is shorter than a full one with another limit, although there are more items: nothing is lost, but
 * it shows that the server misread the limit. A page as long as one without a limit is allowed, since a server may
 * lower a limit that is too large.
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
 * The number of items that a response can hold, as far as known: as many as the longest, and up to the declared maximum
 * the items that were added. If some of them are found, all are, since they are alike.
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
