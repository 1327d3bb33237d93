/**
 * Pairs with their activity of the last 24 hours, and tickers for market data sites (document 2, Endpoints). Choices of
 * this server: values, volumes and fees are in US dollars; only pairs with reserves are listed; fees are the pair's
 * share of the volume; volumes in units of an asset are the volume divided by its price.
 */

import type { Pair, PairSummary, Tickers } from '@wallet-services/contract/swap';
import { Refusal } from '@wallet-services/runtime/refusal';
import type { Decimal } from 'decimal.js';
import { findBroker } from './brokers.ts';
import type { SwapContext } from './context.ts';
import { quotient, sum } from './pools/amounts.ts';
import { type AssetPrices, pairRow, readPools, readPrices, worth } from './pools/books.ts';
import { DAY, shown, trafficSince } from './pools/periods.ts';
import { feeShare, holds, type Pool, pricesOf } from './pools/pools.ts';

/** The two assets of a pair, as the client sent them. */
export interface PairPath {
  readonly base: string;
  readonly quote: string;
}

/** A pair and its activity of the last 24 hours. */
interface BusyPool {
  readonly pool: Pool;
  readonly volume: Decimal;
  readonly fee: Decimal;
  readonly transactions: number;
}

/**
 * Lists the pairs of a broker.
 *
 * @param brokerId empty for the default broker, which has all pairs
 * @throws Refusal 400 when there is no such broker
 */
export async function listPairs(context: SwapContext, brokerId: string | undefined): Promise<PairSummary> {
  const selected = (await findBroker(context, brokerId)).routeIds;
  const { store } = context;
  const now = context.clock();
  const prices = await readPrices(store);
  const pools = (await busyPools(context, now)).filter(({ pool }) => selected?.includes(pool.route_id) ?? true);
  return {
    pair_count: pools.length,
    transaction_count_24h: pools.reduce((count, { transactions }) => count + transactions, 0),
    volume_24h: shown(sum(pools.map(({ volume }) => volume))),
    fee_24h: shown(sum(pools.map(({ fee }) => fee))),
    // Rounded, so that it changes only each second.
    ts: Math.floor(now / 1000) * 1000,
    pairs: pools.map((pool) => pairOf(pool, prices)),
    ...(selected === undefined ? {} : { whitelists: assetsOf(pools.map(({ pool }) => pool)) }),
  };
}

/** Prices and volumes of all pairs, by the ids of their assets. */
export async function listTickers(context: SwapContext): Promise<Tickers> {
  const assets = await context.store.selectFrom('swap_assets').selectAll().execute();
  const byId = new Map(assets.map((asset) => [asset.id, asset]));
  const tickers: Tickers = {};
  for (const { pool, volume } of await busyPools(context, context.clock())) {
    const base = byId.get(pool.base_asset_id);
    const quote = byId.get(pool.quote_asset_id);
    if (base === undefined || quote === undefined) throw new Error(`the pair ${pool.route_id} is of unknown assets`);
    tickers[`${base.id}_${quote.id}`] = {
      base_id: base.id,
      base_name: base.name,
      base_symbol: base.symbol,
      quote_id: quote.id,
      quote_name: quote.name,
      quote_symbol: quote.symbol,
      last_price: pricesOf(pool).base_quote.toFixed(),
      base_volume: quotient(volume, base.price).toFixed(),
      quote_volume: quotient(volume, quote.price).toFixed(),
    };
  }
  return tickers;
}

/**
 * Finds the pair of two assets, in the order of the pair.
 *
 * @throws Refusal 400 when an id is malformed, 404 when there is no such pair
 */
export async function findPair({ store, idOf }: SwapContext, path: PairPath): Promise<Pool> {
  const [base, quote] = [idOf('base', path.base), idOf('quote', path.quote)];
  const pools = await readPools(store);
  const pool = pools.find(({ base_asset_id, quote_asset_id }) => base_asset_id === base && quote_asset_id === quote);
  if (pool !== undefined) return pool;
  const turned = pools.some(({ base_asset_id, quote_asset_id }) => base_asset_id === quote && quote_asset_id === base);
  throw new Refusal(404, `there is no pair ${base}/${quote}`, turned ? { hint: `use ${quote}/${base}` } : {});
}

async function busyPools({ store }: SwapContext, now: number): Promise<BusyPool[]> {
  const pools = (await readPools(store)).filter(holds);
  return Promise.all(
    pools.map(async (pool) => {
      const { volume, transactions } = await trafficSince(store, pool.route_id, now - DAY * 1000);
      return { pool, volume, transactions, fee: volume.times(feeShare(pool.swap_method)) };
    }),
  );
}

function pairOf({ pool, volume, fee, transactions }: BusyPool, prices: AssetPrices): Pair {
  return {
    ...pairRow(pool),
    fee_percent: feeShare(pool.swap_method).toFixed(),
    base_value: worth(prices, pool.base_asset_id, pool.base_amount).toFixed(),
    quote_value: worth(prices, pool.quote_asset_id, pool.quote_amount).toFixed(),
    volume_24h: shown(volume),
    fee_24h: shown(fee),
    transaction_count_24h: transactions,
  };
}

function assetsOf(pools: readonly Pool[]): string[] {
  return [...new Set(pools.flatMap(({ base_asset_id, quote_asset_id }) => [base_asset_id, quote_asset_id]))];
}
