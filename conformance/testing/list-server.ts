/** Small servers of a paged list that are correct in the ways that documents leave open. */

import type { JsonObject } from '../model/values/json.ts';
import { type Handler, jsonReply, type Request } from '../mutation/proxy/reply.ts';
import { demanded, type SmallApi } from './api.ts';

/** The paging of a list, as far as documents leave it open. */
export interface ListChoices {
  /**
   * The content of a cursor: the key of the last item that was shown, the number of items that were shown, the number
   * of the page, or a text that only the server understands.
   */
  readonly cursor?: 'key' | 'count' | 'page' | 'opaque';
  /** The value of `next_cursor` on the last page: empty, or the cursor of the request. */
  readonly last?: 'empty' | 'repeated';
  /** The number of items of a page without a limit, and the maximum of any page. */
  readonly standard?: number;
  readonly maximum?: number;
  readonly beyond?: 'cut' | 'refuse';
  /** Does not report whether another page exists. */
  readonly silent?: boolean;
  /** The place of the address of the next page, which replaces the cursor: `links.next`, or a header. */
  readonly link?: 'body' | 'Link' | 'Next-Page';
  /** Returns one item less than the limit, as long as that leaves one. */
  readonly short?: boolean;
}

/** A page that leads to the next one by its address. */
function linkedReply(link: 'body' | 'Link' | 'Next-Page', { path, query }: Request, next: string | null, page: object) {
  const following = new URLSearchParams(query);
  following.set('cursor', next ?? '');
  const address = next === null ? null : `http://127.0.0.1${path}?${following}`;
  if (link === 'body') return jsonReply(200, { ...page, links: { next: address } });
  const first = link === 'Link' ? [`<${path}>; rel="first"`] : [];
  const onward = address === null ? [] : [link === 'Link' ? `<${address}>; rel="next"` : address];
  const all = [...first, ...onward];
  return jsonReply(200, page, all.length === 0 ? {} : { [link]: all.join(', ') });
}

const refusal = jsonReply(400, { msg: 'that is no cursor or limit' });

function encoded(text: string): string {
  return Buffer.from(`after ${text}`).toString('base64url');
}

function decoded(cursor: string): string {
  return Buffer.from(cursor, 'base64url').toString().replace('after ', '');
}

/**
 * Answers `GET` of any path with a page of items.
 *
 * @param items the current list, in the order of their `place`, which a cursor may contain.
 */
export function listServer(items: (request: Request) => readonly JsonObject[], choices: ListChoices = {}): Handler {
  const { cursor: kind = 'key', last = 'empty', standard = 5, maximum = 100, beyond = 'cut' } = choices;
  return (request) => {
    const all = items(request);
    const text = request.query.get('limit');
    const limit = Number(text);
    if (text !== null && (!Number.isInteger(limit) || limit < 1)) return refusal;
    if (limit > maximum && beyond === 'refuse') return refusal;
    const size = Math.max(1, (text === null ? standard : Math.min(limit, maximum)) - (choices.short === true ? 1 : 0));
    const given = request.query.get('cursor');
    const read = given === null ? null : kind === 'opaque' ? decoded(given) : given;
    const number = Number(read ?? (kind === 'page' ? 1 : 0));
    const byKey = kind === 'key' || kind === 'opaque';
    const after = all.findIndex(({ place }) => Number(place) > Number(read));
    const atKey = read === null ? 0 : after < 0 ? all.length : after;
    const begin = byKey ? atKey : kind === 'page' ? (number - 1) * size : number;
    const page = all.slice(begin, begin + size);
    const end = begin + page.length;
    const place = String(page.at(-1)?.['place']);
    const next = { key: place, opaque: encoded(place), count: String(end), page: String(number + 1) }[kind];
    const more = end < all.length;
    const none = last === 'empty' ? '' : (given ?? next);
    const reported = choices.silent === true ? {} : { has_next: more };
    if (choices.link === undefined)
      return jsonReply(200, { books: page, next_cursor: more ? next : none, ...reported });
    return linkedReply(choices.link, request, more ? next : null, { books: page, ...reported });
  };
}

/** How a list is paged by offset. */
export interface OffsetChoices {
  /** What the offset counts. */
  readonly unit?: 'items' | 'pages';
  /** The offset of the first page: for numbered pages it may be 1. */
  readonly base?: 0 | 1;
  readonly standard?: number;
  readonly maximum?: number;
  /** An offset beyond the end is rejected. */
  readonly strict?: boolean;
}

/** Answers `GET` of any path with a page of items from an offset on. */
export function offsetServer(
  items: (request: Request) => readonly JsonObject[],
  { unit = 'items', base = 0, standard = 5, maximum = 100, strict = false }: OffsetChoices = {},
): Handler {
  return (request) => {
    const all = items(request);
    const { query } = request;
    const [limit, offset] = [Number(query.get('limit') ?? standard), Number(query.get('offset') ?? base)];
    if (![limit, offset].every(Number.isInteger) || limit < 1 || offset < base) return refusal;
    const size = Math.min(limit, maximum);
    const begin = unit === 'items' ? offset : (offset - base) * size;
    if (strict && begin >= all.length && begin > 0) return refusal;
    return jsonReply(200, { books: all.slice(begin, begin + size), total: all.length });
  };
}

/** Items in the order of their places. */
export function books(count: number): readonly JsonObject[] {
  return Array.from({ length: count }, (_, index) => ({ id: `b${index + 1}`, place: index + 1 }));
}

/** A list with all declarations of its pages. */
function listed(cursor: string, paged: object): SmallApi {
  const list = { family: 'list', items: '/books', noun: 'books', rules: [] };
  const limited = { family: 'limited', limit: 'limit', rules: [demanded('at-most'), demanded('filled')] };
  const behaviour = [list, { family: 'paged', limit: 'limit', ...paged }, limited];
  return { operations: { listBooks: { request: 'GET /books', query: [cursor, 'limit'], behaviour } } };
}

/** A list by cursor. */
export function byCursor(more = true): SmallApi {
  const rules = [demanded('first'), demanded('continues'), ...(more ? [demanded('more')] : [])];
  return listed('cursor', {
    by: 'cursor',
    cursor: 'cursor',
    next: '/next_cursor',
    rules,
    ...(more ? { more: '/has_next' } : {}),
  });
}

/** A list with the address of the next page, at a pointer or in a header. */
export function byLink(link: string): SmallApi {
  return listed('cursor', { by: 'cursor', cursor: 'cursor', link, rules: [demanded('first'), demanded('continues')] });
}

/** A list by offset, or by the number of the page. */
export function byOffset(by: 'offset' | 'page' = 'offset'): SmallApi {
  return listed('offset', { by, [by]: 'offset', total: '/total', rules: [demanded('continues'), demanded('total')] });
}
