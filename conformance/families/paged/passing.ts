/** Traversals by other clients, assembled from watched exchanges. */

import type { SuiteContext } from '../../core/context.ts';
import type { Page, PagedList } from '../../discovery/pages.ts';
import { type ApiModel, operationOf } from '../../model/document/api.ts';
import { type Exchange, queryOf } from '../../model/exchange.ts';
import { Recent } from '../../model/recent.ts';
import { isBetween, kept, type Span } from '../kept.ts';

/**
 * The number of lists that are remembered, of first pages for each, of later traversals for each, and of pages for
 * each.
 */
const MOST_LISTS = 32;
const MOST_FIRSTS = 3;
const MOST_TRAVERSALS = 4;
const MOST_PAGES = 5;

/** A page with more items than this is not remembered. */
const MOST_KEYS = 100;

interface Traversal {
  readonly began: number;
  at: number;
  readonly pages: Page[];
  refusal: Exchange | null;
}

/** A first page, and the traversals that began since. */
interface First extends Span {
  readonly limit: string;
  readonly page: Page;
  traversals: readonly Traversal[];
}

interface Known {
  firsts: readonly First[];
  /** Traversals, by the cursor or offset that continues them. */
  readonly going: Recent<Traversal>;
}

/** A traversal between two equal first pages. */
export interface Enclosed {
  readonly first: Page;
  readonly pages: readonly Page[];
  readonly refusal: Exchange | null;
  /** It was requested without a limit. */
  readonly isPlain: boolean;
}

/** What distinguishes lists: the caller and the inputs, without those of the page. */
export function listKey(list: PagedList, api: ApiModel, exchange: Exchange, caller: string): string {
  const { parameters } = operationOf(api, list.operation);
  const query = [...queryOf(exchange)].filter(([name]) => name !== list.cursor && name !== list.limit).sort();
  const names = new Set(parameters.filter((one) => one.in === 'header').map(({ name }) => name.toLowerCase()));
  const headers = Object.entries(exchange.headers).filter(([name]) => names.has(name.toLowerCase()));
  return JSON.stringify([caller, new URL(exchange.url).pathname, query, headers, exchange.requestBody]);
}

/** A page without long values. */
export function slim(page: Page): Page {
  return { ...page, items: [], exchange: kept(page.exchange) };
}

function isSamePage(one: Page, other: Page): boolean {
  const isSameEnd = one.next === other.next && one.more === other.more;
  return isSameEnd && one.keys.length === other.keys.length && one.keys.every((key, at) => key === other.keys[at]);
}

/** The inputs of the next page; empty if there is none. */
function goesOn(list: PagedList, page: Page, offset: string): string {
  if (list.by === 'offset') return page.keys.length === 0 ? '' : String(Number(offset || 0) + page.keys.length);
  return page.more === false ? '' : page.next;
}

export class Traversals {
  readonly #list: PagedList;
  readonly #api: ApiModel;
  readonly #known = new Recent<Known>(MOST_LISTS);

  constructor(list: PagedList, { api }: Pick<SuiteContext, 'api'>) {
    this.#list = list;
    this.#api = api;
  }

  /**
   * Takes a response of the operation.
   * @param page null if it was rejected.
   * @returns the traversals since an equal first page: the list was not changed meanwhile.
   */
  take(exchange: Exchange, page: Page | null, span: Span, caller: string): readonly Enclosed[] {
    const key = listKey(this.#list, this.#api, exchange, caller);
    const known = this.#known.get(key) ?? { firsts: [], going: new Recent<Traversal>(MOST_TRAVERSALS * MOST_FIRSTS) };
    this.#known.set(key, known);
    const cursor = queryOf(exchange).get(this.#list.cursor) ?? '';
    const isFirst = cursor === '' || (this.#list.by === 'offset' && cursor === '0');
    if (page !== null && page.keys.length > MOST_KEYS) return [];
    if (isFirst) return page === null ? [] : this.#begin(known, page, span);
    const traverse = known.going.get(cursor);
    known.going.delete(cursor);
    if (traverse === undefined || traverse.pages.length >= MOST_PAGES || span.began < traverse.at) return [];
    traverse.at = span.at;
    if (page === null) traverse.refusal = kept(exchange);
    else {
      traverse.pages.push(slim(page));
      const next = goesOn(this.#list, page, cursor);
      if (next !== '') known.going.set(next, traverse);
    }
    return [];
  }

  #begin(known: Known, page: Page, span: Span): readonly Enclosed[] {
    const limit = this.#list.limit === null ? '' : (queryOf(page.exchange).get(this.#list.limit) ?? '');
    const before = known.firsts.find((one) => one.limit === limit);
    const isSame = before !== undefined && isSamePage(before.page, page);
    const enclosed = !isSame
      ? []
      : before.traversals
          .filter((traverse) => isBetween(before, traverse, span))
          .map(({ pages, refusal }) => this.#enclosed(before.page, pages, refusal));
    const traverse: Traversal = { began: span.at, at: span.at, pages: [slim(page)], refusal: null };
    const { began, at } = span;
    const first: First = { limit, page: slim(page), traversals: [], began, at };
    known.firsts = [first, ...known.firsts.filter((one) => one !== before)].slice(0, MOST_FIRSTS);
    for (const one of known.firsts) one.traversals = [traverse, ...one.traversals].slice(0, MOST_TRAVERSALS);
    const next = goesOn(this.#list, page, '0');
    if (next !== '') known.going.set(next, traverse);
    return enclosed;
  }

  #enclosed(first: Page, pages: readonly Page[], refusal: Exchange | null): Enclosed {
    const [page] = pages;
    const { limit } = this.#list;
    const isPlain = page !== undefined && (limit === null || !queryOf(page.exchange).has(limit));
    return { first, pages, refusal, isPlain };
  }
}
