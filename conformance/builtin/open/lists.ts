/**
 * Observations of lists where the documents leave them open: their order, the forms of members, pages, cursors and
 * limits.
 */

import { pick } from '../../core/answers.ts';
import type { CheckContext } from '../../core/context.ts';
import { once } from '../../discovery/memo.ts';
import {
  MOST_PAGES,
  type Page,
  type PagedList,
  type PageQuery,
  pagedListOf,
  pageOf,
  sendPage,
  traverseFirst,
} from '../../discovery/pages.ts';
import { inputsOf, itemsOf } from '../../discovery/things.ts';
import { visit } from '../../discovery/visit.ts';
import { type Exchange, isSuccess, outcomeText, successJson } from '../../model/exchange.ts';
import type { Input } from '../../model/input.ts';
import type { JsonObject } from '../../model/values/json.ts';
import { valueAt } from '../../model/values/pointer.ts';
import { parseInstant } from '../../model/values/time.ts';
import { distinct, each, formOf, type Probe } from './words.ts';

interface Listed {
  readonly list: PagedList;
  readonly input: Input;
}

/** A list with inputs that this server accepts; null where there are none. */
async function listed(ctx: CheckContext, operation: string): Promise<Listed | null> {
  const list = pagedListOf(ctx.suite.api, operation);
  const [found] = list === null ? [] : await inputsOf(ctx, operation);
  return list === null || found === undefined ? null : { list, input: found.input };
}

/** Sends a request for a page once for all observations of it. */
const send = once(
  (ctx: CheckContext, { list, input }: Listed, query: PageQuery): Promise<Exchange> =>
    sendPage(ctx, list, input, query, { label: `${list.noun}, ${JSON.stringify(query)}`, intent: 'open' }),
  { key: ({ list, input }, query) => JSON.stringify([list.operation, input, query]) },
);

/** The direction of values from the first to the last. */
function directionOf(places: readonly (bigint | number | null)[], member: string): string | null {
  const known = places.filter((place) => place !== null);
  const steps = known.slice(1).map((place, index) => {
    const before = known[index] ?? place;
    return place === before ? 0 : place > before ? 1 : -1;
  });
  const [up, down] = [steps.includes(1), steps.includes(-1)];
  if (up && down) return `not by ${member}`;
  if (!up && !down) return null;
  if (member !== 'created_at') return up ? 'the smallest first' : 'the largest first';
  return up ? 'oldest first' : 'newest first';
}

function placeOf(value: unknown): bigint | number | null {
  return typeof value === 'string' ? parseInstant(value) : typeof value === 'number' ? value : null;
}

/**
 * The order of a list; of each, if the operation has several lists.
 * @param query requests an order.
 */
export function orderOf(operation: string, member = 'created_at', query: Input['query'] = {}): Probe {
  return async (ctx) => {
    const list = pagedListOf(ctx.suite.api, operation);
    if (list === null) return null;
    const seen: string[] = [];
    for (const { input } of pick(await inputsOf(ctx, operation))) {
      const request = { ...input, query: { ...input.query, ...query } };
      const items = pageOf(list, await send(ctx, { list, input: request }, {}))?.items ?? [];
      const places = items.map((item) => placeOf(item[member]));
      const direction = directionOf(places, member);
      if (direction !== null) seen.push(direction);
    }
    return distinct(seen);
  };
}

/** The items of a list, or some of them where the list takes several requests. */
export async function someItems(ctx: CheckContext, operation: string): Promise<readonly JsonObject[]> {
  const found = await inputsOf(ctx, operation);
  if (found.length < 2) return itemsOf(ctx, operation);
  const list = pagedListOf(ctx.suite.api, operation);
  const items: JsonObject[] = [];
  for (const { input } of list === null ? [] : pick(found)) {
    if (list !== null) items.push(...(pageOf(list, await send(ctx, { list, input }, {}))?.items ?? []));
  }
  return items;
}

/** The values of a member of listed items or, at a pointer, in the responses of an operation. */
async function observedAt(ctx: CheckContext, operation: string, member: string): Promise<readonly unknown[]> {
  if (!member.startsWith('/')) return (await someItems(ctx, operation)).map((item) => valueAt(item, `/${member}`));
  return (await visit(ctx, operation)).flatMap((exchange) => valueAt(successJson(exchange), member) ?? []);
}

