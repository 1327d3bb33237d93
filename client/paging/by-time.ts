/** Lists whose pages begin at a moment (document 1, transactions of the lending service). */
import { PagingError, type ReadPage } from './pages.ts';

/** Something that happened. */
interface Event {
  readonly id: number;
  readonly created_at: string;
}

/** A list as it stands in the answer. */
export interface TimePage<Item> {
  readonly items: readonly Item[] | null;
}

/** The documented default of `limit`; more is not known to be possible. */
const MOST = 500;

/**
 * Reads pages, each from the moment of the last item of the page before, until one brings nothing new. Whether that
 * moment belongs to the page, and how long a page may be, the documents leave open: so an item that comes again is
 * given once, and a short page is not taken for the last.
 *
 * @param limit items a page, where the call says so
 * @throws PagingError when more happened at one moment than fits on a page
 */
export async function* byTime<Item extends Event>(
  read: ReadPage,
  page: (data: unknown) => TimePage<Item>,
  limit?: number,
): AsyncGenerator<Item, void, undefined> {
  let seen = new Set<number>();
  let query: { offset?: string; limit?: string } = {};
  for (;;) {
    const items = page(await read(query)).items ?? [];
    const fresh = items.filter(({ id }) => !seen.has(id));
    yield* fresh;
    const last = items.at(-1);
    if (last === undefined) return;
    if (fresh.length === 0) {
      // A full page of one moment: a longer page may reach beyond it.
      const asked = Number(query.limit ?? limit ?? MOST);
      if (items.length < asked || items.some(({ created_at }) => created_at !== last.created_at)) return;
      if (asked >= MOST)
        throw new PagingError(
          `cannot read the complete list: more than ${MOST} items have the time ${last.created_at}`,
        );
      query = { ...query, limit: String(Math.min(MOST, asked * 2)) };
      continue;
    }
    seen = new Set(items.map(({ id }) => id));
    query = { ...query, offset: last.created_at };
  }
}
