/** Prices at a time of the generated history. */
import type { Decimal } from 'decimal.js';
import { cut, Exact } from '../../operations/pools/amounts.ts';
import type { AssetPrices } from '../../operations/pools/books.ts';
import { DAY } from '../../operations/pools/periods.ts';
import type { Close, Course, Market } from './course.ts';

/** Price of an asset at the time, in US dollars. */
export type PriceAt = (assetId: string) => Decimal;

/** A time, with the prices of the course. */
export interface Moment extends Close {
  /** Nanoseconds since 1970. */
  readonly at: bigint;
  readonly priceAt: PriceAt;
}

const SECOND = 1_000_000_000n;

/** Interpolates the prices linearly between the ends of two days. */
export function momentAt(
  { market, prices, course }: { readonly market: Market; readonly prices: AssetPrices; readonly course: Course },
  at: bigint,
): Moment {
  const { main, second } = closeAt(course, at);
  const dollar = prices.get(market.main.quote_asset_id) ?? new Exact(1);
  const [ofMain, ofSecond] = [main.times(dollar), second.times(dollar)];
  const priceAt: PriceAt = (assetId) => {
    if (assetId === market.main.base_asset_id) return ofMain;
    return assetId === market.second.base_asset_id ? ofSecond : dollar;
  };
  return { at, main, second, priceAt };
}

function closeAt(course: Course, at: bigint): Close {
  const seconds = Number(at / SECOND);
  const day = Math.floor(seconds / DAY) * DAY;
  const from = course.get(day - DAY);
  const to = course.get(day);
  if (from === undefined || to === undefined) throw new RangeError('the course does not reach so far');
  const share = new Exact((seconds - day) / DAY);
  const between = (name: keyof Close) => cut(from[name].plus(to[name].minus(from[name]).times(share)), 6);
  return { main: between('main'), second: between('second') };
}
