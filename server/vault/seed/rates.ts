/** Interpolates the accumulated rate of a collateral type between known values. */
import { Decimal } from 'decimal.js';
import { nanosecondsOf } from '../../values/index.ts';

/** The accumulated rate at a time in nanoseconds since 1970. */
export type Rates = (moment: bigint) => Decimal;

/** A known rate with its time, RFC 3339. */
export type KnownRate = readonly [time: string, rate: Decimal.Value];

const DECIMALS = 4;

/** Interpolates linearly between known rates; before the first and after the last one the rate is constant. */
export function ratesBetween(known: readonly KnownRate[]): Rates {
  const points = known
    .map(([time, value]) => ({ at: nanosecondsOf(time), rate: new Decimal(value) }))
    .map(({ at, rate }) => ({ at, rate, units: BigInt(rate.times(10 ** DECIMALS).toFixed(0)) }))
    .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  return (moment) => {
    const next = points.findIndex(({ at }) => at >= moment);
    const after = points.at(next);
    const before = next > 0 ? points[next - 1] : undefined;
    if (after === undefined) throw new RangeError('no rate is known');
    if (before === undefined || after.at === moment) return after.rate;
    const grown = ((after.units - before.units) * (moment - before.at)) / (after.at - before.at);
    return new Decimal(`${before.units + grown}e-${DECIMALS}`);
  };
}
