import type { InfoResponse, PairSummary, Transaction } from '@wallet-services/contract/swap';
import { Decimal } from 'decimal.js';
import { describe, expect, test } from 'vitest';
import { exampleAnswer, exampleUrl, readDocument } from '../../contract/index.ts';
import { openStore } from '../../store/index.ts';
import { everyTransaction, sharedSwap } from '../../testing/swap.ts';
import { instantKey } from '../../values/index.ts';
import { swap } from '../index.ts';
import { Exact } from '../operations/pools/amounts.ts';
import { poolOf } from '../operations/pools/books.ts';
import { addition, removal } from '../operations/pools/liquidity.ts';
import { changed, type Pool, pooled, swapIn } from '../operations/pools/pools.ts';
import type { SwapTables, TransactionRow } from '../store/tables.ts';

const document = await readDocument('swap');

describe('at the time of the examples, the seeded server answers like them', () => {
  const served = sharedSwap();

  test.each([
    ['listPairs', 'default-broker'],
    ['listPairs', 'alternate-broker'],
    ['listTickers', undefined],
    ['listMarketStats', undefined],
    ['listPairStats', 'two-days'],
    ['listPairStats', 'nothing-yet'],
    ['listCandles', undefined],
    ['listTransactions', 'first-page'],
    ['listPairTransactions', 'nothing-yet'],
  ])('%s %s', async (operation, name) => {
    const { body } = await served().get(exampleUrl(document, operation, name));
    expect(body).toEqual(exampleAnswer(document, operation, name));
  });

  test.each(['done', 'rejected'])('readOrder %s', async (name) => {
    const path = exampleUrl(document, 'readOrder', name);
    const { body } = await served().get(path, name === 'done' ? 'Mira' : 'Aiko');
    expect(body).toEqual(exampleAnswer(document, 'readOrder', name));
  });

  test('listMyTransactions', async () => {
    const { body } = await served().get(exampleUrl(document, 'listMyTransactions'), 'Mira');
    expect(body).toEqual(exampleAnswer(document, 'listMyTransactions'));
  });

  test('lists begin with the entries of the examples', async () => {
    interface Listed {
      readonly data: { readonly transactions: readonly Transaction[]; readonly assets: readonly object[] };
    }
    const shown = (operation: string, name?: string) => exampleAnswer<Listed>(document, operation, name).data;
    const last = await served().read<Listed['data']>(exampleUrl(document, 'listTransactions', 'last-page'));
    expect(last.transactions.slice(0, 1)).toEqual(shown('listTransactions', 'last-page').transactions);
    const ofPair = await served().read<Listed['data']>(exampleUrl(document, 'listPairTransactions', 'only-page'));
    expect(ofPair.transactions.slice(0, 2)).toEqual(shown('listPairTransactions', 'only-page').transactions);
    const { assets } = await served().read<Listed['data']>('/assets');
    expect(assets.slice(0, 4)).toEqual(shown('listAssets').assets);
  });

  test('the group is that of the example, with a key pair of the sandbox', async () => {
    const { members, threshold } = exampleAnswer<InfoResponse>(document, 'readInfo').data;
    const key = expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/);
    expect(await served().read('/info')).toEqual({ members, threshold, public_key: key });
  });

  test('history fills many pages, with transactions of every type', async () => {
    const all = await everyTransaction(served());
    expect(all.length).toBeGreaterThan(700);
    expect(new Set(all.map(({ type }) => type))).toEqual(new Set(['Swap', 'Deposit', 'Withdraw']));
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const times = all.map(({ created_at }) => instantKey(created_at));
    expect(times.toSorted().reverse()).toEqual(times);
  });
});

/** All entries, oldest first, and the current reserves of the pairs. */
async function books(seed: number): Promise<{ readonly rows: TransactionRow[]; readonly pools: Pool[] }> {
  const store = await openStore([swap], { seed });
  const tables = store.$extendTables<SwapTables>();
  const rows = await tables.selectFrom('swap_transactions').selectAll().orderBy('number').execute();
  const pairs = await tables.selectFrom('swap_pairs').selectAll().where('liquidity', '!=', '0').execute();
  await store.destroy();
  return { rows, pools: pairs.map(poolOf) };
}

