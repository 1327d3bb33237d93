/** The open questions of swap about actions, orders and authorizations. */
import {
  acceptance,
  distinct,
  each,
  formOf,
  notObserved,
  type Probe,
  probesOf,
  sendOpen,
  several,
} from '@wallet-services/conformance/builtin';
import { type CheckContext, objectOf, stop } from '@wallet-services/conformance/core';
import { itemsOf } from '@wallet-services/conformance/discovery';
import { type Exchange, isSuccess, type JsonObject, objectsOf, seededUuid } from '@wallet-services/conformance/model';
import { swapKnown } from '../known.ts';
import { paidAction, sendAction } from './actions.ts';
import { UNKNOWN } from './authorization.ts';
import { isUuid } from './pairs.ts';

const NOT_ACCEPTED = notObserved('no action was accepted');

const dataOf = (exchange: Exchange) => objectOf(exchange) ?? {};

/** The answers to changed actions, each with its name. */
function actions(reportOne: (exchange: Exchange) => string, changes: Readonly<Record<string, JsonObject>>): Probe {
  return async (ctx) => {
    const paid = await paidAction(ctx);
    return each(Object.keys(changes), async (name) =>
      reportOne(await sendAction(ctx, name, { ...paid, ...changes[name] })),
    );
  };
}

function withCode(exchange: Exchange): string {
  if (!isSuccess(exchange)) return acceptance(exchange);
  return (dataOf(exchange)['code'] ?? '') === '' ? 'without a code' : 'with a code';
}

/** The answer to an authorization. */
const authorizing = async (ctx: CheckContext, body: JsonObject) =>
  acceptance(await sendOpen(ctx, 'authorizeWallet', 'an authorization', { body }));

/** Reports on the order that is found, and its exchange. */
function ofOrder(
  reportOne: (order: JsonObject, exchange: Exchange, ctx: CheckContext) => string | Promise<string>,
): Probe {
  return async (ctx) => {
    const exchange = await sendOpen(ctx, 'readOrder', 'an order');
    const order = objectOf(exchange);
    return order === null ? null : reportOne(order, exchange, ctx);
  };
}

export default probesOf({
  'swap.Action.action.encryption': async (ctx) => {
    const { action } = await paidAction(ctx);
    const memo = async (label: string) => dataOf(await sendAction(ctx, label, { action }))['action'];
    const [first, second] = [await memo('a memo'), await memo('another memo')];
    if (typeof first !== 'string' || typeof second !== 'string') return NOT_ACCEPTED;
    const form = /^[0-9A-Za-z+/_-]+=*$/.test(first) ? 'base64' : 'other string';
    return `${form}, ${first === second ? 'the same each time' : 'different each time'}`;
  },
  'swap.Action.code_url.form': async (ctx) => {
    const exchange = await sendAction(ctx, 'a payment', await paidAction(ctx));
    const { code, code_url: url } = dataOf(exchange);
    if (!isSuccess(exchange)) return NOT_ACCEPTED;
    const shown = typeof code === 'string' && code !== '' ? String(url).replaceAll(code, '<code>') : 'without the code';
    return `code: ${formOf(code)}; code_url: ${shown}`;
  },
  'swap.Action.code.condition': actions(withCode, { paid: {}, unpaid: { amount: undefined, asset_id: undefined } }),
  'swap.ActionRequest.action.protocol': actions(acceptance, {
    usual: {},
    empty: { action: '' },
    word: { action: 'swap' },
  }),
  'swap.ActionRequest.amount.empty': actions(withCode, {
    'empty amount': { amount: '' },
    'empty asset_id': { asset_id: '' },
    'both empty': { amount: '', asset_id: '' },
    'amount 0': { amount: '0' },
  }),
  'swap.ActionRequest.trace_id.meaning': async (ctx) => {
    const paid = await paidAction(ctx);
    const body = { ...paid, trace_id: seededUuid(ctx.suite.seed, ctx.suite.run, 'swap', 'trace') };
    const first = await sendAction(ctx, 'a trace_id', body);
    if (!isSuccess(first)) return NOT_ACCEPTED;
    const compared = async (label: string, change: JsonObject) => {
      const exchange = await sendAction(ctx, label, { ...body, ...change });
      if (!isSuccess(exchange)) return acceptance(exchange);
      return dataOf(exchange)['code'] === dataOf(first)['code'] ? 'the same code' : 'another code';
    };
    const other = { amount: `${String(paid['amount'])}5` };
    return `used again: ${await compared('the same', {})}; with another amount: ${await compared('another amount', other)}`;
  },
  'swap.authorizeWallet.default-broker': several({
    'without broker_id and label': (ctx) => authorizing(ctx, { ...swapKnown(ctx.suite).authorization }),
  }),
  'swap.WalletAuthorizationRequest.members': several({
    async 'broker_id and label alone'(ctx) {
      const { id, label = stop(UNKNOWN) } = swapKnown(ctx.suite).alternate_broker ?? stop(UNKNOWN);
      return authorizing(ctx, { broker_id: id, label });
    },
  }),
  'swap.readOrder.id-and-follow-id': ofOrder(({ id }, { url }) =>
    url.includes(String(id)) ? 'they are the same' : 'they differ',
  ),
  'swap.Order.routes.encoding': ofOrder(({ routes, route_assets: assets }) => {
    const isText = typeof routes === 'string' && routes !== '';
    const isHash = isText && /^[0-9a-z]+$/i.test(routes);
    const ids = isText && routes.split(/[,;|]/).every(isUuid) ? 'UUIDs' : 'other string';
    const form = isHash ? 'letters and digits' : isText ? ids : formOf(routes);
    return `${form}, beside ${Array.isArray(assets) ? 'a list of' : 'no'} route_assets`;
  }),
  'swap.Transaction.two-shapes': ofOrder(async ({ transactions }, _, ctx) => {
    const [[listed], [inside]] = [await itemsOf(ctx, 'listTransactions'), objectsOf(transactions)];
    if (listed === undefined || inside === undefined)
      return notObserved('a list and an order with transactions are needed');
    const only = (some: JsonObject, others: JsonObject) =>
      distinct(Object.keys(some).filter((name) => !Object.hasOwn(others, name))) ?? 'nothing';
    return `in lists only: ${only(listed, inside)}; in orders only: ${only(inside, listed)}`;
  }),
  'swap.Transaction.filled_asset_id.name': ofOrder(({ fill_asset_id: fill, transactions }) => {
    const last = objectsOf(transactions).at(-1)?.['filled_asset_id'];
    return last === undefined
      ? notObserved()
      : `the last filled_asset_id is ${last === fill ? '' : 'not '}fill_asset_id`;
  }),
});
