/** Lists with a cursor to the next page (document 2, Swap service, rule 1; document 3, Vault service, Paging). */
import { flag, itemsAt, memberAt, PagingError, type Place, type Reading, type Row, text } from './pages.ts';

/** The places of a page's items and of its next cursor. */
export interface CursorPlaces {
  readonly items: Place;
  readonly next: Place;
  readonly more: Place;
}

/**
 * Reads pages until one is marked as the last.
 * @throws PagingError when a cursor repeats, or too many pages contain nothing new
 */
export async function* byCursor<Item extends Row>(
  reading: Reading,
  places: CursorPlaces,
): AsyncGenerator<readonly Item[], void, undefined> {
  const cursors = new Set<string>();
  const ids = new Set<Row['id']>();
  // Sent as received: a cursor may have more digits than a JavaScript number can hold.
  let query = {};
  for (;;) {
    const page = await reading.read(query);
    const items = itemsAt<Item>(reading, page, places.items);
    const hasNext = memberAt(reading, page, places.more, flag);
    const cursor = hasNext ? memberAt(reading, page, places.next, text) : '';
    yield items;
    if (!hasNext) return;
    if (cursor === '' || cursors.has(cursor)) {
      throw new PagingError(`cannot read the complete list: the server repeats the cursor "${cursor}"`);
    }
    cursors.add(cursor);
    const known = ids.size;
    for (const { id } of items) ids.add(id);
    reading.progress(ids.size > known);
    query = { cursor };
  }
}
