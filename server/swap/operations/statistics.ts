/**
 * Liquidity, volumes and prices over time (document 2, Endpoints). A point describes the period that begins at its
 * `ts`: values and prices at its end, and the volume within it. The last point is the current period: it has the
 * current values, and the volume of a full period up to now, so that it equals the values of the pair.
 */
import type { Candle, MarketStat } from '@wallet-services/contract/swap';
import type { Decimal } from 'decimal.js';
import type { PeriodRow, SwapStore } from '../store/tables.ts';
import type { SwapContext } from './context.ts';
import { findPair, type PairPath } from './pairs.ts';
import { Exact, sum } from './pools/amounts.ts';
import { poolWorth, readPools, readPrices } from './pools/books.ts';
import { DAY, HOUR, MINUTE, shown, trafficSince } from './pools/periods.ts';
import { holds, type Pool, pricesOf } from './pools/pools.ts';
import { type Window, windowOf } from './window.ts';

/** The state of a pair at the end of a period, and the volume within it. */
interface Point {
  /** Seconds since 1970. */
  readonly start: number;
  readonly value: Decimal;
  readonly volume: Decimal;
  readonly base_amount: Decimal;
  readonly quote_amount: Decimal;
}

/**
 * Statistics of all pairs together.
 *
 * @param dur Go-style duration
 * @throws Refusal 400 when the duration is malformed
 */
export async function listMarketStats(context: SwapContext, dur: string | undefined): Promise<MarketStat[]> {
  return statsOf(context, await readPools(context.store), dur);
}

/** Statistics of one pair. @throws Refusal 404 when there is no such pair */
export async function listPairStats(
  context: SwapContext,
  pair: PairPath,
  dur: string | undefined,
): Promise<MarketStat[]> {
  return statsOf(context, [await findPair(context, pair)], dur);
}

async function statsOf(
  { store, clock }: SwapContext,
  pools: readonly Pool[],
  dur: string | undefined,
): Promise<MarketStat[]> {
  const series = await seriesOf(store, pools, dur, clock());
  const points = Map.groupBy(
    series.flatMap(({ points }) => points),
    ({ start }) => start,
  );
  return [...points]
    .toSorted(([a], [b]) => a - b)
    .map(([start, together]) => ({
      ts: start,
      date: `${new Date(start * 1000).toISOString().slice(0, 19)}Z`,
      value: shown(sum(together.map(({ value }) => value))),
      volume: shown(sum(together.map(({ volume }) => volume))),
    }));
}

/** The prices of a pair over time. Times are in seconds. */
export async function listCandles(context: SwapContext, pair: PairPath, dur: string | undefined): Promise<Candle[]> {
  const pool = await findPair(context, pair);
  const series = await seriesOf(context.store, [pool], dur, context.clock());
  return series.flatMap(({ points }) =>
    points.map(({ start, base_amount, quote_amount }): Candle => {
      const { base_quote, quote_base } = pricesOf({ swap_method: pool.swap_method, base_amount, quote_amount });
      return [start, base_quote.toFixed(), quote_base.toFixed()];
    }),
  );
}

async function seriesOf(store: SwapStore, pools: readonly Pool[], dur: string | undefined, now: number) {
  const window = windowOf(dur, await firstRecord(store, pools, now), now);
  return Promise.all(pools.map(async (pool) => ({ pool, points: await pointsOf(store, pool, window) })));
}

/** Start of the first period in seconds since 1970; default: now. */
async function firstRecord(store: SwapStore, pools: readonly Pool[], now: number): Promise<number> {
  const ids = pools.map(({ route_id }) => route_id);
  const first = await store
    .selectFrom('swap_periods')
    .select(({ fn }) => fn.min('start').as('start'))
    .where('route_id', 'in', ids)
    .where('step', '=', MINUTE)
    .executeTakeFirst();
  return first?.start ?? Math.floor(now / 1000);
}

async function pointsOf(store: SwapStore, pool: Pool, { step, starts, now }: Window): Promise<Point[]> {
  const [first] = starts;
  if (first === undefined) return [];
  const rows = await periodsFrom(store, pool.route_id, step >= DAY ? DAY : step >= HOUR ? HOUR : MINUTE, first);
  const points: Point[] = [];
  let next = 0;
  for (const start of starts) {
    const within: PeriodRow[] = [];
    for (let row = rows[next]; row !== undefined && row.start < start + step; row = rows[++next]) {
      if (row.start >= start) within.push(row);
    }
    const close = rows[next - 1];
    // The pair has no record before this point.
    if (close === undefined) continue;
    points.push({
      start,
      value: new Exact(close.value),
      volume: sum(within.map(({ volume }) => volume)),
      base_amount: new Exact(close.base_amount),
      quote_amount: new Exact(close.quote_amount),
    });
  }
  return withPresent(store, pool, points, step, now);
}

/** Replaces the values of the last point by the current ones. */
async function withPresent(
  store: SwapStore,
  pool: Pool,
  points: readonly Point[],
  step: number,
  now: number,
): Promise<Point[]> {
  const last = points.at(-1);
  if (last === undefined) return [];
  const { base_amount, quote_amount } = pool;
  const { volume } = await trafficSince(store, pool.route_id, now - step * 1000);
  const value = holds(pool) ? poolWorth(await readPrices(store), pool) : new Exact(0);
  return [...points.slice(0, -1), { start: last.start, value, volume, base_amount, quote_amount }];
}

/** The periods from a time on, ascending, and the last one before it, which has the state at that time. */
async function periodsFrom(store: SwapStore, routeId: number, step: number, start: number): Promise<PeriodRow[]> {
  const ofPair = store.selectFrom('swap_periods').selectAll().where('route_id', '=', routeId).where('step', '=', step);
  const before = await ofPair.where('start', '<', start).orderBy('start', 'desc').limit(1).execute();
  return [...before, ...(await ofPair.where('start', '>=', start).orderBy('start').execute())];
}
