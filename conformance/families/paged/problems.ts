/** The problems of a traversal of a list, compared with a traversal that knows the whole list. Pure. */

import { type Breach, hintFor } from '../../core/judgement.ts';
import type { Page, PagedList } from '../../discovery/pages.ts';
import type { Sequence } from '../../discovery/sequence.ts';
import type { Problem } from '../../discovery/settled.ts';
import { type Exchange, isSuccess, outcomeText } from '../../model/exchange.ts';
import { excerpt } from '../../model/values/json.ts';
import { within } from '../../model/values/pointer.ts';
import { differences } from '../differences.ts';

/** Whether a rejection shows something about the request, not about the caller, the rate, or the server's health. */
function isRefusal(exchange: Exchange | null): exchange is Exchange {
  if (exchange === null || isSuccess(exchange) || exchange.outcome.kind === 'failure') return false;
  return exchange.outcome.status < 500 && hintFor(exchange) === undefined;
}

/** Prefix of the id of a repeated item. */
export const REPEATED = 'repeated ';

/** The page with an item. */
function pageWith(key: string, { pages }: Pick<Sequence, 'pages'>): Page | undefined {
  return pages.find(({ keys }) => keys.includes(key));
}

/** The other page that shows a problem. */
function beside(page: Page | undefined): Pick<Breach, 'other'> {
  return page === undefined ? {} : { other: page.exchange };
}

/** Something wrong with how the pages of a list follow each other. @param other the page that shows it by comparison */
function problem(
  list: PagedList,
  { exchange }: Page,
  id: string,
  expected: string,
  actual: string,
  other?: Page,
): Problem {
  const breach = { expected, actual, pointer: list.items, about: 'pages', exchange, ...beside(other) };
  return { aspect: 'continues', id, breach };
}

/** Items that are shown twice. */
export function repeated(list: PagedList, { pages }: Pick<Sequence, 'pages'>): readonly Problem[] {
  const seen = new Set<string>();
  for (const page of pages) {
    const { keys } = page;
    const index = keys.findIndex((key, place) => seen.has(key) || keys.indexOf(key) !== place);
    const [key] = keys.slice(index, index + 1);
    if (index >= 0 && key !== undefined) {
      const expected = `${list.noun} that no earlier page contains`;
      const earlier = pageWith(key, { pages });
      const first = earlier === page ? undefined : earlier;
      const { breach, ...found } = problem(list, page, `${REPEATED}${key}`, expected, `${key} is repeated`, first);
      return [{ ...found, breach: { ...breach, pointer: within(list.items, index) } }];
    }
    for (const one of keys) seen.add(one);
  }
  return [];
}

/** Whether the items that both know come in the same order. */
function isInOrder({ keys }: Sequence, { places }: Sequence): boolean {
  const known = keys.flatMap((key) => places.get(key) ?? []);
  return known.every((place, index) => index === 0 || place > (known[index - 1] ?? 0));
}

/** An item that a traversal missed, and the page that should have shown it. */
export interface Lost {
  readonly key: string;
  readonly page: Page;
}

/**
 * Whether a traversal claims to show the whole list: not if it stopped because a page reported the end and still has a
 * cursor.
 */
function isToTheEnd({ pages, ended }: Sequence): boolean {
  const last = pages.at(-1);
  return ended && last !== undefined && !(last.more === false && last.next !== '');
}

/** The first item that a traversal missed; null if it shows all, as far as it goes. */
export function firstLost(traversed: Sequence, whole: Sequence): Lost | null {
  const last = traversed.pages.at(-1);
  if (last === undefined || !isInOrder(traversed, whole)) return null;
  const placesOn = ({ keys }: Page) => keys.flatMap((key) => whole.places.get(key) ?? []);
  const reached = Math.max(-1, ...traversed.pages.flatMap(placesOn));
  const most = isToTheEnd(traversed) && traversed.keys.length > 0 ? whole.keys.length : reached;
  const key = whole.keys.find((one, place) => !traversed.places.has(one) && place < most);
  if (key === undefined) return null;
  const place = whole.places.get(key) ?? 0;
  return { key, page: traversed.pages.find((page) => placesOn(page).some((one) => one > place)) ?? last };
}

