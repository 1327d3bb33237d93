import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../values/index.ts';
import type { SwapMethod } from '../../store/tables.ts';
import { amountOf, cut, Exact, UNIT } from './amounts.ts';
import { addition, removal } from './liquidity.ts';
import { changed, type Pool, pooled, pricesOf, swapIn } from './pools.ts';
import { bestRoute, createRouteCodes, filledBy, followRoute, routeAssets, routeIds, startOf } from './routes.ts';
import { invariant, reserveBeside } from './stable-curve.ts';

const pool = (
  route_id: number,
  [base_asset_id, base]: readonly [string, string],
  [quote_asset_id, quote]: readonly [string, string],
  swap_method: SwapMethod = 'constant-product',
): Pool => ({
  route_id,
  swap_method,
  base_asset_id,
  quote_asset_id,
  base_amount: new Exact(base),
  quote_amount: new Exact(quote),
  liquidity: new Exact('1000'),
  liquidity_asset_id: `share ${route_id}`,
});

const coins = pool(1, ['btc', '100'], ['usdc', '4000000']);
const dollars = pool(2, ['usdc', '1000000'], ['gusd', '1000000'], 'stable-swap');
const METHODS: readonly Pool[] = [coins, dollars];

test('amounts have at most 8 places and 15 digits before them', () => {
  for (const text of ['0', '1', '0.00000001', '007.5', '999999999999999.99999999'])
    expect(amountOf(text)).toBeDefined();
  for (const text of ['', '-1', '1e3', '.5', '5.', '0.000000001', '1000000000000000', ' 1', '1,5', 'NaN', '٣']) {
    expect(amountOf(text)).toBeUndefined();
  }
});

describe('a swap', () => {
  test('keeps the product constant, without the fee, which stays in the pool', () => {
    const swap = swapIn(coins, 'usdc', new Exact('40000'));
    // 100 x 39880 / (4000000 + 39880)
    expect(swap?.amount.toFixed()).toBe('0.98715803');
    expect(swap?.fee.toFixed()).toBe('120');
    expect(swap?.after.quote_amount.toFixed()).toBe('4040000');
    expect(swap?.after.base_amount.toFixed()).toBe('99.01284197');
  });

  test('of two dollar assets gives almost the same amount, until one is scarce', () => {
    const small = swapIn(dollars, 'usdc', new Exact('1000'))?.amount ?? UNIT;
    expect(small.toNumber()).toBeGreaterThan(999.5);
    expect(small.toNumber()).toBeLessThan(999.6);
    const large = swapIn(dollars, 'usdc', new Exact('990000'))?.amount ?? UNIT;
    expect(large.toNumber()).toBeLessThan(980_000);
    const skewed = pool(3, ['usdc', '1990000'], ['gusd', '12000'], 'stable-swap');
    expect(pricesOf(skewed).base_quote.toNumber()).toBeLessThan(0.6);
    expect(pricesOf(dollars)).toEqual({ base_quote: new Exact(1), quote_base: new Exact(1) });
  });

  test('of nothing, of another asset, or in an empty pool gives nothing', () => {
    expect(swapIn(coins, 'usdc', new Exact('0.00000001'))).toBeUndefined();
    expect(swapIn(coins, 'usdc', new Exact('0'))).toBeUndefined();
    expect(swapIn(coins, 'eth', new Exact('1'))).toBeUndefined();
    const empty = pool(9, ['btc', '0'], ['usdc', '0']);
    expect(swapIn(empty, 'usdc', new Exact('1'))).toBeUndefined();
  });

  test.each(METHODS.map((known) => [known.swap_method, known] as const))(
    'never takes from what a %s pool holds together, however large or small',
    (_method, start) => {
      const random = seededRandom(7, 'swaps');
      let now = start;
      for (let count = 0; count < 200; count++) {
        const pay = random.pick([start.base_asset_id, start.quote_asset_id]);
        const funds = cut(new Exact(10 ** (random.next() * 15 - 8)));
        const swap = swapIn(now, pay, funds);
        if (swap === undefined) continue;
        expect(pooled(swap.after).greaterThanOrEqualTo(pooled(now))).toBe(true);
        expect(swap.after.base_amount.greaterThan(0) && swap.after.quote_amount.greaterThan(0)).toBe(true);
        expect(swap.amount.decimalPlaces()).toBeLessThanOrEqual(8);
        // Swapping back and forth never gains anything.
        const back = swapIn(swap.after, swap.fill_asset_id, swap.amount);
        expect(back === undefined || back.amount.lessThan(funds)).toBe(true);
        now = swap.after;
      }
      expect(now).not.toEqual(start);
    },
  );

  test('the stable curve is exact', () => {
    const [x, y] = [new Exact('1234567.891'), new Exact('765432.1')];
    const d = invariant(x, y);
    expect(reserveBeside(x, d).minus(y).abs().lessThan('1e-20')).toBe(true);
    // 400 (x + y) + D = 400 D + D^3 / (4 x y)
    const left = x.plus(y).times(400).plus(d);
    const right = d.times(400).plus(d.pow(3).dividedBy(x.times(y).times(4)));
    expect(left.minus(right).abs().lessThan('1e-15')).toBe(true);
  });
});

