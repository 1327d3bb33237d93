/** Orders, and the transactions of which they and the lists tell (document 2, Endpoints, Swap service). */

import { askOpen } from '@wallet-services/conformance/builtin';
import {
  blockedBy,
  broken,
  inconclusive,
  type Judgement,
  type OwnRule,
  objectOf,
  pass,
  passUnless,
  type Talk,
} from '@wallet-services/conformance/core';
import {
  itemsOf,
  knownInputs,
  MOST_PAGES,
  pagedListOf,
  remembered,
  walkFirst,
} from '@wallet-services/conformance/discovery';
import { differences } from '@wallet-services/conformance/families';
import {
  type Exchange,
  formOf,
  isNamed,
  isSuccess,
  type JsonObject,
  noInput,
  objectsOf,
  outcomeText,
  saysNothing,
  seededUuid,
} from '@wallet-services/conformance/model';
import { altered, answersTheFirstPath } from '@wallet-services/conformance/mutation';

const HINT = 'set known.inputs.readOrder in the target file to the follow ids (path) of two orders of the caller';
const INSIDE = '/data/transactions';

type Read = NonNullable<Awaited<ReturnType<typeof read>>>;

/** The members that say something: those of the lists alone may be empty in an order, and those of orders in a list. */
function saying(transaction: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(transaction).filter(([, value]) => !saysNothing(value)));
}

async function read(talk: Talk, followId: string, when = 'once') {
  const label = `order ${followId}, ${when}`;
  const exchange = await askOpen(talk, 'readOrder', label, { path: { follow_id: followId } });
  const order = objectOf(exchange);
  if (order === null) return null;
  const transactions = objectsOf(order['transactions']).map(saying);
  return { followId, exchange, order, transactions };
}

/** So many orders are read, and so many more that others may have placed. */
const MOST = 4;

/**
 * Orders behind transactions that are not among the caller's. Where a server shows those of others too, they tell of
 * more states; one of the caller's own ought to be in his list.
 */
function further(talk: Talk): Promise<readonly Read[]> {
  return remembered(talk, 'orders of anybody', async () => {
    const { mine } = await known(talk);
    const own = new Set(mine.map(({ id }) => String(id).toLowerCase()));
    const others = (await itemsOf(talk, 'listTransactions')).filter(({ id }) => !own.has(String(id).toLowerCase()));
    const ids = [...new Set(others.map(({ follow_id: id }) => String(id).toLowerCase()))];
    const orders: Read[] = [];
    for (const id of ids.filter((one) => formOf(one) !== null).slice(0, 2 * MOST)) {
      const order = await read(talk, id);
      if (order !== null) orders.push(order);
    }
    return orders;
  });
}

/** The caller's transactions, and the orders to which they or the target lead. */
function known(talk: Talk): Promise<{ readonly mine: readonly JsonObject[]; readonly orders: readonly Read[] }> {
  return remembered(talk, 'orders', async () => {
    const mine = await itemsOf(talk, 'listMyTransactions');
    const named = knownInputs(talk.scene, 'readOrder').flatMap(({ path = {} }) => path['follow_id'] ?? []);
    // Where many transactions have one follow id, an order stands behind it for certain.
    const groups = [...Map.groupBy(mine, ({ follow_id: id }) => String(id))].filter(([id]) => formOf(id) !== null);
    const likely = groups.toSorted(([, left], [, right]) => right.length - left.length).map(([id]) => id);
    const swaps = mine.filter(({ type }) => type === 'Swap').map(({ follow_id: id }) => String(id));
    const orders: Read[] = [];
    let tries = 0;
    for (const id of new Set([...named, ...likely.slice(0, 1), ...swaps].map((one) => String(one).toLowerCase()))) {
      const order = orders.length < MOST && tries < 3 * MOST && formOf(id) !== null ? await read(talk, id) : null;
      tries += 1;
      if (order !== null) orders.push(order);
    }
    return { mine, orders };
  });
}

