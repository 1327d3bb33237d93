/** Reads the document's examples, with which the generated history must agree. */
import type {
  AssetsResponse,
  CandlesResponse,
  InfoResponse,
  Order,
  OrderResponse,
  PairsResponse,
  StatsResponse,
  Transaction,
  TransactionsResponse,
} from '@wallet-services/contract/swap';
import type { Decimal } from 'decimal.js';
import { type Document, exampleAnswer, exampleRequest } from '../../contract/index.ts';
import { Exact } from '../operations/pools/amounts.ts';
import { poolOf } from '../operations/pools/books.ts';
import type { Pool } from '../operations/pools/pools.ts';
import type { SwapMethod } from '../store/tables.ts';

/** A past day in the examples of statistics and candles. */
export interface ShownDay {
  /** Seconds since 1970. */
  readonly start: number;
  /** Swapped value and total value of all pairs, in US dollars. */
  readonly market: { readonly volume: Decimal; readonly value: Decimal };
  /** The same for the pair with candles, when an example shows it. */
  readonly pair: { readonly volume: Decimal; readonly value: Decimal } | undefined;
  /** Price of the pair with candles at the end of the day. */
  readonly price: Decimal;
}

/** A pair and its activity of the last 24 hours. */
export interface ShownPair {
  readonly pool: Pool;
  readonly volume: Decimal;
  readonly transactions: number;
}

export interface Examples {
  readonly group: InfoResponse['data'];
  readonly assets: NonNullable<AssetsResponse['data']['assets']>;
  readonly pairs: readonly ShownPair[];
  /** The pairs of the alternate broker. */
  readonly broker: { readonly id: string; readonly label: string; readonly routeIds: readonly number[] };
  /** Newest first. */
  readonly transactions: readonly Transaction[];
  /** Number of the second transaction: the cursor after a page of two. */
  readonly cursor: number;
  readonly orders: readonly Order[];
  /** The past days, ascending. */
  readonly days: readonly ShownDay[];
  /** Time of the examples, in milliseconds since 1970. */
  readonly answered: number;
}

/** Reads the examples. */
export function readExamples(document: Document): Examples {
  const info = exampleAnswer<InfoResponse>(document, 'readInfo');
  const pairs = exampleAnswer<PairsResponse>(document, 'listPairs', 'default-broker').data.pairs ?? [];
  const ofBroker = exampleAnswer<PairsResponse>(document, 'listPairs', 'alternate-broker').data.pairs ?? [];
  const broker = exampleRequest<{ broker_id: string; label: string }>(document, 'authorizeWallet');
  const page = (name: string) => exampleAnswer<TransactionsResponse>(document, 'listTransactions', name).data;
  const first = page('first-page');
  return {
    group: info.data,
    assets: exampleAnswer<AssetsResponse>(document, 'listAssets').data.assets ?? [],
    pairs: pairs.map((pair) => ({
      pool: poolOf({
        route_id: Number(pair.route_id),
        base_asset_id: String(pair.base_asset_id),
        quote_asset_id: String(pair.quote_asset_id),
        base_amount: String(pair.base_amount),
        quote_amount: String(pair.quote_amount),
        liquidity: String(pair.liquidity),
        liquidity_asset_id: String(pair.liquidity_asset_id),
        swap_method: pair.swap_method as SwapMethod,
      }),
      volume: new Exact(String(pair.volume_24h ?? 0)),
      transactions: Number(pair.transaction_count_24h ?? 0),
    })),
    broker: {
      id: broker.broker_id,
      label: broker.label,
      routeIds: ofBroker.map(({ route_id }) => Number(route_id)),
    },
    transactions: [...(first.transactions ?? []), ...(page('last-page').transactions ?? [])],
    cursor: Number(first.pagination.next_cursor),
    orders: ['done', 'rejected'].map((name) => exampleAnswer<OrderResponse>(document, 'readOrder', name).data),
    days: shownDays(document),
    answered: info.ts,
  };
}

/** Past days only: the last point of each series is the present, and is derived from the pairs. */
function shownDays(document: Document): ShownDay[] {
  const market = exampleAnswer<StatsResponse>(document, 'listMarketStats').data ?? [];
  const ofPair = exampleAnswer<StatsResponse>(document, 'listPairStats', 'two-days').data ?? [];
  const candles = exampleAnswer<CandlesResponse>(document, 'listCandles').data ?? [];
  return market.slice(0, -1).map(({ ts, value, volume }) => {
    const pair = ofPair.find((point) => point.ts === ts);
    return {
      start: ts,
      market: { volume: new Exact(volume), value: new Exact(value) },
      pair: pair === undefined ? undefined : { volume: new Exact(pair.volume), value: new Exact(pair.value) },
      price: new Exact(candles.find(([start]) => start === ts)?.[1] ?? 0),
    };
  });
}
