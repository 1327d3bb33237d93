/** Looks for a new item where it can be read, and where it is listed. */

import type { CheckContext } from '../../core/context.ts';
import type { ReportAspect } from '../../core/family.ts';
import { blockedBy, broken, inconclusive, type Judgement, pass } from '../../core/judgement.ts';
import { chosenFor } from '../../discovery/chosen.ts';
import { MOST_PAGES, pagedListOf, type Traversed, traversePages, traverseWhole } from '../../discovery/pages.ts';
import { sharedInput } from '../../discovery/paths.ts';
import { callOf } from '../../model/call.ts';
import { type Operation, operationOf } from '../../model/document/api.ts';
import { type Exchange, isSuccess, outcomeText } from '../../model/exchange.ts';
import type { Input } from '../../model/input.ts';
import { sameJson } from '../../model/values/json.ts';
import { within } from '../../model/values/pointer.ts';
import { demandsCredentials, isSick } from '../access/refusals.ts';
import { ordersOf, type ReadBack } from './declared.ts';
import { firstDifference } from './difference.ts';
import type { Made } from './make.ts';

async function judgeRead(ctx: CheckContext, declared: ReadBack, made: Made): Promise<Judgement> {
  const { api } = ctx.suite;
  const { id, input, item, credentials } = made;
  const { read: by = '', parameter = '' } = declared;
  const reader = operationOf(api, by);
  const chosen = await chosenFor(ctx, reader.id, item, reader.id);
  const shared = sharedInput(reader, input);
  const whole: Input = { ...shared, ...chosen, path: { ...shared.path, [parameter]: id } };
  const read = () =>
    ctx.send(callOf(reader, whole, { label: `read ${id}`, credentials, intent: 'open', isSound: true }));
  const isRight = (one: Exchange) => isSuccess(one) && firstDifference(api, declared, made, one) === null;
  const exchange = await ctx.until(read, isRight);
  if (isRight(exchange)) return pass;
  if (isSick(exchange) || demandsCredentials(exchange)) return blockedBy(exchange);
  const difference = isSuccess(exchange) ? firstDifference(api, declared, made, exchange) : null;
  const expected = 'success, since it was just created';
  const against = declared.operation;
  return broken({ expected, actual: outcomeText(exchange), against, about: 'read', ...difference, exchange });
}

/** An offset may count pages from one: then the first page is repeated. */
function distinctPages({ pages }: Traversed): Traversed['pages'] {
  const [first, second] = pages;
  return first !== undefined && second !== undefined && sameJson(first.keys, second.keys) ? pages.slice(1) : pages;
}

async function judgeListed(
  ctx: CheckContext,
  declared: ReadBack,
  listing: Operation,
  made: Made,
  order: Input['query'],
): Promise<Judgement> {
  const { api } = ctx.suite;
  const { id, input, credentials } = made;
  const list = pagedListOf(api, listing.id);
  if (list === null) return inconclusive(`the document does not declare that ${listing.id} returns a list`);
  const shared = sharedInput(listing, input);
  const whole = { ...shared, query: { ...shared.query, ...order } };
  const traverse = () => traverseWhole(ctx, list, whole, { most: MOST_PAGES, credentials });
  const timesIn = (one: Traversed) =>
    distinctPages(one)
      .flatMap(({ keys }) => keys)
      .filter((key) => key === id).length;
  const traversed = await ctx.until(traverse, (one) => timesIn(one) === 1);
  const times = timesIn(traversed);
  const page = traversed.pages.find(({ keys }) => keys.includes(id));
  if (times === 1 && page !== undefined) {
    const difference = firstDifference(
      api,
      declared,
      made,
      page.exchange,
      list.operation,
      within(list.items, page.keys.indexOf(id)),
    );
    return difference === null ? pass : broken({ ...difference, about: 'listed', exchange: page.exchange });
  }
  const last = traversed.pages.at(-1);
  if (traversed.refusal !== null || last === undefined) return blockedBy(traversed.refusal ?? undefined);
  const isCut = times === 0 && traversed.pages.length === MOST_PAGES && last.keys.length > 0;
  if (isCut) return inconclusive(`${listing.id} lists too much for the suite to read`);
  const exchange = page?.exchange ?? last.exchange;
  const expected = `${id} once in the ${list.noun} of ${listing.id}`;
  const against = declared.operation;
  return broken({ expected, actual: `${times} times`, pointer: list.items, against, about: 'listed', exchange });
}

