/** Orders, and their transactions in the orders and in the lists (document 2, Endpoints, Swap service). */

import { sendOpen } from '@wallet-services/conformance/builtin';
import {
  blockedBy,
  broken,
  type CheckContext,
  inconclusive,
  type Judgement,
  type OwnRule,
  objectOf,
  pass,
  passUnless,
} from '@wallet-services/conformance/core';
import {
  itemsOf,
  knownInputs,
  MOST_PAGES,
  once,
  pagedListOf,
  traverseFirst,
} from '@wallet-services/conformance/discovery';
import { differences } from '@wallet-services/conformance/families';
import {
  type Exchange,
  excerpt,
  formOf,
  isBlank,
  isNamed,
  isSuccess,
  type JsonObject,
  noInput,
  objectsOf,
  outcomeText,
  seededUuid,
} from '@wallet-services/conformance/model';
import { altered, answersTheFirstPath } from '@wallet-services/conformance/mutation';

const HINT = 'set known.inputs.readOrder in the target file to the follow ids (path) of two orders of the caller';
const INSIDE = '/data/transactions';

type Read = NonNullable<Awaited<ReturnType<typeof read>>>;

/** The members that are not empty: members that only lists have may be empty in an order, and vice versa. */
function reporting(transaction: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(transaction).filter(([, value]) => !isBlank(value)));
}

async function read(ctx: CheckContext, followId: string, when = 'once') {
  const label = `order ${followId}, ${when}`;
  const exchange = await sendOpen(ctx, 'readOrder', label, { path: { follow_id: followId } });
  const order = objectOf(exchange);
  if (order === null) return null;
  const transactions = objectsOf(order['transactions']).map(reporting);
  return { followId, exchange, order, transactions };
}

/** The number of orders that are read, and of further ones that others may have placed. */
const MOST = 4;

/**
 * Orders of transactions that are not among the caller's. If a server also shows orders of others, they have more
 * states; the caller's own should be in the caller's list.
 */
const further = once(async (ctx: CheckContext): Promise<readonly Read[]> => {
  const { mine } = await known(ctx);
  const own = new Set(mine.map(({ id }) => String(id).toLowerCase()));
  const others = (await itemsOf(ctx, 'listTransactions')).filter(({ id }) => !own.has(String(id).toLowerCase()));
  const ids = [...new Set(others.map(({ follow_id: id }) => String(id).toLowerCase()))];
  const orders: Read[] = [];
  for (const id of ids.filter((one) => formOf(one) !== null).slice(0, 2 * MOST)) {
    const order = await read(ctx, id);
    if (order !== null) orders.push(order);
  }
  return orders;
});

/** The caller's transactions, and the orders that they or the target lead to. */
const known = once(
  async (ctx: CheckContext): Promise<{ readonly mine: readonly JsonObject[]; readonly orders: readonly Read[] }> => {
    const mine = await itemsOf(ctx, 'listMyTransactions');
    const named = knownInputs(ctx.suite, 'readOrder').flatMap(({ path = {} }) => path['follow_id'] ?? []);
    // A follow id that many transactions share certainly has an order.
    const groups = [...Map.groupBy(mine, ({ follow_id: id }) => String(id))].filter(([id]) => formOf(id) !== null);
    const likely = groups.toSorted(([, left], [, right]) => right.length - left.length).map(([id]) => id);
    const swaps = mine.filter(({ type }) => type === 'Swap').map(({ follow_id: id }) => String(id));
    const orders: Read[] = [];
    let tries = 0;
    for (const id of new Set([...named, ...likely.slice(0, 1), ...swaps].map((one) => String(one).toLowerCase()))) {
      const order = orders.length < MOST && tries < 3 * MOST && formOf(id) !== null ? await read(ctx, id) : null;
      tries += 1;
      if (order !== null) orders.push(order);
    }
    return { mine, orders };
  },
);

async function inLists(ctx: CheckContext): Promise<readonly JsonObject[]> {
  return [...(await itemsOf(ctx, 'listMyTransactions')), ...(await itemsOf(ctx, 'listTransactions'))];
}

