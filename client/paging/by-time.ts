/** Lists with pages that begin at a moment (document 1, transactions of the lending service). */
import { MOST_AT_ONE_TIME } from '../values/limits.ts';
import { itemsAt, malformed, PagingError, type Reading, type Row } from './pages.ts';

/** An item with a time. */
interface Event extends Row {
  readonly created_at: string;
}

const incomplete = (why: string) => new PagingError(`cannot read the complete list: ${why}`);

/**
 * Reads pages, each from the time of the last item of the previous page, until one contains nothing new. The documents
 * do not say whether items with that time belong to the page, nor how long a page may be. Therefore a repeated item is
 * returned once, and a short page does not count as the last.
 * @throws PagingError when one time has more items than fit on a page, or the times go back or never advance
 */
export async function* byTime<Item extends Event>(reading: Reading): AsyncGenerator<readonly Item[], void, undefined> {
  const ids = new Set<Row['id']>();
  let query: { offset?: string; limit?: string } = {};
  for (;;) {
    const items = itemsAt<Item>(reading, await reading.read(query), []);
    const timeless = items.findIndex(({ created_at }) => typeof created_at !== 'string');
    if (timeless >= 0) throw malformed(reading, `${timeless}.created_at`, 'a text');
    const fresh = items.filter(({ id }) => !ids.has(id) && ids.add(id));
    yield fresh;
    const last = items.at(-1);
    if (last === undefined) return;
    const { offset } = query;
    reading.progress(last.created_at !== offset);
    if (fresh.length > 0) {
      query = { ...query, offset: last.created_at };
      continue;
    }
    if (last.created_at !== offset) throw incomplete(`after ${offset} comes ${last.created_at} again`);
    const requested = Number(query.limit ?? reading.query['limit'] ?? MOST_AT_ONE_TIME);
    if (items.length < requested || items[0]?.created_at !== last.created_at) return;
    // A full page of items with the same time: a longer page may reach beyond it.
    if (requested >= MOST_AT_ONE_TIME)
      throw incomplete(`more than ${MOST_AT_ONE_TIME} items have the time ${last.created_at}`);
    query = { ...query, limit: String(Math.min(MOST_AT_ONE_TIME, requested * 2)) };
  }
}
