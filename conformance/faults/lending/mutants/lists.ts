/** Servers whose lists of markets and transactions say something wrong. */

import { changed, type Fault, jsonReply, successOf } from '../../../fault/proxy/reply.ts';
import { isObject, type JsonObject, objectsOf } from '../../../model/json.ts';
import { formatInstant, parseInstant } from '../../../model/time.ts';
import type { Mutant } from '../../mutant.ts';

const MARKETS = '/api/v1/markets/all';
const TRANSACTIONS = '/api/v1/transactions';

/** Changes each transaction. */
function eachTransaction(change: (item: JsonObject) => JsonObject): Fault {
  return changed(TRANSACTIONS, (json) => objectsOf(json).map(change));
}

/** Changes the list of markets. */
function theMarkets(change: (markets: readonly JsonObject[]) => readonly unknown[]): Fault {
  return changed(MARKETS, (json) => (isObject(json) ? { ...json, data: change(objectsOf(json['data'])) } : json));
}

function eachMarket(change: (item: JsonObject) => JsonObject): Fault {
  return theMarkets((markets) => markets.map(change));
}

/** Changes the query of a list of transactions before the server sees it. */
function asked(change: (query: URLSearchParams) => void): Fault {
  return (request, next) => {
    if (!request.path.endsWith(TRANSACTIONS)) return next(request);
    const query = new URLSearchParams(request.query);
    change(query);
    return next({ ...request, query });
  };
}

/** Reads the offset less exactly than it is written, or otherwise. */
function offsetRead(read: (offset: bigint, text: string) => bigint): Fault {
  return asked((query) => {
    const text = query.get('offset') ?? '';
    const offset = parseInstant(text);
    if (offset !== null) query.set('offset', formatInstant(read(offset, text)));
  });
}

function dataOf(action: number, change: (data: JsonObject) => unknown): Fault {
  return eachTransaction((item) =>
    item['action'] === action && isObject(item['data']) ? { ...item, data: change(item['data']) } : item,
  );
}

function without(data: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(data).filter(([member]) => member !== name));
}

const HOUR = 3_600_000_000_000n;

const numbers: readonly Mutant[] = [
  {
    id: 'transaction amounts are JSON numbers',
    kills: 'lending.numbers.decimal-string',
    fault: () => eachTransaction((item) => ({ ...item, amount: Number(item['amount']) })),
  },
  {
    id: 'a market rate is in exponent form',
    kills: 'lending.numbers.decimal-string',
    fault: () => eachMarket((market) => ({ ...market, supply_rate_per_block: '1.2e-8' })),
  },
  {
    id: 'times carry no UTC offset',
    kills: 'lending.times.offset',
    fault: () =>
      eachTransaction((item) => ({
        ...item,
        created_at: String(item['created_at']).replace(/Z|[+-]\d\d:\d\d$/, ''),
      })),
  },
  {
    id: 'times have a space in place of the T',
    kills: 'lending.times.offset',
    fault: () => eachTransaction((item) => ({ ...item, created_at: String(item['created_at']).replace('T', ' ') })),
  },
  {
    id: 'the time of a price is in seconds',
    kills: 'lending.times.offset',
    fault: () => eachMarket((market) => ({ ...market, price_updated_at: 1629198602 })),
  },
];

const markets: readonly Mutant[] = [
  {
    id: 'the list of markets ends after two',
    kills: 'lending.markets.all',
    fault: () => theMarkets((list) => list.slice(0, 2)),
  },
  {
    id: 'a market that the target knows is missing',
    kills: 'lending.markets.all',
    fault: () => theMarkets((list) => list.slice(1)),
    target: ({ services: { lending }, ...target }) => ({
      ...target,
      services:
        lending === undefined
          ? {}
          : { lending: { ...lending, rpc: {}, known: { markets: ['4A6F0A1C-5F0B-3C7D-9D8E-2B1C8F7A6E51'] } } },
    }),
  },
  {
    id: 'a market is listed twice',
    kills: 'lending.markets.all',
    fault: () => theMarkets((list) => [...list, ...list.slice(0, 1)]),
  },
];

const order: readonly Mutant[] = [
  {
    id: 'transactions are ordered by asset',
    kills: 'lending.transactions.order-by-time',
    fault: () =>
      changed(TRANSACTIONS, (json) =>
        [...objectsOf(json)].sort((left, right) => String(left['trace_id']).localeCompare(String(right['trace_id']))),
      ),
  },
  {
    id: 'the last two transactions change places',
    kills: 'lending.transactions.order-by-time',
    fault: () =>
      changed(TRANSACTIONS, (json) => {
        const items = objectsOf(json);
        return [...items.slice(0, -2), ...items.slice(-2).reverse()];
      }),
  },
];

const offsets: readonly Mutant[] = [
  {
    id: 'offset is ignored',
    kills: 'lending.transactions.offset',
    fault: () => asked((query) => query.delete('offset')),
  },
  {
    id: 'offset is read to the second',
    kills: 'lending.transactions.offset',
    fault: () => offsetRead((offset) => offset - (offset % 1_000_000_000n)),
  },
  {
    id: 'offset is read to the microsecond',
    kills: 'lending.transactions.offset',
    fault: () => offsetRead((offset) => offset - (offset % 1000n)),
  },
  {
    id: 'the UTC offset of the offset is ignored',
    kills: 'lending.transactions.offset',
    fault: () => offsetRead((offset, text) => parseInstant(`${text.slice(0, 29)}Z`) ?? offset),
  },
  {
    id: 'pages start an hour late',
    kills: 'lending.transactions.offset',
    fault: () => offsetRead((offset) => offset + HOUR),
  },
  {
    id: 'pages start two transactions late',
    kills: 'lending.transactions.offset',
    fault: () =>
      changed(TRANSACTIONS, (json, request) => (request.query.has('offset') ? objectsOf(json).slice(2) : json)),
  },
  {
    id: 'pages leave the third transaction out',
    kills: 'lending.transactions.offset',
    fault: () =>
      changed(TRANSACTIONS, (json, request) =>
        request.query.has('offset') ? objectsOf(json).filter((_, index) => index !== 2) : json,
      ),
  },
  {
    id: 'offset turns the list around',
    kills: 'lending.transactions.offset',
    fault: () => async (request, next) => {
      const reply = await next(request);
      if (!request.query.has('offset') || !request.path.endsWith(TRANSACTIONS)) return reply;
      const items = successOf(reply);
      return Array.isArray(items) ? jsonReply(200, items.toReversed()) : reply;
    },
  },
];

const data: readonly Mutant[] = [
  {
    id: 'the amount of a Supply is a number',
    kills: 'lending.transactions.supply-data',
    fault: () => dataOf(1, (inner) => ({ ...inner, amount: Number(inner['amount']) })),
  },
  {
    id: 'a Supply has no ctoken_asset_id',
    kills: 'lending.transactions.supply-data',
    fault: () => dataOf(1, (inner) => without(inner, 'ctoken_asset_id')),
  },
  {
    id: 'the data of a Supply is text',
    kills: 'lending.transactions.supply-data',
    fault: () => dataOf(1, (inner) => JSON.stringify(inner)),
  },
  {
    id: 'the origin of a Mint is text',
    kills: 'lending.transactions.mint-data',
    fault: () => dataOf(5, (inner) => ({ origin: String(inner['origin']) })),
  },
  { id: 'a Mint has no origin', kills: 'lending.transactions.mint-data', fault: () => dataOf(5, () => ({})) },
];

export const listMutants: readonly Mutant[] = [...numbers, ...markets, ...order, ...offsets, ...data];