async function inLists(talk: Talk): Promise<readonly JsonObject[]> {
  return [...(await itemsOf(talk, 'listMyTransactions')), ...(await itemsOf(talk, 'listTransactions'))];
}

/** What the lists tell of a transaction; undefined where they do not have it. */
async function listed(talk: Talk, { id }: JsonObject): Promise<JsonObject | undefined> {
  const found = (await inLists(talk)).find((item) => isNamed(item['id'], String(id)));
  return found === undefined ? undefined : saying(found);
}

/** A swap that the lists tell to be of an order, by its follow id, and that the order does not show. */
async function lacking(talk: Talk, { followId, transactions }: Read): Promise<JsonObject | undefined> {
  const shows = ({ id }: JsonObject) => transactions.some((one) => isNamed(one['id'], String(id)));
  const isOf = ({ type, follow_id: id }: JsonObject) => type === 'Swap' && isNamed(id, followId);
  return (await inLists(talk)).find((item) => isOf(item) && !shows(item));
}

/** The place of a transaction that is there before; -1 where there is none. */
function placeOfRepeated(transactions: readonly JsonObject[]): number {
  const ids = transactions.map(({ id }) => id);
  return ids.findIndex((id, place) => id !== undefined && ids.indexOf(id) < place);
}

const NO_ORDER = inconclusive('the suite found no order of the caller', HINT);

const byFollowId: OwnRule = {
  id: 'swap.readOrder.by-follow-id',
  async check(talk, say) {
    const { orders } = await known(talk);
    if (orders.length === 0) return say(NO_ORDER);
    const wrong: Judgement[] = [];
    const about = 'another order';
    for (const { followId, exchange, order, transactions } of orders) {
      const other = orders.find((one) => one.followId !== followId && isNamed(one.order['id'], String(order['id'])));
      const at = { expected: `the order of ${followId}`, about, exchange };
      if (other !== undefined) {
        wrong.push(broken({ ...at, actual: `the same order as for ${other.followId}`, pointer: '/data/id' }));
      }
      for (const [index, transaction] of transactions.entries()) {
        const told = (await listed(talk, transaction))?.['follow_id'];
        if (formOf(told) === null || isNamed(told, followId)) continue;
        const actual = `a transaction whose follow_id is ${String(told)}`;
        wrong.push(broken({ ...at, actual, pointer: `${INSIDE}/${index}` }));
      }
    }
    const nobodys = seededUuid(talk.scene.seed, talk.scene.run, 'a follow id of nothing');
    const nothing = await read(talk, nobodys);
    if (nothing !== null && orders.some(({ order }) => isNamed(order['id'], String(nothing.order['id'])))) {
      const [expected, actual] = [`no order, since ${nobodys} does not exist`, `the order of ${orders[0]?.followId}`];
      wrong.push(broken({ expected, actual, about, exchange: nothing.exchange }));
    }
    if (orders.length < 2 && wrong.length === 0 && orders.every(({ transactions }) => transactions.length === 0)) {
      return say(inconclusive('the suite found only one order, without transactions', HINT));
    }
    say(...passUnless(wrong));
  },
  faults: (at) => ({
    'every follow id has the order that was asked for first': answersTheFirstPath(at('readOrder')),
  }),
};

