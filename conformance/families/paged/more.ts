/** Whether another page exists, as each page tells it: in the middle, at the end, and where the last page is just full. */
import type { Page, PagedList } from '../../find/pages.ts';
import type { Sequence } from '../../find/sequence.ts';
import type { Problem } from '../../find/settled.ts';

/** Where a page stands in the list; null where that is not known. */
export function standingOf({ keys, next }: Page, whole: Sequence): 'middle' | 'end' | null {
  const last = Math.max(-1, ...keys.map((key) => whole.places.get(key) ?? -1));
  // Of nothing there is one page.
  if (last < 0) return whole.keys.length + keys.length === 0 && next === '' ? 'end' : null;
  if (last < whole.keys.length - 1) return 'middle';
  // What comes after the last item that was seen is unknown unless the list was seen to its end.
  return whole.ended ? 'end' : null;
}

function problem(list: PagedList, page: Page, whole: Sequence): Problem | null {
  const { more, next, exchange } = page;
  const standing = standingOf(page, whole);
  if (standing === null || more === null || list.more === null || more === (standing === 'middle')) return null;
  // Where the server gives no cursor either, it takes the list to be at its end: then items are left out.
  if (!more && next === '') return null;
  const expected = more ? 'false, since nothing comes after this page' : 'true, since more comes after this page';
  const breach = { expected, actual: String(more), pointer: list.more, about: expected, exchange };
  return { aspect: 'more', id: `${expected} ${page.keys.at(-1)}`, breach };
}

export function moreProblems(list: PagedList, { pages }: Sequence, whole: Sequence): readonly Problem[] {
  return pages.flatMap((page) => problem(list, page, whole) ?? []);
}