/** A transaction in the lists; undefined where they do not have it. */
async function listed(ctx: CheckContext, { id }: JsonObject): Promise<JsonObject | undefined> {
  const found = (await inLists(ctx)).find((item) => isNamed(item['id'], String(id)));
  return found === undefined ? undefined : reporting(found);
}

/** A swap that belongs to an order in the lists, by its follow id, and that the order does not have. */
async function lacking(ctx: CheckContext, { followId, transactions }: Read): Promise<JsonObject | undefined> {
  const shows = ({ id }: JsonObject) => transactions.some((one) => isNamed(one['id'], String(id)));
  const isOf = ({ type, follow_id: id }: JsonObject) => type === 'Swap' && isNamed(id, followId);
  return (await inLists(ctx)).find((item) => isOf(item) && !shows(item));
}

/** The place of a transaction that occurs earlier as well; -1 where there is none. */
function placeOfRepeated(transactions: readonly JsonObject[]): number {
  const ids = transactions.map(({ id }) => id);
  return ids.findIndex((id, place) => id !== undefined && ids.indexOf(id) < place);
}

const NO_ORDER = inconclusive('the suite found no order of the caller', HINT);

const byFollowId: OwnRule = {
  id: 'swap.readOrder.by-follow-id',
  async check(ctx, report) {
    const { orders } = await known(ctx);
    if (orders.length === 0) return report(NO_ORDER);
    const wrong: Judgement[] = [];
    const about = 'another order';
    for (const { followId, exchange, order, transactions } of orders) {
      const other = orders.find((one) => one.followId !== followId && isNamed(one.order['id'], String(order['id'])));
      const at = { expected: `the order of ${followId}`, about, exchange };
      if (other !== undefined) {
        wrong.push(broken({ ...at, actual: `the same order as for ${other.followId}`, pointer: '/data/id' }));
      }
      for (const [index, transaction] of transactions.entries()) {
        const reported = (await listed(ctx, transaction))?.['follow_id'];
        if (formOf(reported) === null || isNamed(reported, followId)) continue;
        const actual = `a transaction whose follow_id is ${String(reported)}`;
        wrong.push(broken({ ...at, actual, pointer: `${INSIDE}/${index}` }));
      }
    }
    const unknown = seededUuid(ctx.suite.seed, ctx.suite.run, 'a follow id of nothing');
    const nothing = await read(ctx, unknown);
    if (nothing !== null && orders.some(({ order }) => isNamed(order['id'], String(nothing.order['id'])))) {
      const [expected, actual] = [`no order, since ${unknown} does not exist`, `the order of ${orders[0]?.followId}`];
      wrong.push(broken({ expected, actual, about, exchange: nothing.exchange }));
    }
    if (orders.length < 2 && wrong.length === 0 && orders.every(({ transactions }) => transactions.length === 0)) {
      return report(inconclusive('the suite found only one order, without transactions', HINT));
    }
    report(...passUnless(wrong));
  },
  mutants: (at) => ({
    'every follow id has the order that was asked for first': answersTheFirstPath(at('readOrder')),
  }),
};

