/**
 * The course of prices in the generated history: the price of each pair at the end of each day, backwards from now. The
 * days in the document's examples have its prices; the prices before them are random.
 */
import type { Decimal } from 'decimal.js';
import type { RandomSource } from '../../../values/index.ts';
import { cut, Exact, sum } from '../../operations/pools/amounts.ts';
import { type AssetPrices, poolWorth } from '../../operations/pools/books.ts';
import { DAY } from '../../operations/pools/periods.ts';
import { type Pool, pricesOf } from '../../operations/pools/pools.ts';
import type { Examples, ShownDay } from '../examples.ts';

/** The three pairs of the document: each coin against dollars, and one coin against the other. */
export interface Market {
  /** BTC/USDC, the pair with candles. */
  readonly main: Pool;
  /** ETH/USDC. */
  readonly second: Pool;
  /** ETH/BTC. */
  readonly cross: Pool;
}

/** Prices of the two dollar pairs at the end of a day. */
export interface Close {
  readonly main: Decimal;
  readonly second: Decimal;
}

/** Prices by day (its start in seconds since 1970); the current day ends now. */
export type Course = ReadonlyMap<number, Close>;

/** Largest relative change of a price in a day. */
const WANDER = 0.022;

/** @param first start of the first day, in seconds since 1970 */
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
 * Derives the price of the second pair from the total value of all pairs in the document: the value of a pool grows
 * with the square root of its price.
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
