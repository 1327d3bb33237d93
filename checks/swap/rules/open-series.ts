/** The open questions of swap about statistics, candles and tickers. */
import { distinct, each, notObserved, probesOf, sendOpen, several } from '@wallet-services/conformance/builtin';
import { type CheckContext, objectOf } from '@wallet-services/conformance/core';
import { isObject, type JsonObject, successJson, valueAt } from '@wallet-services/conformance/model';
import { type Point, pointsOf, seriesOperations, stepOf, unitOf } from '../series.ts';
import { brokers } from './pairs.ts';

const HOURS = [24, 168, 720, 2160, 4320];

/** The points of a period; empty where there are none. */
async function stretch(ctx: CheckContext, operation: string, dur?: string): Promise<readonly Point[]> {
  const query: Readonly<Record<string, string>> = dur === undefined ? {} : { dur };
  const exchange = await sendOpen(ctx, operation, `${operation} of ${dur ?? 'no dur'}`, { query });
  return pointsOf(exchange) ?? [];
}

const earliestOf = (points: readonly Point[]) => Math.min(...points.map(({ time }) => time));

function directionOf(points: readonly Point[]): string {
  const steps = points.slice(1).map(({ time }, index) => Math.sign(time - (points[index]?.time ?? time)));
  if (steps.every((step) => step > 0)) return 'ascending';
  return steps.every((step) => step < 0) ? 'descending' : 'in no order';
}

async function candlesOf(ctx: CheckContext) {
  const exchange = await sendOpen(ctx, 'listCandles', 'candles');
  const data = valueAt(successJson(exchange), '/data');
  const candles: readonly (readonly unknown[])[] = Array.isArray(data) ? data.filter(Array.isArray) : [];
  return { url: exchange.url, candles };
}

async function tickers(ctx: CheckContext): Promise<readonly (readonly [key: string, ticker: JsonObject])[]> {
  const exchange = await sendOpen(ctx, 'listTickers', 'tickers');
  const data = Object.entries(objectOf(exchange) ?? {});
  return data.flatMap(([key, ticker]) => (isObject(ticker) ? [[key, ticker] as const] : []));
}

/** The largest factor by which the latest price of a pair may have changed since. */
const NEAR = 3;

/** The form of a figure. */
export function figureForm(value: unknown): string {
  if (typeof value !== 'string') return typeof value;
  if (/^-?\d+(\.\d+)?$/.test(value)) return 'plain decimals';
  return Number.isNaN(Number(value)) || value === '' ? 'other string' : 'decimals with an exponent';
}

export default probesOf({
  'swap.dur.default': async (ctx) => {
    const plain = await stretch(ctx, 'listMarketStats');
    if (plain.length === 0) return null;
    for (const hours of HOURS) {
      const points = await stretch(ctx, 'listMarketStats', `${hours}h`);
      if (points.length === plain.length && earliestOf(points) === earliestOf(plain)) return `like ${hours}h`;
    }
    return `like none of ${HOURS.map((hours) => `${hours}h`).join(', ')}`;
  },
  'swap.stats.sampling': (ctx) =>
    each(
      seriesOperations.flatMap((operation) => ['24h', '720h', '4320h'].map((dur) => `${operation} of ${dur}`)),
      async (name) => {
        const [operation = '', dur = ''] = name.split(' of ');
        const points = await stretch(ctx, operation, dur);
        return points.length < 2 ? notObserved('too few points') : `${directionOf(points)}, ${stepOf(points)} s apart`;
      },
    ),
  'swap.Candle.timestamp-unit': async (ctx) => {
    const [candle] = (await candlesOf(ctx)).candles;
    return typeof candle?.[0] === 'number' ? unitOf(candle[0]) : null;
  },
  'swap.Candle.price-direction': async (ctx) => {
    const { url, candles } = await candlesOf(ctx);
    const latest = candles.toSorted((left, right) => Number(right[0]) - Number(left[0]))[0];
    const named = (key: string) => url.toLowerCase().includes(key.toLowerCase().replace('_', '/'));
    const [, ticker] = (await tickers(ctx)).find(([key]) => named(key)) ?? [];
    if (latest === undefined || ticker === undefined)
      return notObserved('a candle and a ticker of the same pair are needed');
    const last = Number(ticker['last_price']);
    const isNear = (price: number) => price > 0 && price / last < NEAR && last / price < NEAR;
    const [first, second] = [isNear(Number(latest[1])), isNear(Number(latest[2]))];
    if (first === second) return 'the ticker does not show which';
    return `${first ? 'the first' : 'the second'} price is that of the ticker`;
  },
  'swap.MarketStat.ts.unit': async (ctx) => {
    const stats = successJson(await sendOpen(ctx, 'listMarketStats', 'statistics'));
    const pairs = successJson((await brokers(ctx)).standard);
    const unit = (value: unknown) => async () => (typeof value === 'number' ? unitOf(value) : null);
    const [points, envelope, summary] = [
      valueAt(stats, '/data/0/ts'),
      valueAt(stats, '/ts'),
      valueAt(pairs, '/data/ts'),
    ];
    return several({ points: unit(points), envelope: unit(envelope), summary: unit(summary) })(ctx);
  },
  'swap.Ticker.periods': async (ctx) => {
    const names = ['last_price', 'base_volume', 'quote_volume'];
    const figures = (await tickers(ctx)).flatMap(([, ticker]) => names.map((name) => figureForm(ticker[name])));
    return figures.length === 0 ? null : `figures are ${distinct(figures)}; they do not show their period`;
  },
  'swap.Ticker.base_id.meaning': async (ctx) => {
    const reported = (await tickers(ctx)).map(([key, { base_id, quote_id }]) => key === `${base_id}_${quote_id}`);
    return reported.length === 0 ? null : reported.every(Boolean) ? 'those of the key' : 'other ids';
  },
});
