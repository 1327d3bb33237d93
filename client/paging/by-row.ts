/** Lists whose pages begin at a row (document 2, Comment service). */
import { count, itemsAt, memberAt, type Place, type Reading, type Row } from './pages.ts';

/** Where a page has its items, and how many rows the whole list has. */
export interface RowPlaces {
  readonly items: Place;
  readonly total: Place;
}

/**
 * Reads pages until all rows are read or a page is empty. What moves to the next page while the list is read, because
 * something new came in before it, is given once.
 *
 * @throws PagingError when too many pages bring nothing new
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
    const fresh = items.filter(({ id }) => !ids.has(id));
    for (const { id } of fresh) ids.add(id);
    yield fresh;
    offset += items.length;
    if (items.length === 0 || offset >= total) return;
    reading.progress(fresh.length > 0);
  }
}
