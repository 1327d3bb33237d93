/** What lending's documents leave open, and how it is observed. */

import { randomUUID } from 'node:crypto';
import { acceptance, askOpen, distinct, each, type Look, looking, notSeen } from '@wallet-services/conformance/builtin';
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
import { allTransactions, askRpc, askTransactions, itemsOf } from '../calls.ts';
import { askForPayment } from '../pay-requests.ts';
import { directionOf, rowsOf, times } from './transactions.ts';

/** What is seen over each RPC protocol that the target names. */
function overEach(method: string, tell: (exchange: Exchange) => string): Look {
  return async (talk) => {
    const told: string[] = [];
    for (const protocol of talk.scene.rpcProtocols) {
      const exchange = await askRpc(talk, protocol, method);
      told.push(`${protocol}: ${isSuccess(exchange) ? tell(exchange) : outcomeText(exchange)}`);
    }
    return told.length === 0 ? notSeen(NO_RPC) : told.join('; ');
  };
}

const counted = (exchange: Exchange) => `${itemsOf(exchange)?.length ?? 'no'} transactions`;

/** What is seen of the list as it comes. */
function ofList(tell: (items: readonly JsonObject[], exchange: Exchange) => string | null): Look {
  return async (talk) => {
    const exchange = await allTransactions(talk);
    const items = itemsOf(exchange) ?? [];
    return items.length === 0 ? notSeen('there are no transactions') : tell(items, exchange);
  };
}

/** How a payment is answered that lacks a member, or has another memo. */
function payments(changes: Readonly<Record<string, JsonObject>>): Look {
  return async (talk) => {
    const { body } = await askForPayment(talk, 'a payment');
    return each(Object.keys(changes), async (name) => {
      const ids = { trace_id: randomUUID(), follow_id: randomUUID() };
      return acceptance(await askOpen(talk, 'createPayRequest', name, { body: { ...body, ...ids, ...changes[name] } }));
    });
  };
}

/** What limits bring of which the documents say nothing. */
function limits(...values: readonly string[]): Look {
  return (talk) =>
    each(values, async (limit) => {
      const exchange = await askTransactions(talk, `limit ${limit}`, { limit }, 'open');
      return isSuccess(exchange) ? counted(exchange) : outcomeText(exchange);
    });
}

export default looking({
  'lending.rpc.route': overEach('AllMarkets', ({ url }) => new URL(url).pathname),
  'lending.listTransactions.sort-direction': ofList((_, exchange) => {
    const direction = directionOf(rowsOf(exchange) ?? []);
    if (direction === 'level') return notSeen('no two transactions at different times');
    return direction === 'mixed' ? 'not ordered by created_at' : `${direction} by created_at`;
  }),
  'lending.listTransactions.limit-form': limits('0', '-1', '1.5', 'many'),
  'lending.listTransactions.limit-maximum': limits('501', '1000', '100000'),
  'lending.listTransactions.offset-bound': async (talk) => {
    const told = `an empty offset: ${acceptance(await askTransactions(talk, 'empty', { offset: '' }, 'open'))}`;
    const [row] = rowsOf(await allTransactions(talk)) ?? [];
    if (row === undefined) return `${told}; a transaction at the offset: ${notSeen('there is none')}`;
    const page = rowsOf(await askTransactions(talk, 'page', { offset: formatInstant(row.time) }, 'open')) ?? [];
    return `${told}; a transaction at the offset: ${page.some(({ id }) => id === row.id) ? 'in' : 'not in'} the page`;
  },
  'lending.PayResponse.url.scheme': async (talk) => {
    const json = successJson((await askForPayment(talk, 'scheme')).exchange);
    const [scheme] = isObject(json) ? String(json['url']).split('://') : [];
    return scheme ?? notSeen('no deep link');
  },
  'lending.TransactionData.shapes': ofList((items) => {
    // Document 1 shows the data of Supply and Mint.
    const others = items.filter(({ action }) => action !== 1 && action !== 5);
    const told = others.map(
      ({ action, data }) => `${String(action)} {${isObject(data) ? Object.keys(data).sort().join(', ') : 'no object'}}`,
    );
    const all = distinct(told);
    return all === null ? notSeen('no transaction of another action') : `by action: ${all.replaceAll('}, ', '}; ')}`;
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
