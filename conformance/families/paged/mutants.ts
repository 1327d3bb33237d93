/** Servers that go wrong from page to page. */

import { type Mutant, mutantsOf, type Wrongs } from '../../core/mutant.ts';
import type { At, MatchedRequest, Mutation, Next, Place } from '../../core/place.ts';
import { nextCursorIn, pagedListOf } from '../../discovery/pages.ts';
import { addressesIn } from '../../model/addresses.ts';
import { declaredAt } from '../../model/document/lists.ts';
import { objectsOf } from '../../model/values/json.ts';
import { valueAt } from '../../model/values/pointer.ts';
import { altered } from '../../mutation/language/alter.ts';
import { mixedUpBy } from '../../mutation/language/another.ts';
import { withQuery } from '../../mutation/language/at.ts';
import { edited, editedReply, withHeader } from '../../mutation/language/edit.ts';
import { type Reply, successOf } from '../../mutation/proxy/reply.ts';
import type { Paged } from './declared.ts';

/** One list with faulty pages, and its places. */
interface Where {
  readonly place: Place;
  /** JSON pointer of the items. */
  readonly items: string;
  readonly cursor: string;
  readonly limit: string | undefined;
  /** JSON pointer of the next cursor, or of the address of the next page; null where that is in a header. */
  readonly next: string | null;
  readonly link: string | null;
}

function cursorOf(where: Where, reply: Reply): string {
  const headers = reply.kind === 'reply' ? addressesIn(reply.headers ?? {}) : {};
  return nextCursorIn(where, successOf(reply), headers);
}

/** Changes what leads to the next page, if something does. */
function led(where: Where, change: (value: string, request: MatchedRequest) => string): Mutation {
  const { place, next, link } = where;
  return place.reply((reply, request) => {
    if (cursorOf(where, reply) === '') return reply;
    if (next !== null) return editedReply(reply, next, (value) => change(String(value), request));
    return link === null ? reply : withHeader(reply, link, (value) => change(value, request));
  });
}

/** The cursor of the request in place of the next one: by itself, or within the address. */
function own({ link, cursor: name }: Where, next: string, cursor: string | null): string {
  if (cursor === null) return next;
  if (link === null) return cursor;
  return next.replaceAll(/([?&])([^?&=>]*)=[^&>]*/g, (whole, before: string, key: string) =>
    new URLSearchParams(`${key}=`).has(name) ? `${before}${key}=${encodeURIComponent(cursor)}` : whole,
  );
}

/** Only what leads to a page by its address can be wrong in these ways. */
function linked(where: Where): Wrongs {
  if (where.link === null) return {};
  return {
    'nothing leads on from a later page': led(where, (value, { query }) => (query.has(where.cursor) ? '/' : value)),
    'the address of the next page lacks the cursor': led(where, (value) => value.replaceAll(/\?[^>\s]*/g, '')),
  };
}

/** Changes the items of later pages, knowing the page before. */
function later(
  where: Where,
  change: (items: readonly object[], before: readonly object[], depth: number) => readonly object[],
): Mutation {
  return () => {
    const pages = new Map<string, { readonly items: readonly object[]; readonly depth: number }>();
    const mutation = where.place.reply((reply, { query, path }) => {
      const json = successOf(reply);
      if (json === undefined) return reply;
      const known = (cursor: string) => `${path} ${query.get(where.limit ?? '')} ${cursor}`;
      const items = objectsOf(valueAt(json, where.items));
      const request = query.get(where.cursor);
      const before = request === null ? undefined : pages.get(known(request));
      const depth = request === null ? 1 : (before?.depth ?? 1) + 1;
      pages.set(known(cursorOf(where, reply)), { items, depth });
      if (request === null) return reply;
      return editedReply(reply, where.items, () => change(items, before?.items ?? [], depth));
    });
    return mutation();
  };
}

