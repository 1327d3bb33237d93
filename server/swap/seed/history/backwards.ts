/**
 * Reverses changes of a pool exactly: repeating the change gives the original pool, to the last digit. A generated
 * history can therefore end at given reserves.
 */
import type { Decimal } from 'decimal.js';
import { cut, raised, UNIT } from '../../operations/pools/amounts.ts';
import { addition, removal } from '../../operations/pools/liquidity.ts';
import { changed, feeShare, type Pool, type PoolSwap, swapIn } from '../../operations/pools/pools.ts';

/** How far from the first guess a solution is searched for, in smallest units. */
const NEAR = 3;

/**
 * The swap of a constant-product pool that results in `after`.
 *
 * @param funds the payment with 8 places, much smaller than the reserves
 */
export function undoSwap(after: Pool, payAssetId: string, funds: Decimal): PoolSwap {
  const paysBase = payAssetId === after.base_asset_id;
  const [paid, filled] = paysBase ? [after.base_amount, after.quote_amount] : [after.quote_amount, after.base_amount];
  const net = funds.minus(funds.times(feeShare(after.swap_method)));
  const paidBefore = paid.minus(funds);
  const guess = cut(filled.times(paidBefore.plus(net)).dividedBy(paidBefore));
  for (const filledBefore of around(guess)) {
    const amount = filledBefore.minus(filled);
    const before = paysBase ? changed(after, funds.negated(), amount) : changed(after, amount, funds.negated());
    const swap = swapIn(before, payAssetId, funds);
    if (swap?.amount.equals(amount)) return { ...swap, after };
  }
  throw new RangeError('there is no such swap');
}

/**
 * Finds the pool before tokens were minted. The number of tokens is a few units smaller when the exact one is
 * impossible.
 *
 * @returns the pool before
 */
export function undoAddition(after: Pool, tokens: Decimal): Pool {
  for (let made = cut(tokens); ; made = made.minus(UNIT)) {
    const rest = after.liquidity.minus(made);
    const base = partsBefore(after.base_amount, after.liquidity, rest);
    const quote = partsBefore(after.quote_amount, after.liquidity, rest);
    for (const base_amount of base) {
      for (const quote_amount of quote) {
        const before = { ...after, base_amount, quote_amount, liquidity: rest };
        const costs = (amount: Decimal) => raised(amount.times(made).dividedBy(rest));
        const [paidBase, paidQuote] = [costs(base_amount), costs(quote_amount)];
        if (!base_amount.plus(paidBase).equals(after.base_amount)) continue;
        if (!quote_amount.plus(paidQuote).equals(after.quote_amount)) continue;
        if (addition(before, paidBase, paidQuote)?.liquidity.equals(made)) return before;
      }
    }
  }
}

/** Finds the pool before tokens were returned. */
export function undoRemoval(after: Pool, tokens: Decimal): Pool {
  const liquidity = after.liquidity.plus(cut(tokens));
  for (const base_amount of partsBefore(after.base_amount, after.liquidity, liquidity)) {
    for (const quote_amount of partsBefore(after.quote_amount, after.liquidity, liquidity)) {
      const before = { ...after, base_amount, quote_amount, liquidity };
      const given = removal(before, cut(tokens));
      if (given === undefined || !base_amount.minus(given.base).equals(after.base_amount)) continue;
      if (quote_amount.minus(given.quote).equals(after.quote_amount)) return before;
    }
  }
  throw new RangeError('there is no such removal');
}

function partsBefore(amount: Decimal, liquidity: Decimal, before: Decimal): Decimal[] {
  return [...around(cut(amount.times(before).dividedBy(liquidity)))];
}

/** Values around a guess, nearest first. */
function* around(guess: Decimal): Generator<Decimal> {
  yield guess;
  for (let step = 1; step <= NEAR; step++) {
    yield guess.plus(UNIT.times(step));
    yield guess.minus(UNIT.times(step));
  }
}
