/** Pages as another server would make them: order, sizes and cursors of its own over the same items. */

import { type Fault, isMeant, jsonReply, type Reply, type Request, successOf } from '../../fault/proxy/reply.ts';
import { isObject, type JsonObject, objectsOf } from '../../model/json.ts';
import { inside, type Place, withItems, withQuery, withTop } from './change.ts';

/** What the documents leave open. */
export interface PageChoices {
  readonly reversed?: boolean;
  readonly standard: number;
  readonly maximum: number;
  /** What a limit above the maximum does. Default: the maximum holds. */
  readonly beyond?: 'refuse' | 'cut';
  /** What a limit below 1 does. Default: it is refused. */
  readonly belowOne?: 'refuse' | 'standard' | 'empty';
  /** Writes the cursor of the page that begins at a place; null for one that is none. */
  readonly cursor: (place: number) => string;
  readonly place: (cursor: string) => number | null;
  /** What `next_cursor` is on the last page. */
  readonly last: (count: number) => string;
  /** What a cursor does that no page gave. */
  readonly unknown: 'refuse' | 'empty' | 'first';
  /** Writes null for a page without items. */
  readonly nullForEmpty?: boolean;
}

const refusal = (msg: string) => jsonReply(400, { code: 400, msg });

/** All items behind the list, asked page by page; null when the list is refused. */
async function allItems(
  request: Request,
  place: Place,
  next: (request: Request) => Promise<Reply>,
): Promise<{ readonly items: readonly JsonObject[]; readonly json: unknown } | Reply> {
  const items: JsonObject[] = [];
  for (let cursor: string | undefined; ; ) {
    const reply = await next(withQuery(request, { limit: '500', cursor }));
    const json = successOf(reply);
    if (json === undefined) return reply;
    const holder = isObject(json) && Object.hasOwn(json, place) ? json : inside(json, 'data');
    items.push(...objectsOf(holder[place]));
    const { next_cursor: following, has_next: hasNext } = inside(holder, 'pagination');
    if (hasNext !== true) return { items, json };
    cursor = String(following);
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

/** Where the page begins; null when the cursor is refused: what is no cursor at all is. */
function beginOf(cursor: string | null, count: number, { place, unknown }: PageChoices): number | null {
  if (cursor === null) return 0;
  const found = place(cursor);
  if (found === null || (found >= 0 && found < count)) return found;
  return { refuse: null, empty: count, first: 0 }[unknown];
}

/** A list with pages of its own. */
export function ownPages(matcher: RegExp, place: Place, choices: PageChoices): () => Fault {
  return () => {
    // The data behind stays as it is, so that each caller's list is asked for once.
    const lists = new Map<string | undefined, ReturnType<typeof allItems>>();
    return async (request, next) => {
      if (!isMeant(request, matcher)) return next(request);
      const { authorization } = request.headers;
      const asked = lists.get(authorization) ?? allItems(request, place, next);
      lists.set(authorization, asked);
      const whole = await asked;
      if ('kind' in whole) return whole;
      const { cursor, last, reversed = false, nullForEmpty = false } = choices;
      const items = reversed ? whole.items.toReversed() : whole.items;
      const size = sizeOf(request.query.get('limit'), choices);
      const begin = beginOf(request.query.get('cursor'), items.length, choices);
      if (size === null || begin === null) return refusal('limit or cursor cannot be used');
      const page = items.slice(begin, begin + size);
      const end = begin + page.length;
      const hasNext = end < items.length;
      const pagination = { next_cursor: hasNext ? cursor(end) : last(items.length), has_next: hasNext };
      const shown = nullForEmpty && page.length === 0 ? null : page;
      const answer = withItems(whole.json, place, shown);
      const told = Object.hasOwn(answer, place)
        ? withTop(answer, { pagination })
        : withTop(answer, { data: { ...inside(answer, 'data'), pagination } });
      return jsonReply(200, told);
    };
  };
}
