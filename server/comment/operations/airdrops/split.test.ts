import { Decimal } from 'decimal.js';
import { expect, test } from 'vitest';
import { seededRandom } from '../../../values/index.ts';
import { equalShares } from './split.ts';

test.each([
  ['12.5', 2, ['6.25', '6.25']],
  ['1', 3, ['0.33333334', '0.33333333', '0.33333333']],
  ['0.00000002', 3, ['0.00000001', '0.00000001']],
  ['0.00012345', 1, ['0.00012345']],
  ['1.50', 1, ['1.50']],
  ['100000000000000000000.00000001', 2, ['50000000000000000000.00000001', '50000000000000000000']],
])('%s is shared among %d', (amount, receivers, shares) => {
  expect(equalShares(amount, receivers)).toEqual(shares);
});

test('the shares add up to the amount, and differ by one smallest unit at most', () => {
  const random = seededRandom(1, 'shares');
  for (let run = 0; run < 300; run += 1) {
    const whole = random.pick([0, random.integer(0, 999_999_999)]);
    const amount = `${whole}.${String(random.integer(1, 99_999_999)).padStart(8, '0')}`;
    const receivers = random.integer(1, random.pick([3, 1_000]));
    const shares = equalShares(amount, receivers).map((share) => new Decimal(share));
    expect(Decimal.sum(...shares).equals(amount)).toBe(true);
    expect(
      Decimal.max(...shares)
        .minus(Decimal.min(...shares))
        .lessThanOrEqualTo('0.00000001'),
    ).toBe(true);
    expect(shares.length).toBeLessThanOrEqual(receivers);
  }
});
