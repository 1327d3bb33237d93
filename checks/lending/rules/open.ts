/** The open questions of lending, and how they are observed. */

import { randomUUID } from 'node:crypto';
import {
  acceptance,
  distinct,
  each,
  notObserved,
  type Probe,
  probesOf,
  sendOpen,
} from '@wallet-services/conformance/builtin';
import { NO_RPC } from '@wallet-services/conformance/core';
import {
  type Exchange,
  formatInstant,
  isObject,
  isSuccess,
  type JsonObject,
  outcomeText,
  successJson,
} from '@wallet-services/conformance/model';
import { allTransactions, itemsOf, sendRpc, sendTransactions } from '../calls.ts';
import { sendPayment } from '../pay-requests.ts';
import { directionOf, rowsOf, times } from './transactions.ts';

/** The observation over each RPC protocol that the target has. */
function overEach(method: string, reportOne: (exchange: Exchange) => string): Probe {
  return async (ctx) => {
    const reported: string[] = [];
    for (const protocol of ctx.suite.rpcProtocols) {
      const exchange = await sendRpc(ctx, protocol, method);
      reported.push(`${protocol}: ${isSuccess(exchange) ? reportOne(exchange) : outcomeText(exchange)}`);
    }
    return reported.length === 0 ? notObserved(NO_RPC) : reported.join('; ');
  };
}

const counted = (exchange: Exchange) => `${itemsOf(exchange)?.length ?? 'no'} transactions`;

/** The observation of the list in its own order. */
function ofList(reportOne: (items: readonly JsonObject[], exchange: Exchange) => string | null): Probe {
  return async (ctx) => {
    const exchange = await allTransactions(ctx);
    const items = itemsOf(exchange) ?? [];
    return items.length === 0 ? notObserved('there are no transactions') : reportOne(items, exchange);
  };
}

/** The answer to a payment without a member, or with another memo. */
function payments(changes: Readonly<Record<string, JsonObject>>): Probe {
  return async (ctx) => {
    const { body } = await sendPayment(ctx, 'a payment');
    return each(Object.keys(changes), async (name) => {
      const ids = { trace_id: randomUUID(), follow_id: randomUUID() };
      return acceptance(await sendOpen(ctx, 'createPayRequest', name, { body: { ...body, ...ids, ...changes[name] } }));
    });
  };
}

/** The effect of limits that the documents do not mention. */
function limits(...values: readonly string[]): Probe {
  return (ctx) =>
    each(values, async (limit) => {
      const exchange = await sendTransactions(ctx, `limit ${limit}`, { limit }, 'open');
      return isSuccess(exchange) ? counted(exchange) : outcomeText(exchange);
    });
}

export default probesOf({
  'lending.rpc.route': overEach('AllMarkets', ({ url }) => new URL(url).pathname),
  'lending.listTransactions.sort-direction': ofList((_, exchange) => {
    const direction = directionOf(rowsOf(exchange) ?? []);
    if (direction === 'level') return notObserved('no two transactions at different times');
    return direction === 'mixed' ? 'not ordered by created_at' : `${direction} by created_at`;
  }),
  'lending.listTransactions.limit-form': limits('0', '-1', '1.5', 'many'),
  'lending.listTransactions.limit-maximum': limits('501', '1000', '100000'),
  'lending.listTransactions.offset-bound': async (ctx) => {
    const reported = `an empty offset: ${acceptance(await sendTransactions(ctx, 'empty', { offset: '' }, 'open'))}`;
    const [row] = rowsOf(await allTransactions(ctx)) ?? [];
    if (row === undefined) return `${reported}; a transaction at the offset: ${notObserved('there is none')}`;
    const page = rowsOf(await sendTransactions(ctx, 'page', { offset: formatInstant(row.time) }, 'open')) ?? [];
    return `${reported}; a transaction at the offset: ${page.some(({ id }) => id === row.id) ? 'in' : 'not in'} the page`;
  },
  'lending.PayResponse.url.scheme': async (ctx) => {
    const json = successJson((await sendPayment(ctx, 'scheme')).exchange);
    const [scheme] = isObject(json) ? String(json['url']).split('://') : [];
    return scheme ?? notObserved('no deep link');
  },
  'lending.TransactionData.shapes': ofList((items) => {
    // Document 1 shows the data of Supply and Mint.
    const others = items.filter(({ action }) => action !== 1 && action !== 5);
    const reported = others.map(
      ({ action, data }) => `${String(action)} {${isObject(data) ? Object.keys(data).sort().join(', ') : 'no object'}}`,
    );
    const all = distinct(reported);
    return all === null
      ? notObserved('no transaction of another action')
      : `by action: ${all.replaceAll('}, ', '}; ')}`;
  }),
  'lending.listTransactions.time': ofList((_, exchange) => {
    const ordered = times.filter((member) => directionOf(rowsOf(exchange, member) ?? []) !== 'mixed');
    return `by ${ordered.join(', or ') || 'neither'}`;
  }),
  'lending.listTransactions.whose': ofList((items) =>
    new Set(items.map(({ user_id: user }) => user)).size > 1 ? 'of several users' : 'of one user',
  ),
  'lending.Transactions.unset': overEach('Transactions', counted),
  'lending.PayRequest.memo_base64.content': payments({
    'a memo of zeros': { memo_base64: 'AAAA' },
    'an empty memo': { memo_base64: '' },
  }),
});
