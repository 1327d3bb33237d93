import type { Market, MarketList } from '@wallet-services/contract/lending';
import { expect, test } from 'vitest';
import { exampleAnswer, readDocument } from '../../contract/index.ts';
import { type MarketBalances, marketRates } from './rates.ts';

const markets = exampleAnswer<MarketList>(await readDocument('lending'), 'listMarkets').data ?? [];

test.each(markets.map((market): [string, Market] => [market.symbol, market]))(
  'every derived member of the example %s follows from its balances',
  (_symbol, market) => {
    const rates = marketRates(market);
    expect(Object.keys(rates)).toHaveLength(6);
    expect(market).toMatchObject(rates);
  },
);

test('the examples are markets with and without a kink, and one without funds', () => {
  expect(markets.map(({ kink }) => kink)).toEqual(['0', '0.8', '0.8', '0']);
  expect(markets.at(-1)?.ctokens).toBe('0');
});

const balances: MarketBalances = {
  total_cash: '60',
  total_borrows: '40',
  reserves: '0',
  ctokens: '50',
  init_exchange_rate: '1',
  reserve_factor: '0.5',
  base_rate: '0.02',
  multiplier: '0.1',
  jump_multiplier: '2',
  kink: '0.5',
};

/** Number of blocks in a year: a block takes 15 seconds. */
const BLOCKS = 2_102_400;

test('below the kink the first slope applies', () => {
  const rates = marketRates(balances);
  expect(rates).toMatchObject({ utilization_rate: '0.4', exchange_rate: '2' });
  // 0.02 + 0.4 x 0.1 per year.
  expect(Number(rates.borrow_rate_per_block) * BLOCKS).toBeCloseTo(0.06, 9);
  expect(Number(rates.borrow_apy)).toBeCloseTo(0.06, 9);
  // Suppliers get the interest of 40 %, less one half for the reserves.
  expect(Number(rates.supply_apy)).toBeCloseTo(0.4 * 0.06 * 0.5, 9);
});

test('the jump rate applies to the utilization beyond the kink', () => {
  const { borrow_apy } = marketRates({ ...balances, total_cash: '30', total_borrows: '70' });
  expect(Number(borrow_apy)).toBeCloseTo(0.02 + 0.5 * 0.1 + 0.2 * 2, 9);
});

test('a kink of 0 means none', () => {
  const { borrow_apy } = marketRates({ ...balances, total_cash: '30', total_borrows: '70', kink: '0' });
  expect(Number(borrow_apy)).toBeCloseTo(0.02 + 0.7 * 0.1, 9);
});

test('without funds nothing is utilised, and without receipt tokens the initial exchange rate holds', () => {
  const rates = marketRates({ ...balances, total_cash: '0', total_borrows: '5', reserves: '5', ctokens: '0' });
  expect(rates).toMatchObject({ utilization_rate: '0', exchange_rate: '1', supply_apy: '0' });
});

test('figures are truncated to 16 decimals, however large the balances', () => {
  const rates = marketRates({
    ...balances,
    total_cash: '123456789012345678901234567890',
    total_borrows: '1',
    ctokens: '3',
  });
  expect(rates.utilization_rate).toBe('0');
  expect(rates.exchange_rate).toBe('41152263004115226300411522630.3333333333333333');
});
