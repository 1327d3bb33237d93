/**
 * The activity of a pair by minutes, hours and days. It is updated with each transaction, so that statistics over any
 * time read few rows, however many transactions there are.
 */

import type { Decimal } from 'decimal.js';
import { instantKey, isoTime } from '../../../values/index.ts';
import type { PeriodRow, SwapStore } from '../../store/tables.ts';
import { cut, Exact, sum, ZERO } from './amounts.ts';

export const MINUTE = 60;
export const HOUR = 3_600;
export const DAY = 86_400;

/** Lengths of the periods in seconds, longest first. */
export const STEPS = [DAY, HOUR, MINUTE] as const;

/** The change that a transaction makes to the periods that contain it. */
export interface PeriodChange {
  readonly route_id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Swapped value in US dollars. */
  readonly volume: Decimal.Value;
  readonly base_amount: string;
  readonly quote_amount: string;
  /** Value of the pool after the transaction, in US dollars. */
  readonly value: string;
}

/** Start of the period that contains a time, in seconds since 1970. */
export function startOfPeriod(at: number, step: number): number {
  return Math.floor(at / 1000 / step) * step;
}

/** The period with another transaction; a new period when there was none. */
export function periodWith(period: PeriodRow | undefined, change: PeriodChange, step: number): PeriodRow {
  const { route_id, at, volume, ...close } = change;
  return {
    route_id,
    step,
    start: startOfPeriod(at, step),
    volume: new Exact(period?.volume ?? 0).plus(volume).toFixed(),
    transactions: (period?.transactions ?? 0) + 1,
    ...close,
  };
}

/** Updates the periods of a transaction. Call it within the database transaction that stores it. */
export async function keepPeriods(store: SwapStore, change: PeriodChange): Promise<void> {
  for (const step of STEPS) {
    const start = startOfPeriod(change.at, step);
    const kept = await store
      .selectFrom('swap_periods')
      .selectAll()
      .where('route_id', '=', change.route_id)
      .where('step', '=', step)
      .where('start', '=', start)
      .executeTakeFirst();
    const period = periodWith(kept, change, step);
    if (kept === undefined) await store.insertInto('swap_periods').values(period).execute();
    else {
      await store
        .updateTable('swap_periods')
        .set(period)
        .where('route_id', '=', period.route_id)
        .where('step', '=', step)
        .where('start', '=', start)
        .execute();
    }
  }
}

/** The activity within a time range. */
export interface Traffic {
  /** Swapped value in US dollars. */
  readonly volume: Decimal;
  readonly transactions: number;
}

/**
 * The activity of a pair after a time, exact to the millisecond: the sum of whole days, hours and minutes, and of the
 * transactions in the first, partial minute.
 *
 * @param from exclusive, in milliseconds since 1970
 */
export async function trafficSince(store: SwapStore, routeId: number, from: number): Promise<Traffic> {
  const parts: Traffic[] = [];
  let until = Number.MAX_SAFE_INTEGER;
  for (const step of STEPS) {
    const start = Math.ceil(from / 1000 / step) * step;
    if (start >= until) continue;
    const rows = await store
      .selectFrom('swap_periods')
      .select(['volume', 'transactions'])
      .where('route_id', '=', routeId)
      .where('step', '=', step)
      .where('start', '>=', start)
      .where('start', '<', until)
      .execute();
    parts.push({ volume: sum(rows.map(({ volume }) => volume)), transactions: total(rows) });
    until = start;
  }
  parts.push(await singly(store, routeId, from, until * 1000));
  return { volume: sum(parts.map(({ volume }) => volume)), transactions: total(parts) };
}

async function singly(store: SwapStore, routeId: number, from: number, until: number): Promise<Traffic> {
  const rows = await store
    .selectFrom('swap_transactions')
    .select(['type', 'value'])
    .where('route_id', '=', routeId)
    .where('created_key', '>', keyOf(from))
    .where('created_key', '<', keyOf(until))
    .execute();
  return {
    volume: sum(rows.map(({ type, value }) => (type === 'Swap' ? value : ZERO))),
    transactions: rows.length,
  };
}

function total(parts: readonly { readonly transactions: number }[]): number {
  return parts.reduce((count, { transactions }) => count + transactions, 0);
}

/** The sort key of a time in milliseconds. */
export function keyOf(milliseconds: number): string {
  const key = instantKey(isoTime(milliseconds));
  if (key === undefined) throw new RangeError(`${milliseconds} is not a moment`);
  return key;
}

/** A value with at most 8 decimal places. */
export function shown(value: Decimal): string {
  return cut(value).toFixed();
}
