/** Servers whose RPC methods are wrong. */

import { changed, type Fault, jsonReply } from '../../../fault/proxy/reply.ts';
import { isObject, type JsonObject, objectsOf } from '../../../model/json.ts';
import type { Mutant } from '../../mutant.ts';

const MARKETS = 'lending.v1.Lending/AllMarkets';
const TRANSACTIONS = 'lending.v1.Lending/Transactions';
const PRICES = 'lending.v1.Lending/PriceRequest';
const PAY = 'lending.v1.Lending/PayRequest';

function list(path: string, change: (items: readonly JsonObject[]) => readonly unknown[]): Fault {
  return changed(path, (json) => (isObject(json) ? { ...json, data: change(objectsOf(json['data'])) } : json));
}

function each(path: string, change: (item: JsonObject) => JsonObject): Fault {
  return list(path, (items) => items.map(change));
}

function refusing(path: string, status: number, when: (body: string) => boolean = () => true): Fault {
  return (request, next) =>
    request.path.endsWith(path) && when(request.body)
      ? jsonReply(status, { code: status === 404 ? 'unimplemented' : 'invalid_argument', message: 'no' })
      : next(request);
}

const markets: readonly Mutant[] = [
  {
    id: 'RPC tells another price',
    kills: 'lending.rpc.markets-match-http',
    fault: () => each(MARKETS, (market) => ({ ...market, price: '1' })),
  },
  {
    id: 'RPC leaves a market out',
    kills: 'lending.rpc.markets-match-http',
    fault: () => list(MARKETS, (items) => items.slice(1)),
  },
  {
    id: 'RPC has no AllMarkets',
    kills: 'lending.rpc.markets-match-http',
    fault: () => refusing(MARKETS, 404),
  },
  {
    id: 'RPC times are in the wrong zone',
    kills: 'lending.rpc.markets-match-http',
    fault: () =>
      each(MARKETS, (market) => ({ ...market, createdAt: String(market['createdAt']).replace('Z', '+08:00') })),
  },
  {
    id: 'the Market message has a version',
    kills: 'lending.rpc.market-without-version',
    fault: () => each(MARKETS, (market) => ({ ...market, version: 1 })),
  },
  {
    id: 'the Market message has price_updated_at',
    kills: 'lending.rpc.market-without-version',
    fault: () => each(MARKETS, ({ priceUpdateAt, ...market }) => ({ ...market, priceUpdatedAt: priceUpdateAt })),
  },
  {
    id: 'RPC rates are no decimals',
    kills: 'lending.numbers.decimal-string',
    fault: () => each(MARKETS, (market) => ({ ...market, supplyApy: '2.5 %' })),
  },
  {
    id: 'RPC answers with something else',
    kills: 'wire.rpc-message',
    fault: () => changed(MARKETS, () => ({ data: 'markets' })),
  },
];

const transactions: readonly Mutant[] = [
  {
    id: 'RPC tells another amount',
    kills: 'lending.rpc.transactions-match-http',
    fault: () => each(TRANSACTIONS, (item) => ({ ...item, amount: '1' })),
  },
  {
    id: 'RPC ignores the offset',
    kills: 'lending.rpc.transactions-match-http',
    fault: () => (request, next) => {
      if (!request.path.endsWith(TRANSACTIONS)) return next(request);
      const message: unknown = JSON.parse(request.body);
      return next({ ...request, body: JSON.stringify(isObject(message) ? { limit: message['limit'] } : {}) });
    },
  },
  {
    id: 'RPC ignores the limit',
    kills: 'lending.rpc.transactions-match-http',
    fault: () => (request, next) => {
      if (!request.path.endsWith(TRANSACTIONS)) return next(request);
      const message: unknown = JSON.parse(request.body);
      return next({ ...request, body: JSON.stringify(isObject(message) ? { offset: message['offset'] } : {}) });
    },
  },
  {
    id: 'RPC tells other data',
    kills: 'lending.rpc.transactions-match-http',
    fault: () => each(TRANSACTIONS, (item) => ({ ...item, data: Buffer.from('{}').toString('base64') })),
  },
  {
    id: 'the bytes of data are no JSON',
    kills: 'lending.rpc.transaction-data-bytes',
    fault: () => each(TRANSACTIONS, (item) => ({ ...item, data: Buffer.from('supply').toString('base64') })),
  },
  {
    id: 'the Transaction message has updated_at',
    kills: 'lending.rpc.transaction-data-bytes',
    fault: () => each(TRANSACTIONS, (item) => ({ ...item, updatedAt: item['createdAt'] })),
  },
  {
    id: 'data is an object in RPC',
    kills: 'lending.rpc.transaction-data-bytes',
    fault: () => each(TRANSACTIONS, (item) => ({ ...item, data: { amount: '1' } })),
  },
];

const others: readonly Mutant[] = [
  { id: 'RPC has no PriceRequest', kills: 'lending.rpc.prices-rpc-only', fault: () => refusing(PRICES, 404) },
  {
    id: 'price requests are listed over HTTP',
    kills: 'lending.rpc.prices-rpc-only',
    fault: () => (request, next) => {
      if (request.path !== '/lending/api/v1/price-requests') return next(request);
      const headers = { ...request.headers, 'content-type': 'application/json' };
      return next({ ...request, method: 'POST', path: `/${PRICES}`, headers, body: '{}' });
    },
  },
  {
    id: 'RPC refuses payments with gas',
    kills: 'lending.rpc.pay-request-with-gas',
    fault: () => refusing(PAY, 400, (body) => body.includes('"withGas":true')),
  },
  {
    id: 'RPC pays by another link',
    kills: 'lending.rpc.pay-request-with-gas',
    fault: () => changed(PAY, () => ({ url: 'https://example.org/pay' })),
  },
];

export const rpcMutants: readonly Mutant[] = [...markets, ...transactions, ...others];
