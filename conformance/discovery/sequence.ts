/** The result of a traversal: the items, their order, and whether the list was complete. */
import { type Exchange, queryOf } from '../model/exchange.ts';
import { type Page, type PagedList, pageOf, type Traversed } from './pages.ts';

export interface Sequence {
  readonly pages: readonly Page[];
  /** The distinct keys of the items, in the order of their first appearance. */
  readonly keys: readonly string[];
  /** Place of each. */
  readonly places: ReadonlyMap<string, number>;
  /** No items follow, as far as the server shows. */
  readonly ended: boolean;
  readonly refusal: Traversed['refusal'];
}

/**
 * The pages without a last one that repeats only known items: a server that does not report whether another page exists
 * may return its last page any number of times.
 */
function withoutRepeatedEnd(pages: readonly Page[]): readonly Page[] {
  const [before, last] = [pages.at(-2), pages.at(-1)];
  if (before === undefined || last === undefined || before.more !== null || last.keys.length === 0) return pages;
  const isSame = last.next === before.next && last.keys.every((key) => before.keys.includes(key));
  return isSame ? pages.slice(0, -1) : pages;
}

/** Whether a list without pages may hold more: its answer is as long as it may be. */
function isCut({ limit, maximum }: PagedList, { keys, exchange }: Page): boolean {
  const request = limit === null ? null : queryOf(exchange).get(limit);
  return [request, maximum].some((most) => most !== null && most !== undefined && keys.length >= Number(most));
}

/** Whether a rejected page lies past the end: the page before it is not full. */
function liesBeyond({ by, limit }: PagedList, pages: readonly Page[], refusal: Exchange): boolean {
  const [first, last] = [pages[0], pages.at(-1)];
  if (by === 'cursor' || first === undefined || last === undefined || refusal.outcome.kind === 'failure') return false;
  const request = Number((limit !== null && queryOf(last.exchange).get(limit)) || 0);
  const full = pages.length > 1 ? first.keys.length : request;
  return [400, 404, 416, 422].includes(refusal.outcome.status) && last.keys.length < full;
}

function hasEnded(list: PagedList, { pages, refusal }: Traversed, isRepeated: boolean): boolean {
  const { by } = list;
  const last = pages.at(-1);
  if (last === undefined) return false;
  if (refusal !== null) return liesBeyond(list, pages, refusal);
  if (by === null) return !isCut(list, last);
  if (isRepeated || last.keys.length === 0) return true;
  return by === 'cursor' && (last.next === '' || last.more === false);
}

export function sequenceOf(list: PagedList, traversed: Traversed): Sequence {
  const pages = withoutRepeatedEnd(traversed.pages);
  const keys = [...new Set(pages.flatMap((page) => page.keys))];
  return {
    pages,
    keys,
    places: new Map(keys.map((key, place) => [key, place])),
    ended: hasEnded(list, traversed, pages.length < traversed.pages.length),
    refusal: traversed.refusal,
  };
}

/** One page after those before it, as a traversal; without a page in the response, it counts as rejected. */
export function sequenceWith(list: PagedList, exchange: Exchange, before: readonly Page[] = []): Sequence {
  const page = pageOf(list, exchange);
  return sequenceOf(list, page ? { pages: [...before, page], refusal: null } : { pages: before, refusal: exchange });
}

/** Whether two traversals have equally many items: enough for an order that is not documented. */
export function isAsLong(left: Sequence, right: Sequence): boolean {
  return left.keys.length === right.keys.length;
}

/** Whether two traversals have the same items in the same order. */
export function isSame(left: Sequence, right: Sequence): boolean {
  return left.keys.length === right.keys.length && left.keys.every((key, place) => key === right.keys[place]);
}