/** The values of members, separately if they differ. @param reportOne describes a value. */
export function membersOf(
  reportOne: (value: unknown) => unknown,
  operation: string,
  members: readonly string[],
): Probe {
  return async (ctx) => {
    const reported: (readonly [member: string, values: string | null])[] = [];
    for (const member of members)
      reported.push([member, distinct((await observedAt(ctx, operation, member)).map(reportOne))]);
    const [first, ...others] = reported.filter(([, values]) => values !== null);
    if (first === undefined || others.every(([, values]) => values === first[1])) return first?.[1] ?? null;
    return reported.map(([member, values]) => `${member.split('/').at(-1)}: ${values ?? 'nothing'}`).join('; ');
  };
}

async function page(ctx: CheckContext, listed: Listed, query: PageQuery): Promise<Page | null> {
  return pageOf(listed.list, await send(ctx, listed, query));
}

/** Describes a page in comparison with the first one, without numbers that grow. */
function comparedTo(first: Page, { list }: Listed, exchange: Exchange): string {
  const other = pageOf(list, exchange);
  if (other === null) return outcomeText(exchange);
  if (other.items.length === 0) return 'an empty page';
  return other.keys[0] === first.keys[0] ? 'the first page' : 'another page';
}

/** Whether a page that begins where this one ends has other items; an offset may count pages too. */
async function hasMore(ctx: CheckContext, one: Listed, { more, keys }: Page): Promise<boolean> {
  if (more !== null || one.list.by !== 'offset') return more === true;
  const next = await page(ctx, one, { cursor: String(keys.length) });
  return next?.keys.some((key) => !keys.includes(key)) === true;
}

/** The observations of some paged lists, by their names in the contract. */
const pageProbes: Readonly<Record<string, (ctx: CheckContext, one: Listed) => Promise<string | null>>> = {
  async cursors(ctx, one) {
    const first = await page(ctx, one, { limit: 1 });
    return first?.more === true ? formOf(first.next) : null;
  },

  async 'last-cursors'(ctx, { list, input }) {
    const { pages } = await traverseFirst(ctx, list, input, { credentials: 'given', most: MOST_PAGES });
    const last = pages.at(-1);
    return last?.more === false ? formOf(last.next) : null;
  },

  async 'unknown-cursors'(ctx, one) {
    const first = await page(ctx, one, {});
    return first === null ? null : comparedTo(first, one, await send(ctx, one, { cursor: '999999999999999' }));
  },

  async 'default-sizes'(ctx, one) {
    const first = await page(ctx, one, {});
    if (first === null) return null;
    return (await hasMore(ctx, one, first)) ? String(first.items.length) : 'not reached, the list is too short';
  },

  async 'largest-sizes'(ctx, one) {
    const exchange = await send(ctx, one, { limit: 1_000_000 });
    const large = pageOf(one.list, exchange);
    if (large === null) return isSuccess(exchange) ? null : `${outcomeText(exchange)} for a larger one`;
    return (await hasMore(ctx, one, large))
      ? `${large.items.length} for a larger one`
      : 'not reached, the list is too short';
  },

  async 'sizes-below-one'(ctx, one) {
    const plain = await page(ctx, one, {});
    if (plain === null) return null;
    return `${await below(ctx, one, plain, 0)}, ${await below(ctx, one, plain, -1)}`;
  },
};

async function below(ctx: CheckContext, one: Listed, plain: Page, limit: number): Promise<string> {
  const exchange = await send(ctx, one, { limit });
  const isPlain = pageOf(one.list, exchange)?.items.length === plain.items.length;
  return `${limit} ${isPlain ? 'as without a limit' : comparedTo(plain, one, exchange)}`;
}

/** The observation of some paged lists; null if none has this name. */
export function pageProbe(kind: string, operations: readonly string[]): Probe | null {
  const probe = pageProbes[kind];
  if (probe === undefined) return null;
  return (ctx) =>
    each(operations, async (operation) => {
      const one = await listed(ctx, operation);
      return one === null ? null : probe(ctx, one);
    });
}