const sameTransactions: OwnRule = {
  id: 'swap.readOrder.same-transactions',
  async check(ctx, report) {
    const { orders } = await known(ctx);
    let seen = false;
    for (const one of orders) {
      const { followId, transactions, exchange } = one;
      const lost = (await lacking(ctx, one)) && (await lacking(ctx, (await read(ctx, followId, 'again')) ?? one));
      const expected = `transaction ${String(lost?.['id'])}, which has this follow_id in the lists`;
      seen ||= lost !== undefined;
      if (lost !== undefined) report(broken({ expected, actual: 'it is missing', pointer: INSIDE, exchange }));
      const repeated = placeOfRepeated(transactions);
      if (repeated >= 0) {
        const pointer = `${INSIDE}/${repeated}`;
        const actual = `transaction ${String(transactions[repeated]?.['id'])} again`;
        report(broken({ expected: 'each transaction once', actual, pointer, exchange }));
      }
      for (const [index, transaction] of transactions.entries()) {
        const reported = await listed(ctx, transaction);
        const [difference] = reported === undefined ? [] : differences(reported, transaction);
        seen ||= reported !== undefined;
        if (difference === undefined) continue;
        const again = (await read(ctx, followId, 'again'))?.transactions[index];
        const lasting = again !== undefined && reported !== undefined ? differences(reported, again) : [];
        if (lasting.length === 0) continue;
        const { pointer, listed: there, alone } = difference;
        const expected = `${excerpt(there)}, as in the lists`;
        const place = { pointer: `${INSIDE}/${index}${pointer}`, against: 'listTransactions' };
        report(broken({ expected, actual: excerpt(alone), ...place, exchange }));
      }
    }
    const hint = 'give the caller an order with transactions';
    report(seen ? pass : inconclusive('no transaction was seen both in an order and in a list', hint));
  },
  mutants: (at) => {
    const { value } = at('readOrder');
    return Object.fromEntries([
      ...['base_amount', 'funds', 'amount', 'fee_amount', 'filled_asset_id', 'created_at'].map((member) => [
        `an order has another ${member} of its transactions than the lists`,
        value(`${INSIDE}/*/${member}`, altered),
      ]),
      ['an order lacks its last transaction', value(INSIDE, (items) => objectsOf(items).slice(0, -1))],
      [
        'an order has its first transaction twice',
        value(INSIDE, (items) => [...objectsOf(items), ...objectsOf(items).slice(0, 1)]),
      ],
      ['an order makes up the ids of its transactions', value(`${INSIDE}/*/id`, altered)],
    ]);
  },
};

const paid: OwnRule = {
  id: 'swap.createAction.follow-id-reads-order',
  async check(ctx, report) {
    const isKnown = knownInputs(ctx.suite, 'readOrder').length > 0;
    const exchange = isKnown ? await sendOpen(ctx, 'readOrder', 'the order in the target file') : null;
    if (exchange === null) report((await known(ctx)).orders.length > 0 ? pass : NO_ORDER);
    else if (isSuccess(exchange)) report(pass);
    else if (exchange.outcome.kind === 'failure') report(blockedBy(exchange));
    else report(broken({ expected: 'the order that the target file names', actual: outcomeText(exchange), exchange }));
  },
  mutants: (at) => ({ 'an order is not found by its follow id': at('readOrder').refused(() => true, 404) }),
};

function lost(id: string, exchange: Exchange): Judgement {
  const expected = `transaction ${id}, which belongs in this list according to other responses`;
  return broken({ expected, actual: 'it is missing', pointer: INSIDE, exchange });
}

const ofCaller: OwnRule = {
  id: 'swap.listMyTransactions.complete',
  async check(ctx, report) {
    const { orders } = await known(ctx);
    const ofUser = ({ order, transactions }: Read) =>
      transactions.filter(({ user_id: user }) => isNamed(user, String(order['user_id'])));
    const caller = String(orders[0]?.order['user_id']);
    const strays = (await further(ctx)).filter(({ order }) => isNamed(order['user_id'], caller));
    const own: JsonObject[] = [];
    // An order without a transaction that the lists give to it is wrong itself.
    for (const one of [...strays.slice(0, 2), ...orders]) {
      if ((await lacking(ctx, one)) === undefined) own.push(...ofUser(one));
    }
    let seen = false;
    const list = pagedListOf(ctx.suite.api, 'listMyTransactions');
    for (const { id, base_asset_id, quote_asset_id } of own.slice(0, MOST)) {
      if (list === null) break;
      const input = { ...noInput, path: { base: String(base_asset_id), quote: String(quote_asset_id) } };
      const { pages } = await traverseFirst(ctx, list, input, {
        most: MOST_PAGES,
        intent: 'open',
        credentials: 'given',
      });
      const [first] = pages;
      const isShown = pages.some(({ keys }) => keys.some((key) => isNamed(key, String(id))));
      const isWhole = pages.at(-1)?.more === false;
      seen ||= isShown || isWhole;
      if (!isShown && isWhole && first !== undefined) report(lost(String(id), first.exchange));
    }
    report(seen ? pass : NO_ORDER);
  },
  mutants: (at) => ({
    'listMyTransactions leaves out what was sold of the base': at('listMyTransactions').items.all((items) =>
      items.filter(({ base_amount: sold }) => !String(sold).startsWith('-')),
    ),
  }),
};

export default [byFollowId, sameTransactions, paid, ofCaller];