describe('a route', () => {
  const pools = [
    coins,
    pool(2, ['eth', '1000'], ['usdc', '3000000']),
    pool(3, ['eth', '500'], ['btc', '37']),
    pool(4, ['usdc', '500000'], ['gusd', '500000'], 'stable-swap'),
    pool(5, ['gusd', '100'], ['sol', '2']),
    pool(6, ['sol', '900'], ['ada', '50000']),
  ];
  const funds = new Exact('3');

  test('is the one with the highest result, not the shortest', () => {
    const best = bestRoute(pools, 'eth', 'btc', funds);
    expect(best === undefined ? [] : routeIds(best)).toEqual([2, 1]);
    const direct = followRoute(pools, [3], 'eth', 'btc', funds);
    expect(best && direct && filledBy(best).greaterThan(filledBy(direct))).toBe(true);
    expect(best === undefined ? [] : routeAssets(best)).toEqual(['eth', 'usdc', 'btc']);
  });

  test('has at most four pools', () => {
    expect(bestRoute(pools, 'eth', 'sol', funds)?.length).toBe(3);
    expect(bestRoute(pools, 'eth', 'ada', funds)?.length).toBe(4);
    expect(bestRoute(pools.slice(2), 'usdc', 'ada', funds)?.length).toBe(3);
    const longer = [...pools.slice(1), pool(7, ['ada', '10'], ['dot', '10'])];
    expect(bestRoute(longer, 'eth', 'dot', funds)).toBeUndefined();
  });

  test('is undefined when there is none, or it would return to its start', () => {
    expect(bestRoute(pools, 'eth', 'doge', funds)).toBeUndefined();
    expect(bestRoute(pools, 'btc', 'btc', funds)).toBeUndefined();
    expect(followRoute(pools, [2, 1], 'btc', 'eth', funds)).toBeUndefined();
    expect(followRoute(pools, [], 'eth', 'btc', funds)).toBeUndefined();
    expect(followRoute(pools, [9], 'eth', 'btc', funds)).toBeUndefined();
    expect(startOf(pools, [2, 1], 'btc')).toBe('eth');
    for (const ids of [[1, 2], [2, 2, 1], [9], [1, 3, 2]]) expect(startOf(pools, ids, 'usdc')).not.toBe('usdc');
  });

  test('is encoded with Hashids, as in the example', () => {
    const codes = createRouteCodes();
    expect(codes.write([2, 1])).toBe('Lg7mZ');
    for (const ids of [[1], [3, 2], [5, 4, 2, 3]]) expect(codes.read(codes.write(ids))).toEqual(ids);
    for (const text of ['', 'x', 'Lg7mz', 'Lg7m%', '../..', 'ü', 'Lg7mZ'.repeat(40), codes.write([1, 2, 3, 4, 5])]) {
      expect(codes.read(text)).toBeUndefined();
    }
  });
});

describe('liquidity', () => {
  test('is added in proportion, and the first sets it', () => {
    const empty = { ...coins, base_amount: new Exact(0), quote_amount: new Exact(0), liquidity: new Exact(0) };
    expect(addition(empty, new Exact(4), new Exact(9))?.liquidity.toFixed()).toBe('6');
    const even = { ...empty, swap_method: 'stable-swap' } as const;
    expect(addition(even, new Exact(4), new Exact(4))?.liquidity.toFixed()).toBe('8');
    const added = addition(coins, new Exact(1), new Exact(50_000));
    expect(added).toEqual({ base: new Exact(1), quote: new Exact(40_000), liquidity: new Exact(10) });
    expect(addition(coins, UNIT, UNIT)).toBeUndefined();
    expect(addition(empty, new Exact(0), new Exact(5))).toBeUndefined();
  });

  test('is returned in proportion, and never exceeds the reserves', () => {
    expect(removal(coins, new Exact(10))).toEqual({ base: new Exact(1), quote: new Exact(40_000) });
    expect(removal(coins, new Exact(1000))).toEqual({ base: new Exact(100), quote: new Exact(4_000_000) });
    expect(removal(coins, new Exact('1000.00000001'))).toBeUndefined();
    expect(removal(coins, new Exact(0))).toBeUndefined();
  });

  test.each(METHODS.map((known) => [known.swap_method, known] as const))(
    'in and out is never a gain: %s',
    (_method, start) => {
      const random = seededRandom(9, 'liquidity');
      for (let count = 0; count < 100; count++) {
        const [base, quote] = [0, 0].map(() => cut(new Exact(10 ** (random.next() * 10 - 4))));
        const added = base && quote && addition(start, base, quote);
        if (!added) continue;
        expect(added.base.lessThanOrEqualTo(base) && added.quote.lessThanOrEqualTo(quote)).toBe(true);
        const after = changed(start, added.base, added.quote, added.liquidity);
        const back = removal(after, added.liquidity);
        expect(back === undefined || back.base.lessThanOrEqualTo(added.base)).toBe(true);
        expect(back === undefined || back.quote.lessThanOrEqualTo(added.quote)).toBe(true);
      }
    },
  );
});