/** Without cursor and limit it begins two items into the list. */
async function late(where: Where, request: MatchedRequest, next: Next): Promise<Reply> {
  if (request.query.has(where.cursor) || (where.limit !== undefined && request.query.has(where.limit)))
    return next(request);
  const first = await next(where.limit === undefined ? request : withQuery(request, { [where.limit]: '2' }));
  return next(withQuery(request, { [where.cursor]: cursorOf(where, first) }));
}

/** Reports the end when one item is left. */
async function leavesOne(where: Where, more: string, request: MatchedRequest, next: Next): Promise<Reply> {
  const reply = await next(request);
  const cursor = cursorOf(where, reply);
  if (cursor === '') return reply;
  const rest = successOf(await next(withQuery(request, { [where.cursor]: cursor })));
  const isOne = objectsOf(valueAt(rest, where.items)).length === 1;
  const last = editedReply(reply, more, () => false);
  return isOne && where.next !== null ? editedReply(last, where.next, () => '') : isOne ? last : reply;
}

/** Later pages are read from elsewhere: a member of each item is another there. */
function retold({ place, cursor }: Pick<Where, 'place' | 'cursor'>): Mutation {
  return place.items.each((item, _, { query }) => {
    const isPlain = (name: string) => name !== 'id' && ['string', 'number'].includes(typeof item[name]);
    const name = Object.keys(item).find(isPlain) ?? 'id';
    return Number(query.get(cursor) ?? 0) === 0 ? item : { ...item, [name]: altered(item[name]) };
  });
}

/** What only a list with a limit shows: traversals of different sizes differ. */
function continuing(where: Where, limit: string): Wrongs {
  const { place, cursor } = where;
  return {
    'cursors of requests at once are mixed up': mixedUpBy(place, cursor),
    'the cursor is ignored': place.query({ [cursor]: undefined }),
    'the cursor is ignored beside a limit': place.query(({ query }) =>
      query.has(limit) ? { [cursor]: undefined } : {},
    ),
    'a cursor is refused': place.refused(({ query }) => query.has(cursor)),
    'a page begins with the last item of the page before': later(where, (items, before) => [
      ...before.slice(-1),
      ...items.slice(0, Math.max(0, items.length - 1)),
    ]),
    'a later page has other values of its items': retold(where),
    'the first item of a later page is lost': later(where, (items) => items.slice(1)),
    'from the third page on the first item is lost': later(where, (items, _, depth) =>
      depth < 3 ? items : items.slice(1),
    ),
    'the last item of a later page is lost': later(where, (items) => items.slice(0, -1)),
    'the last page is empty without a limit': place.reply((reply, { query }) =>
      query.has(cursor) && !query.has(limit) && cursorOf(where, reply) === ''
        ? editedReply(reply, where.items, () => [])
        : reply,
    ),
    'the next cursor of a later page is its own': led(where, (next, { query }) => own(where, next, query.get(cursor))),
    ...linked(where),
  };
}

function reporting({ place, cursor, limit, items }: Where, more: string): Wrongs {
  const isFull = (json: unknown, size: string | null) => objectsOf(valueAt(json, items)).length === Number(size);
  return {
    'every page says that another follows': place.value(more, () => true),
    ...(limit !== undefined && {
      'no page says that another follows': place.value(more, () => false),
      'a full page always says that another follows': place.answer((json, { query }) =>
        edited(json, more, (value) => isFull(json, query.get(limit)) || value),
      ),
      'the last page but one says that it is the last': place.value(
        more,
        (value, { query }) => value === true && !query.has(cursor),
      ),
    }),
  };
}

