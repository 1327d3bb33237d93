/** What swap's documents leave open of statistics, candles and tickers. */
import { askOpen, distinct, each, looking, notSeen, several } from '@wallet-services/conformance/builtin';
import { objectOf, type Talk } from '@wallet-services/conformance/core';
import { isObject, type JsonObject, successJson, valueAt } from '@wallet-services/conformance/model';
import { type Point, pointsOf, seriesOperations, stepOf, unitOf } from '../series.ts';
import { brokers } from './pairs.ts';

const HOURS = [24, 168, 720, 2160, 4320];

/** The points of a stretch; empty where there are none. */
async function stretch(talk: Talk, operation: string, dur?: string): Promise<readonly Point[]> {
  const query: Readonly<Record<string, string>> = dur === undefined ? {} : { dur };
  const exchange = await askOpen(talk, operation, `${operation} of ${dur ?? 'no dur'}`, { query });
  return pointsOf(exchange) ?? [];
}

const earliestOf = (points: readonly Point[]) => Math.min(...points.map(({ time }) => time));

function directionOf(points: readonly Point[]): string {
  const steps = points.slice(1).map(({ time }, index) => Math.sign(time - (points[index]?.time ?? time)));
  if (steps.every((step) => step > 0)) return 'ascending';
  return steps.every((step) => step < 0) ? 'descending' : 'in no order';
}

async function candlesOf(talk: Talk) {
  const exchange = await askOpen(talk, 'listCandles', 'candles');
  const data = valueAt(successJson(exchange), '/data');
  const candles: readonly (readonly unknown[])[] = Array.isArray(data) ? data.filter(Array.isArray) : [];
  return { url: exchange.url, candles };
}

async function tickers(talk: Talk): Promise<readonly (readonly [key: string, ticker: JsonObject])[]> {
  const exchange = await askOpen(talk, 'listTickers', 'tickers');
  const data = Object.entries(objectOf(exchange) ?? {});
  return data.flatMap(([key, ticker]) => (isObject(ticker) ? [[key, ticker] as const] : []));
}

/** The latest price of a pair may have moved since, but not by so much. */
const NEAR = 3;

/** How a figure is written. */
export function figureForm(value: unknown): string {
  if (typeof value !== 'string') return typeof value;
  if (/^-?\d+(\.\d+)?$/.test(value)) return 'plain decimals';
  return Number.isNaN(Number(value)) || value === '' ? 'other string' : 'decimals with an exponent';
}

export default looking({
  'swap.dur.default': async (talk) => {
    const plain = await stretch(talk, 'listMarketStats');
    if (plain.length === 0) return null;
    for (const hours of HOURS) {
      const points = await stretch(talk, 'listMarketStats', `${hours}h`);
      if (points.length === plain.length && earliestOf(points) === earliestOf(plain)) return `like ${hours}h`;
    }
    return `like none of ${HOURS.map((hours) => `${hours}h`).join(', ')}`;
  },
  'swap.stats.sampling': (talk) =>
    each(
      seriesOperations.flatMap((operation) => ['24h', '720h', '4320h'].map((dur) => `${operation} of ${dur}`)),
      async (name) => {
        const [operation = '', dur = ''] = name.split(' of ');
        const points = await stretch(talk, operation, dur);
        return points.length < 2 ? notSeen('too few points') : `${directionOf(points)}, ${stepOf(points)} s apart`;
      },
    ),
  'swap.Candle.timestamp-unit': async (talk) => {
    const [candle] = (await candlesOf(talk)).candles;
    return typeof candle?.[0] === 'number' ? unitOf(candle[0]) : null;
  },
  'swap.Candle.price-direction': async (talk) => {
    const { url, candles } = await candlesOf(talk);
    const latest = candles.toSorted((left, right) => Number(right[0]) - Number(left[0]))[0];
    const named = (key: string) => url.toLowerCase().includes(key.toLowerCase().replace('_', '/'));
    const [, ticker] = (await tickers(talk)).find(([key]) => named(key)) ?? [];
    if (latest === undefined || ticker === undefined)
      return notSeen('a candle and a ticker of the same pair are needed');
    const last = Number(ticker['last_price']);
    const isNear = (price: number) => price > 0 && price / last < NEAR && last / price < NEAR;
    const [first, second] = [isNear(Number(latest[1])), isNear(Number(latest[2]))];
    if (first === second) return 'the ticker does not show which';
    return `${first ? 'the first' : 'the second'} price is that of the ticker`;
  },
  'swap.MarketStat.ts.unit': async (talk) => {
    const stats = successJson(await askOpen(talk, 'listMarketStats', 'statistics'));
    const pairs = successJson((await brokers(talk)).standard);
    const unit = (value: unknown) => async () => (typeof value === 'number' ? unitOf(value) : null);
    const [points, envelope, summary] = [
      valueAt(stats, '/data/0/ts'),
      valueAt(stats, '/ts'),
      valueAt(pairs, '/data/ts'),
    ];
    return several({ points: unit(points), envelope: unit(envelope), summary: unit(summary) })(talk);
  },
  'swap.Ticker.periods': async (talk) => {
    const names = ['last_price', 'base_volume', 'quote_volume'];
    const figures = (await tickers(talk)).flatMap(([, ticker]) => names.map((name) => figureForm(ticker[name])));
    return figures.length === 0 ? null : `figures are ${distinct(figures)}; they do not show their period`;
  },
  'swap.Ticker.base_id.meaning': async (talk) => {
    const told = (await tickers(talk)).map(([key, { base_id, quote_id }]) => key === `${base_id}_${quote_id}`);
    return told.length === 0 ? null : told.every(Boolean) ? 'those of the key' : 'other ids';
  },
});
