/** Statistics and candles, where the documents leave them open. */
import { noInput } from '../../../model/call.ts';
import type { Call, Exchange } from '../../../model/exchange.ts';
import { isObject } from '../../../model/json.ts';
import type { Rule, Scene } from '../../rule.ts';
import { dataOf, objectOf, serverTimeOf } from '../../shared/data.ts';
import { notSeen, observer } from '../../shared/observe.ts';
import { ask, pathOf } from '../calls.ts';
import { findPair } from '../discover.ts';
import { type Point, pointsOf, stepOf, unitOf } from '../points.ts';

const HOURS = [24, 168, 720, 2160, 4320];

function statsCall(scene: Scene, hours: number | null): Call {
  const query: Readonly<Record<string, string>> = hours === null ? {} : { dur: `${hours}h` };
  return ask(scene, 'listMarketStats', hours === null ? 'no dur' : `${hours}h`, { query });
}

function earliestOf(points: readonly Point[]): number {
  return Math.min(...points.map(({ time }) => time));
}

export const durDefault: Rule = observer('swap.dur.default', 'listMarketStats', function* (scene) {
  const plain = pointsOf(yield statsCall(scene, null)) ?? [];
  if (plain.length === 0) return notSeen('there are no statistics');
  for (const hours of HOURS) {
    const points = pointsOf(yield statsCall(scene, hours)) ?? [];
    if (points.length === plain.length && earliestOf(points) === earliestOf(plain)) return `like ${hours}h`;
  }
  return `like none of ${HOURS.map((hours) => `${hours}h`).join(', ')}`;
});

function direction(points: readonly Point[]): string {
  const steps = points.slice(1).map(({ time }, index) => Math.sign(time - (points[index]?.time ?? time)));
  if (steps.every((step) => step > 0)) return 'ascending';
  return steps.every((step) => step < 0) ? 'descending' : 'in no order';
}

export const sampling: Rule = observer('swap.stats.sampling', null, function* (scene) {
  const pair = yield* findPair(scene);
  const told: string[] = [];
  const operations = pair === null ? ['listMarketStats'] : ['listMarketStats', 'listPairStats', 'listCandles'];
  for (const operation of operations) {
    const input = pair === null || operation === 'listMarketStats' ? noInput : pathOf(pair);
    for (const dur of ['24h', '720h', '4320h']) {
      const exchange = yield ask(scene, operation, `${operation} ${dur}`, { ...input, query: { dur } });
      const points = pointsOf(exchange) ?? [];
      const how = points.length < 2 ? notSeen('too few points') : `${direction(points)}, ${stepOf(points)} s apart`;
      told.push(`${operation} of ${dur}: ${how}`);
    }
  }
  return told.join('; ');
});

function* candles(scene: Scene): Generator<Call, readonly unknown[], Exchange> {
  const pair = yield* findPair(scene);
  if (pair === null) return [];
  const data = dataOf(yield ask(scene, 'listCandles', 'candles', pathOf(pair)));
  return Array.isArray(data) ? data : [];
}

export const candleUnit: Rule = observer('swap.candles.timestamp-unit', 'listCandles', function* (scene) {
  const [candle] = yield* candles(scene);
  const time: unknown = Array.isArray(candle) ? candle[0] : undefined;
  return typeof time === 'number' ? unitOf(time) : notSeen('there are no candles');
});

/** The latest price of a pair may have moved since, but not by so much. */
const NEAR = 3;

function isNear(price: number, last: number): boolean {
  return price > 0 && price / last < NEAR && last / price < NEAR;
}

export const priceDirection: Rule = observer('swap.candles.price-direction', 'listCandles', function* (scene) {
  const pair = yield* findPair(scene);
  const tickers = objectOf(yield ask(scene, 'listTickers', 'tickers')) ?? {};
  const all = yield* candles(scene);
  const times = all.map((candle) => (Array.isArray(candle) ? Number(candle[0]) : 0));
  const candle = all[times.indexOf(Math.max(...times))];
  const ticker = pair === null ? undefined : tickers[`${pair.base}_${pair.quote}`];
  if (!Array.isArray(candle) || !isObject(ticker)) return notSeen('a candle and a ticker of the same pair are needed');
  const last = Number(ticker['last_price']);
  const [first, second] = [Number(candle[1]), Number(candle[2])];
  if (isNear(first, last) === isNear(second, last)) return 'not told by the ticker';
  return `${isNear(first, last) ? 'the first' : 'the second'} price is that of the ticker`;
});

export const timeUnits: Rule = observer('swap.stats.ts-unit', 'listMarketStats', function* (scene) {
  const stats = yield statsCall(scene, null);
  const data = dataOf(stats);
  const [point] = Array.isArray(data) ? data : [];
  const ts = isObject(point) ? point['ts'] : undefined;
  const summary = objectOf(yield ask(scene, 'listPairs', 'pairs'));
  const unit = (value: unknown) => (typeof value === 'number' ? unitOf(value) : 'not seen');
  return `points: ${unit(ts)}; envelope: ${unit(serverTimeOf(stats))}; pair summary: ${unit(summary?.['ts'])}`;
});
