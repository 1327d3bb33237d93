/** Points in time, those of statistics and of candles. */

import { type Exchange, isObject, successJson, valueAt } from '@wallet-services/conformance/model';

/** The operations that answer with points. */
export const seriesOperations = ['listMarketStats', 'listPairStats', 'listCandles'] as const;

/** A point of a series. */
export interface Point {
  /** The index in the answer. */
  readonly index: number;
  /** The time in seconds since 1970. */
  readonly time: number;
  /** The liquidity, or the two prices. */
  readonly figures: readonly number[];
}

/** A candle with its two prices exchanged, for faulty servers. */
export const turned = (candle: unknown) => (Array.isArray(candle) ? [candle[0], candle[2], candle[1]] : candle);

/** The largest time in seconds: a larger number, past the year 5000, is in milliseconds. */
const MOST_SECONDS = 1e11;

/** Whether the time of a candle counts seconds or milliseconds is open. */
export function unitOf(timestamp: number): 'seconds' | 'milliseconds' {
  return Math.abs(timestamp) < MOST_SECONDS ? 'seconds' : 'milliseconds';
}

/** The points of an answer, in its order, all in the unit of most of them; null when there is no list. */
export function pointsOf(exchange: Exchange): readonly Point[] | null {
  const data = valueAt(successJson(exchange), '/data');
  if (data !== null && !Array.isArray(data)) return null;
  const all: readonly unknown[] = data ?? [];
  const times = all.map((point) => (Array.isArray(point) ? point[0] : isObject(point) ? point['ts'] : null));
  const known = times.filter((time) => typeof time === 'number').sort((left, right) => left - right);
  const figuresOf = (point: unknown) =>
    (Array.isArray(point) ? point.slice(1) : isObject(point) ? [point['value']] : []).map(Number);
  const factor = unitOf(known[Math.floor(known.length / 2)] ?? 0) === 'seconds' ? 1 : 1000;
  return times.flatMap((time, index) =>
    typeof time === 'number' ? [{ index, time: time / factor, figures: figuresOf(all[index]) }] : [],
  );
}

/** The usual time between two neighbouring points, in seconds; 0 when there are not two. */
export function stepOf(points: readonly Point[]): number {
  const times = points.map(({ time }) => time).sort((left, right) => left - right);
  const steps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  return steps.toSorted((left, right) => left - right)[Math.floor(steps.length / 2)] ?? 0;
}