describe.each([1, 2, 3, 4, 5, 4_000_000_000])('the history of seed %d', (seed) => {
  test('gives the current reserves when it is replayed from empty pools', async () => {
    const { rows, pools } = await books(seed);
    const replayed = new Map(
      pools.map((pool) => {
        const nothing = new Exact(0);
        return [pool.route_id, { ...pool, base_amount: nothing, quote_amount: nothing, liquidity: nothing }];
      }),
    );
    const openings = new Set<number>();
    for (const row of rows) {
      const before = replayed.get(row.route_id);
      if (before === undefined) throw new Error(`${row.id} is of no pair`);
      // The first addition to a pair sets its number of tokens.
      const after = openings.has(row.route_id) ? doneAgain(before, row) : opened(before, row);
      openings.add(row.route_id);
      const root = (pool: Pool) => pooled(pool).squareRoot();
      if (row.type === 'Swap') expect(pooled(after).greaterThanOrEqualTo(pooled(before))).toBe(true);
      else if (!before.liquidity.isZero()) {
        const share = (pool: Pool) => root(pool).dividedBy(pool.liquidity);
        expect(share(after).greaterThanOrEqualTo(share(before))).toBe(true);
      }
      replayed.set(row.route_id, after);
    }
    expect([...replayed.values()]).toEqual(pools);
  });

  test('has the values that its swaps had at their time', async () => {
    const { rows } = await books(seed);
    for (const { type, value, fee_value, funds, pay_asset_id } of rows) {
      if (type !== 'Swap') continue;
      expect(fee_value).toBe(new Decimal(value).times('0.003').toDecimalPlaces(8, Decimal.ROUND_DOWN).toFixed());
      const price = Number(value) / Number(funds);
      const [low, high] = PRICES[pay_asset_id] ?? [0, 0];
      expect(price).toBeGreaterThan(low);
      expect(price).toBeLessThan(high);
    }
  });
});

/** Ranges of the prices within the history, in US dollars. */
const PRICES: Readonly<Record<string, readonly [number, number]>> = {
  '4a6f0a1c-5f0b-3c7d-9d8e-2b1c8f7a6e51': [30_000, 60_000],
  '7d9e2b34-1c58-3f0a-8b6d-90e1f2a3c4d5': [2_000, 4_200],
  'b2f4c6d8-0a1e-3d5f-a7c9-4e6b8d0f2a13': [1.0002, 1.0004],
};

function opened(before: Pool, row: TransactionRow): Pool {
  expect(row.type).toBe('Deposit');
  return changed(before, new Exact(row.base_amount), new Exact(row.quote_amount), new Exact(row.liquidity));
}

/** Repeats the transaction of a row, and expects the result in the row. */
function doneAgain(before: Pool, row: TransactionRow): Pool {
  const [base, quote, liquidity] = [row.base_amount, row.quote_amount, row.liquidity].map((text) => new Exact(text));
  if (base === undefined || quote === undefined || liquidity === undefined) throw new Error('three amounts are there');
  if (row.type === 'Swap') {
    const again = swapIn(before, row.pay_asset_id, new Exact(row.funds));
    expect(again?.amount.toFixed()).toBe(row.amount);
    expect(again?.fee.toFixed()).toBe(row.fee_amount);
    expect(again?.after).toEqual(changed(before, base, quote));
  } else if (row.type === 'Deposit') {
    expect(addition(before, base, quote)).toEqual({ base, quote, liquidity });
  } else {
    expect(removal(before, liquidity.negated())).toEqual({ base: base.negated(), quote: quote.negated() });
  }
  return changed(before, base, quote, liquidity);
}

test('the same seed gives the same history, another seed another one', async () => {
  const [one, again, other] = await Promise.all([books(5), books(5), books(6)]);
  expect(again).toEqual(one);
  expect(other.rows).not.toEqual(one.rows);
  expect(other.pools).toEqual(one.pools);
});

describe('the seeded orders', () => {
  const served = sharedSwap();

  test('contain every swap with a follow id', async () => {
    const path = `/transactions/7d9e2b34-1c58-3f0a-8b6d-90e1f2a3c4d5/b2f4c6d8-0a1e-3d5f-a7c9-4e6b8d0f2a13/mine`;
    const { transactions } = await served().read<{ transactions: Transaction[] }>(path, 'Jonas');
    const followed = transactions.filter(({ follow_id, id }) => follow_id !== id);
    expect(followed.length).toBeGreaterThan(0);
    for (const { follow_id, id } of followed) {
      const order = await served().order(follow_id, 'Jonas');
      expect(order.transactions?.map((transaction) => transaction.id)).toContain(id);
      expect(order.transactions?.at(-1)?.amount).toBe(order.fill_amount);
      expect(order.route_assets).toHaveLength((order.transactions?.length ?? 0) + 1);
    }
  });
});

describe('statistics over the whole history', () => {
  const served = sharedSwap();

  test('add up to the swapped volume', async () => {
    const all = await everyTransaction(served());
    const stats = await served().read<{ ts: number; volume: string }[]>('/stats/markets');
    // The last point covers 24 hours and overlaps with yesterday.
    const days = stats.slice(0, -1);
    for (const { ts, volume } of days) {
      const swapped = all
        .filter(
          ({ type, created_at }) => type === 'Swap' && Math.floor(Date.parse(created_at) / 86_400_000) * 86_400 === ts,
        )
        .reduce((total, { value }) => total.plus(value), new Decimal(0));
      expect(volume).toBe(swapped.toFixed());
    }
    const { volume_24h } = await served().read<PairSummary>('/pairs');
    expect(stats.at(-1)?.volume).toBe(volume_24h);
    expect(days.length).toBe(18);
  });
});