/**
 * Items that were created one after the other, looked up in pages of one item. The unit of an offset may be open, so a
 * traversal that showed all of them before the last was created shows what the next must show; null if there was none.
 */
async function judgePages(
  ctx: CheckContext,
  declared: ReadBack,
  listing: Operation,
  made: readonly Made[],
  order: Input['query'],
  proved: Set<string>,
): Promise<Judgement | null> {
  const { api } = ctx.suite;
  const list = pagedListOf(api, listing.id);
  const last = made.at(-1);
  if (last === undefined || list?.by !== 'offset' || list.limit === null) return null;
  const shared = sharedInput(listing, last.input);
  const whole = { ...shared, query: { ...shared.query, ...order } };
  const { credentials } = last;
  const how = { name: 'pages of one', limit: 1, most: made.length + 2, credentials, intent: 'open' } as const;
  const traverse = () => traversePages(ctx, list, whole, how);
  const missing = (one: Traversed) => {
    const keys = distinctPages(one).flatMap((page) => page.keys);
    return made.find(({ id }) => keys.filter((key) => key === id).length !== 1);
  };
  const name = JSON.stringify([listing.id, order]);
  const isProved = proved.has(name);
  const traversed = isProved ? await ctx.until(traverse, (one) => missing(one) === undefined) : await traverse();
  const lost = missing(traversed);
  const page = traversed.pages.find(({ keys }) => keys.includes(last.id)) ?? traversed.pages.at(-1);
  if (lost === undefined && page !== undefined) {
    proved.add(name);
    const place = within(list.items, page.keys.indexOf(last.id));
    const difference = firstDifference(api, declared, last, page.exchange, listing.id, place);
    return difference === null ? pass : broken({ ...difference, about: 'listed', exchange: page.exchange });
  }
  if (lost === undefined || page === undefined || !isProved || traversed.refusal !== null) return null;
  const expected = `${lost.id} once on one of the pages, like the ${made.length - 1} that were created before`;
  return broken({
    expected,
    actual: 'it is missing or repeated',
    pointer: list.items,
    about: 'pages',
    exchange: page.exchange,
  });
}

/** The earlier items of one place, and the orders that showed all of them. */
interface Before {
  readonly all: readonly Made[];
  readonly proved: Set<string>;
}

/** Each thing is looked for in two orders: one in which the thing before it was, and another. */
export async function judgeMade(
  ctx: CheckContext,
  declared: ReadBack,
  made: Made,
  report: ReportAspect,
  before?: Before,
): Promise<void> {
  const { api } = ctx.suite;
  const { all = [], proved = new Set<string>() } = before ?? {};
  const turn = all.length;
  if (declared.read !== undefined) report('readable', await judgeRead(ctx, declared, made));
  for (const id of declared.lists ?? []) {
    const orders = ordersOf(api, id);
    const listing = operationOf(api, id);
    for (const order of new Set([0, 1].map((more) => orders[(turn + more) % orders.length] ?? {}))) {
      const isNext = order === orders[(turn + 1) % orders.length];
      // A cached page shows the item before the last, which has one before the first among two.
      const isPaged = turn > (isNext ? 0 : 1);
      const paged = isPaged ? await judgePages(ctx, declared, listing, [...all, made], order, proved) : null;
      const judgement = paged ?? (await judgeListed(ctx, declared, listing, made, order));
      // In another order, the new item may be far from the start.
      if (order === orders[0] || judgement.verdict !== 'inconclusive') report('listed', judgement);
    }
  }
}
