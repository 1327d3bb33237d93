/** Variants of pages: the same items in another order, in pages of other sizes, with other cursors. */

import { type PagedList, pagedListOf } from '@wallet-services/conformance/discovery';
import { itemsIn, type JsonObject, valueAt } from '@wallet-services/conformance/model';
import {
  type At,
  edited,
  jsonReply,
  type MatchedRequest,
  type Mutation,
  type Next,
  type Reply,
  successOf,
  withQuery,
} from '@wallet-services/conformance/mutation';

/** The open questions about pages by cursor. */
export interface PageChoices {
  readonly reversed?: boolean;
  readonly standard: number;
  readonly maximum: number;
  /** The effect of a limit above the maximum. Default: the maximum applies. */
  readonly beyond?: 'refuse' | 'cut';
  /** The effect of a limit below 1. Default: it is rejected. */
  readonly belowOne?: 'refuse' | 'standard' | 'empty';
  /** Writes the cursor of the page that begins at a place. */
  readonly cursor: (place: number) => string;
  /** Reads a cursor; null for an invalid one. */
  readonly place: (cursor: string) => number | null;
  /** The next cursor on the last page. */
  readonly last: (count: number) => string;
  /** The effect of a cursor that no page returned. */
  readonly unknown: 'refuse' | 'empty' | 'first';
}

/** Cursors that are numbers: the places themselves, or with an addition. @param form of the cursors that are read */
export function numbered(from = 0, form = /^\d+$/): Pick<PageChoices, 'cursor' | 'place'> {
  return {
    cursor: (place) => String(place + from),
    place: (cursor) => (form.test(cursor) ? Number(cursor) - from : null),
  };
}

interface Whole {
  readonly items: readonly JsonObject[];
  readonly json: unknown;
}

/** All items of the upstream list, requested page by page; the reply if the list is rejected. */
export async function wholeList(
  request: MatchedRequest,
  list: PagedList,
  next: Next,
  most = 500,
): Promise<Whole | Reply> {
  const items: JsonObject[] = [];
  for (let from: string | undefined; ; ) {
    const limit = list.limit === null ? {} : { [list.limit]: String(most) };
    const reply = await next(withQuery(request, { ...limit, [list.cursor]: from }));
    const json = successOf(reply);
    if (json === undefined) return reply;
    const page = itemsIn(list, json) ?? [];
    items.push(...page);
    const isOver = list.by === 'offset' ? page.length < most : list.more === null || valueAt(json, list.more) !== true;
    if (isOver) return { items, json };
    from = String(list.by === 'offset' ? items.length : list.next === null ? '' : valueAt(json, list.next));
  }
}

function sizeOf(text: string | null, { standard, maximum, beyond, belowOne }: PageChoices): number | null {
  if (text === null) return standard;
  const limit = Number(text);
  if (!Number.isInteger(limit)) return null;
  if (limit < 1) return belowOne === 'standard' ? standard : belowOne === 'empty' ? 0 : null;
  if (limit > maximum) return beyond === 'refuse' ? null : maximum;
  return limit;
}

/** The beginning of the page; null when the cursor is rejected, as any invalid one is. */
function beginOf(cursor: string | null, count: number, { place, unknown }: PageChoices): number | null {
  if (cursor === null) return 0;
  const found = place(cursor);
  if (found === null || (found >= 0 && found < count)) return found;
  return { refuse: null, empty: count, first: 0 }[unknown];
}

function pageOf({ items, json }: Whole, list: PagedList, request: MatchedRequest, choices: PageChoices): Reply {
  const ordered = choices.reversed === true ? items.toReversed() : items;
  const size = sizeOf(list.limit === null ? null : request.query.get(list.limit), choices);
  const begin = beginOf(request.query.get(list.cursor), ordered.length, choices);
  if (size === null || begin === null) return jsonReply(400, { code: 400, msg: 'this page cannot be shown' });
  const page = ordered.slice(begin, begin + size);
  const end = begin + page.length;
  const more = end < ordered.length;
  const reported = [
    [list.items, page],
    [list.next, more ? choices.cursor(end) : choices.last(ordered.length)],
    [list.more, more],
  ] as const;
  return jsonReply(
    200,
    reported.reduce<unknown>((answer, [at, value]) => (at === null ? answer : edited(answer, at, () => value)), json),
  );
}

/** Changes the pages of every list that is paged by cursor. */
export function ownPages(at: At, choices: PageChoices): readonly Mutation[] {
  return at.api.operations.flatMap(({ id }) => {
    const list = pagedListOf(at.api, id);
    if (list?.by !== 'cursor') return [];
    return [
      () => {
        // The upstream data does not change, so each caller's list is requested once.
        const lists = new Map<string, Promise<Whole | Reply>>();
        return at(id).instead(async (request, next) => {
          const key = `${request.path} ${request.headers['authorization']}`;
          const whole = lists.get(key) ?? wholeList(request, list, next);
          lists.set(key, whole);
          const known = await whole;
          return 'kind' in known ? known : pageOf(known, list, request, choices);
        })();
      },
    ];
  });
}
