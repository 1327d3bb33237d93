/** Lists with pages that begin at a row (document 2, Comment service). */
import { count, itemsAt, memberAt, type Place, type Reading, type Row } from './pages.ts';

/** The places of a page's items and of the number of rows in the whole list. */
export interface RowPlaces {
  readonly items: Place;
  readonly total: Place;
}

/**
 * Reads pages until all rows are read or a page is empty. When a new row moves an item to the next page during the
 * traversal, the item is returned only once.
 * @throws PagingError when too many pages contain nothing new
 */
export async function* byRow<Item extends Row>(
  reading: Reading,
  places: RowPlaces,
): AsyncGenerator<readonly Item[], void, undefined> {
  const ids = new Set<Row['id']>();
  for (let offset = Number(reading.query['offset'] ?? 0); ; ) {
    const page = await reading.read({ offset });
    const items = itemsAt<Item>(reading, page, places.items);
    const total = memberAt(reading, page, places.total, count);
    const fresh = items.filter(({ id }) => !ids.has(id) && ids.add(id));
    yield fresh;
    offset += items.length;
    if (items.length === 0 || offset >= total) return;
    reading.progress(fresh.length > 0);
  }
}
