/** Reads lists page by page, as their operation declares it. */

import type { CheckContext } from '../core/context.ts';
import { nextIn, parameterIn } from '../model/addresses.ts';
import { type CallOptions, callOf } from '../model/call.ts';
import { type ApiModel, operationOf } from '../model/document/api.ts';
import { declaredAt, itemsIn, type List, listOf } from '../model/document/lists.ts';
import { type CredentialUse, type Exchange, type Intent, successJson } from '../model/exchange.ts';
import type { Input } from '../model/input.ts';
import type { JsonObject } from '../model/values/json.ts';
import { valueAt } from '../model/values/pointer.ts';
import { once } from './memo.ts';

/** A list, and how its next page is requested; `by` is null if its responses are not paged. */
export interface PagedList extends List {
  readonly by: 'cursor' | 'offset' | 'page' | null;
  /** The parameter that takes the cursor, the offset or the number of the page. */
  readonly cursor: string;
  /** The parameter that takes how many items a page holds at most. */
  readonly limit: string | null;
  /** The maximum number of items in a page, whatever its limit; null if nothing is documented. */
  readonly maximum: number | null;
  /** JSON pointer of the next cursor, or of the address of the next page. */
  readonly next: string | null;
  /**
   * The place of the address of the next page: a JSON pointer, or a header. Null if the response has the cursor itself.
   */
  readonly link: string | null;
  /** JSON pointer to the member that shows whether another page exists. */
  readonly more: string | null;
}

/** The list of an operation, paged or not; null if its responses contain none. */
export function pagedListOf(api: ApiModel, operation: string): PagedList | null {
  const list = listOf(api, { id: operation });
  if (list === null) return null;
  const [paged] = declaredAt(api, operation, 'paged');
  const [limited] = declaredAt(api, operation, 'limited');
  const { by = null, link = null, more = null } = paged ?? {};
  const next = paged?.next ?? (link?.startsWith('/') ? link : null);
  const limit = paged?.limit ?? limited?.limit ?? null;
  return { ...list, by, cursor: (by && paged?.[by]) ?? '', limit, maximum: limited?.maximum ?? null, next, link, more };
}

/** A page that was read. */
export interface Page {
  readonly exchange: Exchange;
  readonly items: readonly JsonObject[];
  /** The keys of the items, in order. */
  readonly keys: readonly string[];
  /** The next cursor; empty if there is none. */
  readonly next: string;
  /** Whether another page exists; null if the page does not show it. */
  readonly more: boolean | null;
}

/** What identifies an item: its key, or the whole item if it has none. */
export function keyOf({ key }: PagedList, item: JsonObject): string {
  const value = key === '' ? undefined : item[key];
  return value === undefined ? JSON.stringify(item) : String(value);
}

/** The next cursor in a response; empty if there is none. */
export function nextCursorIn(
  { next, link, cursor }: Pick<PagedList, 'next' | 'link' | 'cursor'>,
  json: unknown,
  addresses: Readonly<Record<string, string>> = {},
): string {
  const found = next === null ? nextIn(link ?? '', addresses[link?.toLowerCase() ?? ''] ?? '') : valueAt(json, next);
  const text = typeof found === 'string' || typeof found === 'number' ? String(found) : '';
  return link === null ? text : parameterIn(text, cursor);
}

/** The page in a response; null if the response has no page. */
export function pageOf(list: PagedList, exchange: Exchange | undefined): Page | null {
  const json = successJson(exchange);
  const items = json === undefined ? null : itemsIn(list, json);
  if (exchange === undefined || items === null) return null;
  const more = list.more === null ? undefined : valueAt(json, list.more);
  return {
    exchange,
    items,
    keys: items.map((item) => keyOf(list, item)),
    next: nextCursorIn(list, json, exchange.outcome.kind === 'answer' ? exchange.outcome.addresses : {}),
    more: typeof more === 'boolean' ? more : null,
  };
}

/** What identifies a page: the cursor (or offset) and the limit, as sent. Absent: not sent. */
export interface PageQuery {
  readonly cursor?: string;
  readonly limit?: number;
}

/** The credentials: the owner of the list; sent even if none are required. */
export type PageOptions = Pick<CallOptions, 'label' | 'intent' | 'isSound' | 'isMoving' | 'credentials' | 'schemes'>;

/** Requests a page. */
export function sendPage(
  { send, suite }: CheckContext,
  list: PagedList,
  input: Input,
  { cursor, limit }: PageQuery,
  options: PageOptions,
): Promise<Exchange> {
  const query = {
    ...input.query,
    ...(cursor === undefined ? {} : { [list.cursor]: cursor }),
    ...(limit === undefined || list.limit === null ? {} : { [list.limit]: String(limit) }),
  };
  return send(callOf(operationOf(suite.api, list.operation), { ...input, query }, options));
}

/** One way to go through a list. */
export interface Traversal {
  /** Labels of its exchanges begin with it. */
  readonly name: string;
  /** The limit of each page. Absent: the server decides. */
  readonly limit?: number;
  /** The number of pages after which the traversal ends. */
  readonly most: number;
  readonly intent?: Intent;
  readonly credentials?: CredentialUse;
  readonly schemes?: readonly string[];
}