const sameTransactions: OwnRule = {
  id: 'swap.readOrder.same-transactions',
  async check(talk, say) {
    const { orders } = await known(talk);
    let seen = false;
    for (const one of orders) {
      const { followId, transactions, exchange } = one;
      const lost = (await lacking(talk, one)) && (await lacking(talk, (await read(talk, followId, 'again')) ?? one));
      const expected = `transaction ${String(lost?.['id'])}, which has this follow_id in the lists`;
      seen ||= lost !== undefined;
      if (lost !== undefined) say(broken({ expected, actual: 'it is missing', pointer: INSIDE, exchange }));
      const repeated = placeOfRepeated(transactions);
      if (repeated >= 0) {
        const pointer = `${INSIDE}/${repeated}`;
        const actual = `transaction ${String(transactions[repeated]?.['id'])} again`;
        say(broken({ expected: 'each transaction once', actual, pointer, exchange }));
      }
      for (const [index, transaction] of transactions.entries()) {
        const told = await listed(talk, transaction);
        const [difference] = told === undefined ? [] : differences(told, transaction);
        seen ||= told !== undefined;
        if (difference === undefined) continue;
        const again = (await read(talk, followId, 'again'))?.transactions[index];
        const lasting = again !== undefined && told !== undefined ? differences(told, again) : [];
        if (lasting.length === 0) continue;
        const { pointer, listed: there, alone } = difference;
        const expected = `${String(there)}, as in the lists`;
        const place = { pointer: `${INSIDE}/${index}${pointer}`, against: 'listTransactions' };
        say(broken({ expected, actual: String(alone), ...place, exchange }));
      }
    }
    const hint = 'give the caller an order with transactions';
    say(seen ? pass : inconclusive('no transaction was seen both in an order and in a list', hint));
  },
  faults: (at) => {
    const { value } = at('readOrder');
    return Object.fromEntries([
      ...['base_amount', 'funds', 'amount', 'fee_amount', 'filled_asset_id', 'created_at'].map((member) => [
        `an order tells another ${member} of its transactions than the lists`,
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
  async check(talk, say) {
    const isKnown = knownInputs(talk.scene, 'readOrder').length > 0;
    const exchange = isKnown ? await askOpen(talk, 'readOrder', 'the order in the target file') : null;
    if (exchange === null) say((await known(talk)).orders.length > 0 ? pass : NO_ORDER);
    else if (isSuccess(exchange)) say(pass);
    else if (exchange.outcome.kind === 'failure') say(blockedBy(exchange));
    else say(broken({ expected: 'the order that the target file names', actual: outcomeText(exchange), exchange }));
  },
  faults: (at) => ({ 'an order is not found by its follow id': at('readOrder').refused(() => true, 404) }),
};

function lost(id: string, exchange: Exchange): Judgement {
  const expected = `transaction ${id}, which belongs in this list according to other responses`;
  return broken({ expected, actual: 'it is missing', pointer: INSIDE, exchange });
}

const ofCaller: OwnRule = {
  id: 'swap.listMyTransactions.complete',
  async check(talk, say) {
    const { orders } = await known(talk);
    const ofUser = ({ order, transactions }: Read) =>
      transactions.filter(({ user_id: user }) => isNamed(user, String(order['user_id'])));
    const caller = String(orders[0]?.order['user_id']);
    const strays = (await further(talk)).filter(({ order }) => isNamed(order['user_id'], caller));
    const own: JsonObject[] = [];
    // An order that lacks what the lists tell to be of it is wrong itself.
    for (const one of [...strays.slice(0, 2), ...orders]) {
      if ((await lacking(talk, one)) === undefined) own.push(...ofUser(one));
    }
    let seen = false;
    const list = pagedListOf(talk.scene.api, 'listMyTransactions');
    for (const { id, base_asset_id: base, quote_asset_id: quote } of own.slice(0, MOST)) {
      if (list === null) break;
      const input = { ...noInput, path: { base_id: String(base), quote_id: String(quote) } };
      const { pages } = await walkFirst(talk, list, input, { most: MOST_PAGES, intent: 'open', credentials: 'given' });
      const [first] = pages;
      const isShown = pages.some(({ keys }) => keys.some((key) => isNamed(key, String(id))));
      const isWhole = pages.at(-1)?.more === false;
      seen ||= isShown || isWhole;
      if (!isShown && isWhole && first !== undefined) say(lost(String(id), first.exchange));
    }
    say(seen ? pass : NO_ORDER);
  },
  faults: (at) => ({
    'listMyTransactions leaves out what was sold of the base': at('listMyTransactions').items.all((items) =>
      items.filter(({ base_amount: sold }) => !String(sold).startsWith('-')),
    ),
  }),
};

export default [byFollowId, sameTransactions, paid, ofCaller];
