/** Lists whose pages begin at a row (document 2, Comment service). */
import type { ReadPage } from './pages.ts';

/** A page, and how many rows the whole list has. */
export interface RowPage<Item> {
  readonly items: readonly Item[] | null;
  readonly total: number;
}

/**
 * Reads pages until all rows are read or a page is empty. What moves to the next page while the list is read, because
 * something new came in before it, is given once.
 *
 * @param first the row that the first page begins at
 */
export async function* byRow<Item extends { readonly id: number }>(
  read: ReadPage,
  page: (data: unknown) => RowPage<Item>,
  first: number,
): AsyncGenerator<Item, void, undefined> {
  const seen = new Set<number>();
  for (let offset = first; ; ) {
    const { items, total } = page(await read({ offset }));
    for (const item of items ?? []) {
      if (seen.has(item.id)) continue;
      seen.add(item.id);
      yield item;
    }
    offset += items?.length ?? 0;
    if (!items?.length || offset >= total) return;
  }
}
