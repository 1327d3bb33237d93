/** Reads lists page by page, as their operation declares it. */

import type { CheckContext } from '../core/context.ts';
import { type CallOptions, callOf } from '../model/call.ts';
import { type ApiModel, operationOf } from '../model/document/api.ts';
import { declaredAt, itemsIn, type List, listOf } from '../model/document/lists.ts';
import { type CredentialUse, type Exchange, type Intent, successJson } from '../model/exchange.ts';
import type { Input } from '../model/input.ts';
import type { JsonObject } from '../model/values/json.ts';
import { valueAt } from '../model/values/pointer.ts';
import { once } from './memo.ts';

/** A list, and how the next page of it is asked for; `by` is null where its answers are not paged. */
export interface PagedList extends List {
  readonly by: 'cursor' | 'offset' | 'page' | null;
  /** The parameter that takes the cursor, the offset or the number of the page. */
  readonly cursor: string;
  /** The parameter that takes how many items a page holds at most. */
  readonly limit: string | null;
  /** How many items a page holds at most, whatever its limit; null where nothing is said of that. */
  readonly maximum: number | null;
  /** JSON pointer of the next cursor. */
  readonly next: string | null;
  /** JSON pointer of what tells whether another page exists. */
  readonly more: string | null;
}

/** The list of an operation, paged or not; null where its answers hold none. */
export function pagedListOf(api: ApiModel, operation: string): PagedList | null {
  const list = listOf(api, { id: operation });
  if (list === null) return null;
  const [paged] = declaredAt(api, operation, 'paged');
  const [limited] = declaredAt(api, operation, 'limited');
  const { by = null, next = null, more = null } = paged ?? {};
  const limit = paged?.limit ?? limited?.limit ?? null;
  return { ...list, by, cursor: (by && paged?.[by]) ?? '', limit, maximum: limited?.maximum ?? null, next, more };
}

/** A page that was read. */
export interface Page {
  readonly exchange: Exchange;
  readonly items: readonly JsonObject[];
  /** What tells the items apart, in their order. */
  readonly keys: readonly string[];
  /** The next cursor; empty when there is none. */
  readonly next: string;
  /** Whether another page exists; null when it is not told. */
  readonly more: boolean | null;
}

/** What tells an item from others: its key, or all of it where it has none. */
export function keyOf({ key }: PagedList, item: JsonObject): string {
  const value = key === '' ? undefined : item[key];
  return value === undefined ? JSON.stringify(item) : String(value);
}

/** The page of an answer; null when the answer is none. */
export function pageOf(list: PagedList, exchange: Exchange | undefined): Page | null {
  const json = successJson(exchange);
  const items = json === undefined ? null : itemsIn(list, json);
  if (exchange === undefined || items === null) return null;
  const next = list.next === null ? undefined : valueAt(json, list.next);
  const more = list.more === null ? undefined : valueAt(json, list.more);
  return {
    exchange,
    items,
    keys: items.map((item) => keyOf(list, item)),
    next: typeof next === 'string' || typeof next === 'number' ? String(next) : '',
    more: typeof more === 'boolean' ? more : null,
  };
}

/** What tells a page apart: the cursor (or offset) and the limit, as sent; absent: not sent. */
export interface PageQuery {
  readonly cursor?: string;
  readonly limit?: number;
}

/** Of the credentials: whose list it is, and where none is needed, whose are sent all the same. */
export type PageOptions = Pick<CallOptions, 'label' | 'intent' | 'isSound' | 'isMoving' | 'credentials' | 'schemes'>;

/** Asks for a page. */
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
  /** Of each page; absent: as the server likes. */
  readonly limit?: number;
  /** Pages after which the walk is given up. */
  readonly most: number;
  readonly intent?: Intent;
  readonly credentials?: CredentialUse;
  readonly schemes?: readonly string[];
}

/** What a walk brought. */
export interface Traversed {
  readonly pages: readonly Page[];
  /** The exchange that brought no page; null when all did. */
  readonly refusal: Exchange | null;
}

/** A server may skip through what it leaves out page by page: so many empty pages are followed. */
const MOST_EMPTY = 3;

/** What others put in front moves everything on by a place: so many offsets are passed that show nothing new. */
const MOST_MOVED = 8;

/** How the page behind a first one of so many items is asked for; empty where there is none. */
export function secondOf({ by }: PagedList, first: Page | null, limit: number): string {
  if (by === 'page') return '2';
  return by === 'offset' ? String(limit) : (first?.next ?? '');
}

/** Whether it is the first page once more, by its number: where numbers begin with 1, the first has that. */
function isFirstAgain({ by }: PagedList, cursor: string | undefined, page: Page, seen: ReadonlySet<string>): boolean {
  return by === 'page' && cursor === '1' && page.keys.some((key) => seen.has(key));
}

/** Asks page after page, until the last, a page that only shows what was seen before, or enough. */
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

/** Limits for a whole list, the largest first: how large a page may be is seldom said. */
const LARGE = [500, 100, 50];

/** The largest limit that is tried. */
export function largest({ maximum }: PagedList): number {
  return Math.min(maximum ?? LARGE[0] ?? 1, LARGE[0] ?? 1);
}

/** Whether what was asked for may have been too large: not whether nobody, or nothing there, may be asked. */
function isTooLarge(refusal: Exchange | null): boolean {
  if (refusal?.outcome.kind !== 'answer') return false;
  const { status } = refusal.outcome;
  return status >= 400 && status < 500 && ![401, 403, 404, 408, 429].includes(status);
}

/** Pages after which a list counts as endless. */
export const MOST_PAGES = 60;

/** The first time that a whole list is walked through; whoever wants to know it as it was then shares the walk. */
export const traverseFirst = once(
  (ctx: CheckContext, list: PagedList, input: Input, traverse: Omit<Traversal, 'name' | 'limit'>) =>
    traverseWhole(ctx, list, input, traverse),
  { key: ({ operation }, input, { credentials }) => JSON.stringify([operation, input, credentials]) },
);

/**
 * Goes through the whole list, in pages as large as the server gives them; where large ones are refused, as it likes.
 *
 * @param walk its intent is that of the inputs: what a large page is asked with is open anyway.
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
    // A server may answer a large page with nothing in place of a refusal.
    if (large.pages.some(({ keys }) => keys.length > 0)) return large;
    if (!isTooLarge(large.refusal)) break;
  }
  return traversePages(ctx, list, input, plain);
}
