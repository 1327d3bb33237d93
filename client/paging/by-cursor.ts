/** Lists whose pages name the next one (document 2, Swap service, rule 1; document 3, Vault service, Paging). */
import { PagingError, type ReadPage } from './pages.ts';

/** A page that names the next one. */
export interface CursorPage<Item> {
  readonly items: readonly Item[] | null;
  readonly pagination: { readonly next_cursor: string; readonly has_next: boolean };
}

/**
 * Reads pages until one says that it is the last.
 *
 * @throws PagingError when a cursor comes back, which would never end
 */
export async function* byCursor<Item>(
  read: ReadPage,
  page: (data: unknown) => CursorPage<Item>,
): AsyncGenerator<Item, void, undefined> {
  const seen = new Set<string>();
  // Sent as it came: a cursor may have more digits than a JavaScript number holds.
  let query = {};
  for (;;) {
    const { items, pagination } = page(await read(query));
    yield* items ?? [];
    const { next_cursor: cursor, has_next: hasNext } = pagination;
    if (!hasNext) return;
    if (cursor === '' || seen.has(cursor)) {
      throw new PagingError(`cannot read the complete list: the server repeats the cursor "${cursor}"`);
    }
    seen.add(cursor);
    query = { cursor };
  }
}
