/**
 * The course of prices in the made-up history: the price of each pair at the end of each day, back from the present.
 * The days that the document shows have its prices; before them the prices are random.
 */
import type { Decimal } from 'decimal.js';
import type { RandomSource } from '../../../values/index.ts';
import { cut, Exact, sum } from '../../operations/pools/amounts.ts';
import { type AssetPrices, poolWorth } from '../../operations/pools/books.ts';
import { DAY } from '../../operations/pools/periods.ts';
import { type Pool, pricesOf } from '../../operations/pools/pools.ts';
import type { Examples, ShownDay } from '../examples.ts';

/** The three pairs of the document: one priced in dollars for each coin, and one of both coins. */
export interface Market {
  /** BTC/USDC: the one with candles. */
  readonly main: Pool;
  /** ETH/USDC. */
  readonly second: Pool;
  /** ETH/BTC. */
  readonly cross: Pool;
}

/** Prices of the pairs with dollars when a day ended. */
export interface Close {
  readonly main: Decimal;
  readonly second: Decimal;
}

/** Prices by the day, seconds since 1970 when it began; the present day ends now. */
export type Course = ReadonlyMap<number, Close>;

/** How much a price changes a day, at most. */
const WANDER = 0.022;

/** @param first when the first day begins, seconds since 1970 */
export function courseOf(
  examples: Examples,
  market: Market,
  prices: AssetPrices,
  first: number,
  random: RandomSource,
): Course {
  const today = Math.floor(examples.answered / 1000 / DAY) * DAY;
  const course = new Map<number, Close>([
    [today, { main: pricesOf(market.main).base_quote, second: pricesOf(market.second).base_quote }],
  ]);
  let known = course.get(today);
  const worthNow = (pool: Pool) => poolWorth(prices, pool);
  for (let day = today - DAY; day >= first - DAY; day -= DAY) {
    const shown = examples.days.find(({ start }) => start === day);
    if (known === undefined) throw new Error('the course has no end');
    known =
      shown === undefined
        ? { main: wandered(known.main, random), second: wandered(known.second, random) }
        : { main: shown.price, second: secondOf(shown, market, worthNow) };
    course.set(day, known);
  }
  return course;
}

/**
 * The worth of a pool grows with the root of its price: so the price follows from the document's total worth of all
 * pairs.
 */
function secondOf({ market, pair, price }: ShownDay, now: Market, worthNow: (pool: Pool) => Decimal): Decimal {
  const mainNow = pricesOf(now.main).base_quote;
  const main = pair?.value ?? worthNow(now.main).times(price.dividedBy(mainNow).squareRoot()).times('0.99');
  const others = sum([worthNow(now.second), worthNow(now.cross)]);
  const growth = market.value.minus(main).dividedBy(others);
  return cut(pricesOf(now.second).base_quote.times(growth).times(growth));
}

function wandered(price: Decimal, random: RandomSource): Decimal {
  return cut(price.times(new Exact(1 + WANDER * (2 * random.next() - 1.15))), 4);
}