function byOffset({ place, cursor, items }: Where, limit: string, by: 'offset' | 'page'): Wrongs {
  const moved = (step: number) =>
    place.query(({ query }): Readonly<Record<string, string>> => {
      const given = Number(query.get(cursor) ?? 0);
      return given > (by === 'page' ? 1 : 0) ? { [cursor]: String(given + step) } : {};
    });
  return {
    [`${by}s of requests at once are mixed up`]: mixedUpBy(place, cursor),
    [`the ${by} is ignored`]: place.query({ [cursor]: undefined }),
    [`the ${by} is ignored beside a limit`]: place.query(({ query }) =>
      query.has(limit) ? { [cursor]: undefined } : {},
    ),
    [`the ${by} is ignored without a limit`]: place.query(({ query }) =>
      query.has(limit) ? {} : { [cursor]: undefined },
    ),
    ...(by === 'page'
      ? { 'a later page is the one before it': moved(-1), 'a later page is the one behind it': moved(1) }
      : {
          'a later page begins with the last item of the page before': moved(-1),
          'a later page begins one item late': moved(1),
        }),
    'a later page has other values of its items': retold({ place, cursor }),
    'the last item of a later page is lost': place.answer((json, { query }) =>
      Number(query.get(cursor) ?? 0) > (by === 'page' ? 1 : 0)
        ? edited(json, items, (all) => objectsOf(all).slice(0, -1))
        : json,
    ),
  };
}

function countingPages({ place, cursor }: Where, limit: string): Wrongs {
  const itemsOf = ({ query }: MatchedRequest) => Number(query.get(cursor)) * Number(query.get(limit));
  return {
    'the offset counts pages': place.query(
      (request): Readonly<Record<string, string>> =>
        request.query.has(cursor) && request.query.has(limit) ? { [cursor]: String(itemsOf(request)) } : {},
    ),
  };
}

function counting({ place, items, cursor }: Where, total: string, filters: readonly string[], isLeft: boolean): Wrongs {
  const isFiltered = ({ query }: MatchedRequest) => filters.some((name) => query.has(name));
  return {
    ...(filters.length > 0 && {
      'the total counts what a filter leaves out': place.value(total, (count, request) =>
        isFiltered(request) ? Number(count) + 3 : count,
      ),
    }),
    'the total is one too many': place.value(total, (count) => Number(count) + 1),
    'the total counts the page alone': place.answer((json) =>
      edited(json, total, () => objectsOf(valueAt(json, items)).length),
    ),
    ...(isLeft && {
      'later pages count what is left': place.answer((json, { query }) =>
        edited(json, total, (count) => Number(count) - Number(query.get(cursor) ?? 0)),
      ),
    }),
  };
}

export function pagedMutants(declared: Paged, at: At): readonly Mutant[] {
  const { operation, by, cursor, offset, page, limit, more, total } = declared;
  const place = at(operation);
  const list = pagedListOf(at.api, operation);
  if (list === null) return [];
  const parameter = cursor ?? offset ?? page ?? '';
  const where: Where = { place, items: list.items, cursor: parameter, limit, next: list.next, link: list.link };
  const optional = place.operation.parameters.filter((one) => one.in === 'query' && !one.required);
  const filters = declaredAt(at.api, operation, 'belongs-to').flatMap(({ parameter }) =>
    optional.flatMap(({ name }) => (name === parameter ? [name] : [])),
  );
  const counted = total === undefined ? {} : counting(where, total, filters, by === 'offset');
  if (by !== 'cursor') {
    const continues = limit === undefined ? {} : byOffset(where, limit, by);
    const paged = limit === undefined || by === 'page' ? {} : countingPages(where, limit);
    return mutantsOf(`${operation}: `, { continues, items: paged, total: counted });
  }
  return mutantsOf(`${operation}: `, {
    ...(limit !== undefined && {
      first: {
        'it is refused without a limit': place.refused(({ query }) => !query.has(limit)),
        'without a cursor it starts late': place.instead((request, handle) => late(where, request, handle)),
      },
      continues: {
        ...continuing(where, limit),
        ...(more !== undefined && {
          'a page that leaves one item is the last': place.instead((request, handle) =>
            leavesOne(where, more, request, handle),
          ),
        }),
      },
    }),
    ...(more !== undefined && { more: reporting(where, more) }),
    total: counted,
  });
}
