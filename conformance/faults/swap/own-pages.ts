/** Pages as another swap server would make them: order, sizes and cursors of its own over the same transactions. */

import { type Fault, isMeant, jsonReply, type Reply, type Request, successOf } from '../../fault/proxy/reply.ts';
import { type JsonObject, objectsOf } from '../../model/json.ts';
import { inside, withData, withQuery } from '../vault/change.ts';
import { at } from './change.ts';

/** What the documents leave open. */
export interface PageChoices {
  readonly reversed: boolean;
  readonly standard: number;
  readonly maximum: number;
  /** What a limit above the maximum, or below 1, does: it is refused, or cut. */
  readonly beyond: 'refuse' | 'cut';
  /** Added to the place at which a page begins. */
  readonly firstCursor: number;
  /** What `next_cursor` is on the last page. */
  readonly last: string;
  /** What a cursor does that no page gave. */
  readonly unknown: 'refuse' | 'empty';
  /** What a page without transactions holds. */
  readonly empty: null | [];
}

interface Whole {
  readonly json: unknown;
  readonly items: readonly JsonObject[];
}

/** All transactions behind a list; the refusal where it is refused. */
async function wholeOf(request: Request, next: (request: Request) => Promise<Reply>): Promise<Whole | Reply> {
  const items: JsonObject[] = [];
  for (let cursor: string | undefined; ; ) {
    const reply = await next(withQuery(request, { limit: '500', cursor }));
    const json = successOf(reply);
    if (json === undefined) return reply;
    const data = inside(json, 'data');
    items.push(...objectsOf(data['transactions']));
    const { next_cursor: following, has_next: more } = inside(data, 'pagination');
    if (more !== true) return { items, json };
    cursor = String(following);
  }
}

const refusal = jsonReply(400, { code: 400, msg: 'limit or cursor cannot be used' });

/** A whole number; undefined where there is none, null where it is something else. */
function numberOf(text: string | null): number | undefined | null {
  if (text === null) return undefined;
  return /^-?\d+$/.test(text) ? Number(text) : null;
}

function sizeOf(limit: number | undefined, { standard, maximum, beyond }: PageChoices): number | null {
  if (limit === undefined) return standard;
  if (limit >= 1 && limit <= maximum) return limit;
  return beyond === 'refuse' ? null : Math.min(Math.max(limit, 1), maximum);
}

/** The three lists with pages of their own. */
export function ownPages(choices: PageChoices): () => Fault {
  return () => {
    const known = new Map<string, Whole>();
    return async (request, next) => {
      if (!isMeant(request, at.lists)) return next(request);
      const [limit, cursor] = ['limit', 'cursor'].map((name) => numberOf(request.query.get(name)));
      const key = `${request.path} ${request.headers['authorization']}`;
      const whole = known.get(key) ?? (await wholeOf(request, next));
      if ('kind' in whole) return whole;
      known.set(key, whole);
      const size = limit === null ? null : sizeOf(limit, choices);
      if (size === null || cursor === null) return refusal;
      const items = choices.reversed ? whole.items.toReversed() : whole.items;
      const begin = cursor === undefined ? 0 : cursor - choices.firstCursor;
      const isKnown = begin >= 0 && begin < Math.max(items.length, 1);
      if (!isKnown && choices.unknown === 'refuse') return refusal;
      const page = isKnown ? items.slice(begin, begin + size) : [];
      const end = begin + page.length;
      const more = isKnown && end < items.length;
      const pagination = { next_cursor: more ? String(end + choices.firstCursor) : choices.last, has_next: more };
      return jsonReply(
        200,
        withData(whole.json, { transactions: page.length === 0 ? choices.empty : page, pagination }),
      );
    };
  };
}
