/**
 * Further collateral types with the same assets. All generated data uses these, so that the figures of the examples'
 * own types stay correct. Their names continue those of the examples (types.json).
 */
import type { Asset } from '@wallet-services/contract/vault';
import { Decimal } from 'decimal.js';
import type { RandomSource } from '../../values/index.ts';
import type { CollateralTerms } from './books.ts';
import { MINUTE, SECOND, utcText } from './moments.ts';
import { type Rates, ratesBetween } from './rates.ts';
import further from './types.json' with { type: 'json' };

/** A collateral type as borrowers see it. */
export interface Market {
  readonly terms: CollateralTerms;
  readonly rates: Rates;
  /** Price of the collateral, in units of the stable asset. */
  readonly price: Decimal;
  /** Largest debt per unit of the collateral, at the liquidation ratio. */
  readonly carries: Decimal;
  /** Decimal places of the amounts of collateral that people choose. */
  readonly decimals: number;
  /** Whether the price falls far enough for auctions. */
  readonly risky: boolean;
}

/** An asset with a stable price, which is not auctioned. */
const STABLE = 'USDC';

/** Time between the additions of two types. */
const APART = 3n * MINUTE;

const YEAR = BigInt(365 * 24 * 3600) * SECOND;
const RATE_DECIMALS = 4;
const PRICE_DECIMALS = 2;

/**
 * Generates the further types.
 *
 * @param dai id of the stable asset
 * @param begin time of the first type, in nanoseconds since 1970
 * @param end end of the data
 */
export function furtherMarkets(
  assets: readonly Asset[],
  dai: string,
  begin: bigint,
  end: bigint,
  random: RandomSource,
): Market[] {
  return further.types.map(({ symbol, name, ...terms }, position) => {
    const gem = assets.find((asset) => asset.symbol === symbol);
    if (gem === undefined) throw new Error(`the examples have no asset ${symbol}`);
    const price = new Decimal(gem.price);
    const created = begin + BigInt(position) * APART;
    const created_at = utcText(created);
    const rho = end - BigInt(random.integer(10, 3_000)) * SECOND;
    const rate = grown(terms.duty, rho - created).toFixed();
    return {
      terms: {
        id: random.uuid(),
        name,
        created_at,
        gem: gem.id,
        dai,
        ...further.common,
        ...terms,
        supply: terms.line,
        rate,
        rho: utcText(rho),
      },
      rates: ratesBetween([
        [created_at, 1],
        [utcText(rho), rate],
      ]),
      price,
      carries: price.dividedBy(terms.mat).toDecimalPlaces(PRICE_DECIMALS, Decimal.ROUND_DOWN),
      decimals: price.greaterThan(1000) ? 4 : 2,
      risky: symbol !== STABLE,
    };
  });
}

/** The growth factor of a yearly stability fee after a time in nanoseconds. */
function grown(duty: string, elapsed: bigint): Decimal {
  const years = new Decimal(String(elapsed)).dividedBy(String(YEAR));
  return new Decimal(duty).pow(years).toDecimalPlaces(RATE_DECIMALS, Decimal.ROUND_DOWN);
}