/** Without cursor and limit the list begins at its beginning. */
function startsLate(list: PagedList, [page]: readonly Page[], whole: Sequence): readonly Problem[] {
  if (page === undefined || whole.keys.length === 0) return [];
  const places = page.keys.flatMap((key) => whole.places.get(key) ?? []);
  const end = page.keys.length === 0 ? 1 : Math.max(0, ...places);
  const missing = whole.keys.slice(0, end).find((key) => !page.keys.includes(key));
  if (missing === undefined) return [];
  const expected = `the first page of ${list.noun}`;
  const actual = page.keys.length === 0 ? `no ${list.noun}` : `${missing} is missing`;
  const { exchange } = page;
  const other = beside(pageWith(missing, whole));
  const breach = { expected, actual, pointer: list.items, about: 'first', exchange, ...other };
  return [{ aspect: 'first', id: `first without ${missing}`, breach }];
}

function leftOut(list: PagedList, traversed: Sequence, whole: Sequence): readonly Problem[] {
  const lost = firstLost(traversed, whole);
  if (lost === null) return [];
  const { key, page } = lost;
  return [problem(list, page, `left out ${key}`, `all ${list.noun}`, `${key} is missing`, pageWith(key, whole))];
}

/** The items that the traversal of the whole list missed. */
function leftOutOfWhole(list: PagedList, traversed: Sequence, whole: Sequence): readonly Problem[] {
  const [page] = whole.pages;
  const known = traversed.keys.map((key) => whole.places.has(key));
  const most = isToTheEnd(whole) ? known.length : known.lastIndexOf(true);
  const key = traversed.keys.find((_, place) => known[place] === false && place < most);
  if (key === undefined || page === undefined || !known.includes(true) || !isInOrder(traversed, whole)) return [];
  const actual = `${key} is missing, although smaller pages contain it`;
  const other = pageWith(key, traversed);
  return [problem(list, page, `left out of the whole ${key}`, `all ${list.noun}`, actual, other)];
}

/** A page that was requested with the cursor of the page before, and rejected. */
function refused(list: PagedList, { pages, refusal: exchange }: Sequence): readonly Problem[] {
  if (pages.length === 0 || !isRefusal(exchange)) return [];
  const breach = { expected: `the next page of ${list.noun}`, actual: outcomeText(exchange), about: 'pages', exchange };
  return [{ aspect: 'continues', id: 'refused', breach }];
}

/** Another page is announced, and exists, but there is no cursor for it. */
function withoutCursor(list: PagedList, { pages }: Sequence, whole: Sequence): readonly Problem[] {
  const page = pages.find(({ more, next, keys }) => more === true && next === '' && isBefore(keys, whole));
  if (page === undefined || list.next === null) return [];
  const { exchange } = page;
  const breach = { expected: 'a cursor, since more follows', actual: 'none', pointer: list.next, exchange };
  return [{ aspect: 'continues', id: 'without cursor', breach }];
}

/** Whether some of the list comes after the last of these items. */
function isBefore(keys: readonly string[], { places, keys: all }: Sequence): boolean {
  const last = Math.max(-1, ...keys.map((key) => places.get(key) ?? -1));
  return last >= 0 && last < all.length - 1;
}

/** An item that differs between a page and the whole list, without members that change by themselves. */
function differing(list: PagedList, { pages }: Sequence, whole: Sequence): readonly Problem[] {
  const known = new Map(whole.pages.flatMap(({ keys, items }) => keys.map((key, index) => [key, items[index]])));
  for (const { keys, items, exchange } of pages) {
    for (const [index, item] of items.entries()) {
      const [difference] = differences(known.get(keys[index] ?? '') ?? {}, item);
      if (difference === undefined) continue;
      const { pointer, listed, alone } = difference;
      const expected = `${excerpt(listed)}, as on a page of another size`;
      const at = `${within(list.items, index)}${pointer}`;
      const against = list.operation;
      const other = beside(pageWith(keys[index] ?? '', whole));
      const breach = {
        expected,
        actual: excerpt(alone),
        pointer: at,
        against,
        about: 'shown otherwise',
        exchange,
        ...other,
      };
      return [{ aspect: 'continues', id: JSON.stringify([keys[index], pointer, listed, alone]), breach }];
    }
  }
  return [];
}

