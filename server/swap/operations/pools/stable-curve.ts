/**
 * The StableSwap curve for two assets: Ann (x + y) + D = Ann D + D^3 / (4 x y), with Ann = 2 A. Near balance, the price
 * is almost 1.
 */
import type { Decimal } from 'decimal.js';
import { Exact } from './amounts.ts';

/** The amplification coefficient A. */
const AMPLIFICATION = 200;
const ANN = AMPLIFICATION * 2;

/** Upper limit of steps. Newton's method doubles the correct digits in each step, so it needs far fewer. */
const STEPS = 255;
const CLOSE = new Exact('1e-24');

/** D: the total of the reserves if they were balanced. It grows with fees. */
export function invariant(x: Decimal, y: Decimal): Decimal {
  const total = x.plus(y);
  if (x.isZero() || y.isZero()) return total;
  return converge(total, (d) => {
    const product = d.pow(3).dividedBy(x.times(y).times(4));
    return total
      .times(ANN)
      .plus(product.times(2))
      .times(d)
      .dividedBy(d.times(ANN - 1).plus(product.times(3)));
  });
}

/** The reserve of one asset that belongs to the other's, on the curve of D. */
export function reserveBeside(x: Decimal, d: Decimal): Decimal {
  const c = d.pow(3).dividedBy(x.times(4 * ANN));
  const b = x.plus(d.dividedBy(ANN)).minus(d);
  return converge(d, (y) => y.times(y).plus(c).dividedBy(y.times(2).plus(b)));
}

/** The marginal price of x in units of y: the slope of the curve. */
export function slope(x: Decimal, y: Decimal): Decimal {
  const cubed = invariant(x, y).pow(3);
  const ofX = cubed.dividedBy(x.times(x).times(y).times(4)).plus(ANN);
  const ofY = cubed.dividedBy(x.times(y).times(y).times(4)).plus(ANN);
  return ofX.dividedBy(ofY);
}

function converge(start: Decimal, next: (value: Decimal) => Decimal): Decimal {
  let value = start;
  for (let step = 0; step < STEPS; step++) {
    const closer = next(value);
    if (closer.minus(value).abs().lessThan(CLOSE)) return closer;
    value = closer;
  }
  return value;
}