/** The result of a traversal. */
export interface Traversed {
  readonly pages: readonly Page[];
  /** The exchange that returned no page; null if all did. */
  readonly refusal: Exchange | null;
}

/** A server may filter after paging: this many empty pages in a row are followed. */
const MOST_EMPTY = 3;

/**
 * The number of successive offsets without new items that are skipped: items that others insert at the front shift the
 * rest.
 */
const MOST_MOVED = 8;

/** The query for the page after a first one of this many items; empty if there is none. */
export function secondOf({ by }: PagedList, first: Page | null, limit: number): string {
  if (by === 'page') return '2';
  return by === 'offset' ? String(limit) : (first?.next ?? '');
}

/** Whether the number of the next page returns the first page again: page numbers may begin with 1. */
function isFirstAgain({ by }: PagedList, cursor: string | undefined, page: Page, seen: ReadonlySet<string>): boolean {
  return by === 'page' && cursor === '1' && page.keys.some((key) => seen.has(key));
}

/** Requests page after page, until the last one, one that shows only known items, or enough of them. */
export async function traversePages(
  ctx: CheckContext,
  list: PagedList,
  input: Input,
  traverse: Traversal,
): Promise<Traversed> {
  const { name, limit, most, ...rest } = traverse;
  const pages: Page[] = [];
  const seen = new Set<string>();
  let [empty, idle, passed] = [0, 0, 0];
  for (let cursor: string | undefined; pages.length < most; ) {
    const query = { ...(cursor === undefined ? {} : { cursor }), ...(limit === undefined ? {} : { limit }) };
    const exchange = await sendPage(ctx, list, input, query, {
      ...rest,
      label: `${name}, page ${pages.length + 1}`,
      isSound: true,
    });
    const page = pageOf(list, exchange);
    if (page === null) return { pages, refusal: exchange };
    if (isFirstAgain(list, cursor, page, seen)) {
      cursor = '2';
      continue;
    }
    pages.push(page);
    const before = seen.size;
    for (const key of page.keys) seen.add(key);
    passed = Math.max(seen.size, passed + page.keys.length);
    const number = cursor === undefined ? '1' : String(Number(cursor) + 1);
    const following = list.by === 'page' ? number : list.by === 'offset' ? String(passed) : page.next;
    empty = page.keys.length === 0 ? empty + 1 : 0;
    idle = seen.size === before ? idle + 1 : 0;
    const isStuck = list.by !== 'cursor' || following === cursor || empty === MOST_EMPTY;
    const isSpent = empty > 0 ? isStuck : idle > (list.by === 'cursor' ? 0 : MOST_MOVED);
    const isLast = list.by === null || (list.by === 'cursor' && (page.next === '' || page.more === false));
    if (isSpent || isLast) break;
    cursor = following;
  }
  return { pages, refusal: null };
}

/** Limits for a whole list, the largest first: the documents seldom state the maximum. */
const LARGEST = 500;
const LARGE = [LARGEST, 100, 50];

/** The largest limit that is tried. */
export function largest({ maximum }: PagedList): number {
  return Math.min(LARGEST, maximum ?? LARGEST);
}

/** Whether a rejected page may have been too large, as opposed to forbidden or missing. */
function isTooLarge(refusal: Exchange | null): boolean {
  if (refusal?.outcome.kind !== 'answer') return false;
  const { status } = refusal.outcome;
  return status >= 400 && status < 500 && ![401, 403, 404, 408, 429].includes(status);
}

/** The number of pages after which a list counts as endless. */
export const MOST_PAGES = 60;

/** The first traversal of a whole list, shared by all checks that need the list as it was then. */
export const traverseFirst = once(
  (ctx: CheckContext, list: PagedList, input: Input, traverse: Omit<Traversal, 'name' | 'limit'>) =>
    traverseWhole(ctx, list, input, traverse),
  { key: ({ operation }, input, { credentials }) => JSON.stringify([operation, input, credentials]) },
);

/**
 * Traverses the whole list, in the largest pages that the server accepts; without a limit if it rejects large ones.
 * @param traverse its intent is that of the inputs: a large limit is open in any case.
 */
export async function traverseWhole(
  ctx: CheckContext,
  list: PagedList,
  input: Input,
  traverse: Omit<Traversal, 'name' | 'limit'> = { most: 200 },
): Promise<Traversed> {
  const plain: Traversal = { ...traverse, name: 'pages as the server likes' };
  const sizes = list.limit === null ? [] : [...new Set(LARGE.map((limit) => Math.min(limit, largest(list))))];
  for (const limit of sizes) {
    const large = await traversePages(ctx, list, input, { ...traverse, name: 'large pages', limit, intent: 'open' });
    // A server may return an empty page for a large limit instead of rejecting it.
    if (large.pages.some(({ keys }) => keys.length > 0)) return large;
    if (!isTooLarge(large.refusal)) break;
  }
  return traversePages(ctx, list, input, plain);
}