/** For a traversal by offset: an offset past the end may be rejected, and its unit may be open. */
export function offsetProblems(list: PagedList, traversed: Sequence, whole: Sequence): readonly Problem[] {
  return [...repeated(list, traversed), ...leftOut(list, traversed, whole), ...differing(list, traversed, whole)];
}

export function continuesProblems(list: PagedList, traversed: Sequence, whole: Sequence): readonly Problem[] {
  return [
    ...refused(list, traversed),
    ...withoutCursor(list, traversed, whole),
    ...repeated(list, traversed),
    ...leftOut(list, traversed, whole),
    ...leftOutOfWhole(list, traversed, whole),
    ...differing(list, traversed, whole),
  ];
}

/**
 * The problems of the traversal without cursor and limit. What its first page misses concerns that page; each further
 * page is judged by the one before.
 */
export function plainProblems(list: PagedList, traversed: Sequence, whole: Sequence): readonly Problem[] {
  const { refusal: exchange } = traversed;
  if (traversed.pages.length === 0 && isRefusal(exchange) && whole.pages.length > 0) {
    const breach = { expected: `the first page of ${list.noun}`, actual: outcomeText(exchange), exchange };
    return [{ aspect: 'first', id: 'first refused', breach }];
  }
  const late = startsLate(list, traversed.pages, whole);
  return late.length > 0 ? late : continuesProblems(list, traversed, whole);
}

/**
 * The last page with a limit, and without: both begin with the same item. Except if a cursor counts pages, as the same
 * cursor with another limit shows, which is sent between them when all is repeated.
 */
export function beginsAlike(list: PagedList, { pages, refusal }: Sequence): readonly Problem[] {
  const [first, plain] = [pages[0], pages.at(-1)];
  const isSized = pages.slice(0, -1).some(({ keys }) => keys[0] !== first?.keys[0]);
  const [key] = first?.keys ?? [];
  if (refusal !== null || isSized || plain === undefined || key === undefined || plain.keys[0] === key) return [];
  const [expected, actual] = [`${key} first, as with a limit`, plain.keys[0] ?? `no ${list.noun}`];
  return [problem(list, plain, `begins otherwise with ${actual}`, expected, actual, first)];
}

/** A page that gives no cursor, although more comes after it. */
export function endsEarly(list: PagedList, { pages }: Sequence, whole: Sequence): readonly Problem[] {
  return pages.flatMap((page): Problem[] => {
    const { next, keys } = page;
    if (next !== '' || !isBefore(keys, whole)) return [];
    const lost = whole.keys[Math.max(...keys.map((key) => whole.places.get(key) ?? -1)) + 1] ?? '';
    return [problem(list, page, `left out ${lost}`, `all ${list.noun}`, `${lost} is missing`, pageWith(lost, whole))];
  });
}

/** The index of a page in the list; null if unknown. */
export function standingOf({ keys, next }: Page, whole: Sequence): 'middle' | 'end' | null {
  const last = Math.max(-1, ...keys.map((key) => whole.places.get(key) ?? -1));
  // Of nothing there is one page.
  if (last < 0) return whole.keys.length + keys.length === 0 && next === '' ? 'end' : null;
  if (last < whole.keys.length - 1) return 'middle';
  // What comes after the last item that was seen is unknown unless the list was seen to its end.
  return whole.ended ? 'end' : null;
}

function wrongMore(list: PagedList, page: Page, whole: Sequence): Problem | null {
  const { more, next, exchange } = page;
  const standing = standingOf(page, whole);
  if (standing === null || more === null || list.more === null || more === (standing === 'middle')) return null;
  // Where the server gives no cursor either, it takes the list to be at its end: then items are left out.
  if (!more && next === '') return null;
  const expected = more ? 'false, since nothing comes after this page' : 'true, since more comes after this page';
  const breach = { expected, actual: String(more), pointer: list.more, about: expected, exchange };
  return { aspect: 'more', id: `${expected} ${page.keys.at(-1)}`, breach };
}

/**
 * Whether another page exists, as each page reports it: in the middle, at the end, and if the last page is just full.
 */
export function moreProblems(list: PagedList, { pages }: Sequence, whole: Sequence): readonly Problem[] {
  return pages.flatMap((page) => wrongMore(list, page, whole) ?? []);
}
