/** The accumulated rates of a collateral type over time, between the moments at which they are known. */
import { Decimal } from 'decimal.js';
import { nanosecondsOf } from '../../values/index.ts';

/** The accumulated rates at a moment, in nanoseconds since 1970. */
export type Rates = (moment: bigint) => Decimal;

/** A moment, RFC 3339, and the rate then. */
export type KnownRate = readonly [time: string, rate: Decimal.Value];

const DECIMALS = 4;

/** Rates grow evenly between two known ones; before the first and after the last they are constant. */
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
