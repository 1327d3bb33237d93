import type { Pair, TransactionPage } from '@wallet-services/contract/swap';
import { Decimal } from 'decimal.js';
import { describe, expect, test } from 'vitest';
import { call, post, STORY_VALIDATORS } from '../testing/server.ts';
import { ANSWERED, BTC, ETH, GUSD, JONAS, MIRA, type Served, servedSwap, USDC } from '../testing/swap.ts';
import { payAs } from '../testing/wallet.ts';

const FOLLOW = '0f5c4d3b-2a19-4807-96f5-e4d3c2b1a098';
const OTHER = '1a6d5e4c-3b2a-4918-a7f6-05e4d3c2b1a9';

async function pair(served: Served, base: string, quote: string): Promise<Pair> {
  const { pairs } = await served.pairs();
  const found = pairs?.find(({ base_asset_id, quote_asset_id }) => base_asset_id === base && quote_asset_id === quote);
  if (found === undefined) throw new Error('there is no such pair');
  return found;
}

const plus = (amount: unknown, more: Decimal.Value) => new Decimal(String(amount)).plus(more).toFixed();

describe.each(STORY_VALIDATORS)('the story of a trader, validated by %s', (validator) => {
  test('Mira reads the pairs, swaps, and reads the results', async () => {
    const served = await servedSwap({ validator });
    const { read, wait, pay, order } = served;
    wait(60_000);
    const btcUsdc = await pair(served, BTC, USDC);
    const ethUsdc = await pair(served, ETH, USDC);
    const before = await served.pairs();

    // She swaps 2 ETH to BTC on a given route, with a small tolerance.
    const paid = await pay('Mira', {
      action: `3,${MIRA},${FOLLOW},${BTC},Lg7mZ,0.13`,
      amount: '2',
      asset_id: ETH,
      trace_id: OTHER,
    });
    expect(paid).toMatchObject({ state: 'accepted', made: { follow_id: FOLLOW } });

    // Her order is done by way of USDC; the second swap paid the result of the first.
    const done = await order(FOLLOW, 'Mira');
    expect(done).toMatchObject({
      id: FOLLOW,
      user_id: MIRA,
      state: 'Done',
      routes: 'Lg7mZ',
      route_assets: [ETH, USDC, BTC],
      pay_asset_id: ETH,
      fill_asset_id: BTC,
      pay_amount: '2',
      min_amount: '0.13',
    });
    const [first, second] = done.transactions ?? [];
    expect(done.transactions).toHaveLength(2);
    expect(first).toMatchObject({ user_id: MIRA, funds: '2', fee_amount: '0.006', fee_asset_id: ETH, type: 'Swap' });
    expect(second).toMatchObject({ pay_asset_id: USDC, funds: first?.amount, amount: done.fill_amount });
    for (const name of ['value', 'fee_value', 'follow_id', 'liquidity']) expect(first).not.toHaveProperty(name);

    // The reserves changed exactly by the swapped amounts.
    const [btcAfter, ethAfter] = [await pair(served, BTC, USDC), await pair(served, ETH, USDC)];
    expect(ethAfter.base_amount).toBe(plus(ethUsdc.base_amount, 2));
    expect(ethAfter.quote_amount).toBe(plus(ethUsdc.quote_amount, first?.quote_amount ?? 0));
    expect(btcAfter.base_amount).toBe(plus(btcUsdc.base_amount, new Decimal(done.fill_amount).negated()));
    expect(btcAfter.quote_amount).toBe(plus(btcUsdc.quote_amount, first?.amount ?? 0));
    expect(ethAfter.liquidity).toBe(ethUsdc.liquidity);

    // All users see both swaps, newest first; she also finds her own.
    const { transactions } = await read<TransactionPage>('/transactions?limit=2');
    expect(transactions?.map(({ id }) => id)).toEqual([second?.id, first?.id]);
    expect(transactions?.[1]).toMatchObject({ value: '6302.14', fee_value: '18.90642', follow_id: FOLLOW });
    const mine = await read<TransactionPage>(`/transactions/${BTC}/${USDC}/mine`, 'Mira');
    expect(mine.transactions?.[0]?.id).toBe(second?.id);

    // The figures follow: two more transactions, their volume, and the current price.
    const after = await served.pairs();
    const worth = transactions?.reduce((total, { value }) => total.plus(value), new Decimal(0)) ?? 0;
    expect(after.transaction_count_24h).toBe(before.transaction_count_24h + 2);
    expect(after.volume_24h).toBe(plus(before.volume_24h, worth));
    const stats = await read<{ volume: string; value: string }[]>(`/stats/markets/${BTC}/${USDC}`);
    expect(stats.at(-1)).toMatchObject({
      volume: btcAfter.volume_24h,
      value: plus(btcAfter.base_value, String(btcAfter.quote_value)),
    });
    const candles = await read<[number, string, string][]>(`/stats/markets/${BTC}/${USDC}/kline/v2?dur=5m`);
    const price = new Decimal(String(btcAfter.quote_amount)).dividedBy(String(btcAfter.base_amount));
    expect(candles.at(-1)?.[1]).toBe(price.toDecimalPlaces(8, Decimal.ROUND_DOWN).toFixed());
    expect(candles.at(-2)?.[1]).toBe('46208.8426037');
    const tickers = await read<Record<string, { last_price: string }>>('/cmc/pairs');
    expect(tickers[`${BTC}_${USDC}`]?.last_price).toBe(candles.at(-1)?.[1]);

    // A day later the swaps no longer count in the last 24 hours, but are still listed.
    wait(25 * 3_600_000);
    expect(await served.pairs()).toMatchObject({ transaction_count_24h: 0, volume_24h: '0', fee_24h: '0' });
    expect(await order(FOLLOW, 'Mira')).toEqual(done);
    const later = await read<{ date: string; volume: string }[]>('/stats/markets?dur=72h');
    expect(later.map(({ date }) => date.slice(0, 10))).toEqual(['2021-08-16', '2021-08-17', '2021-08-18']);
    expect(later.at(-1)?.volume).toBe('0');
  });

  test('an order with a result below its minimum is rejected, and changes nothing', async () => {
    const served = await servedSwap({ validator });
    const before = await served.pairs();
    const paid = await served.pay('Jonas', {
      action: `3,${JONAS},${FOLLOW},${ETH},,1`,
      amount: '100',
      asset_id: USDC,
    });
    expect(paid).toMatchObject({ state: 'refunded', reason: expect.stringContaining('below the minimum') });
    expect(await served.order(FOLLOW, 'Jonas')).toMatchObject({
      state: 'Rejected',
      fill_amount: '0',
      min_amount: '1',
      pay_amount: '100',
      routes: '',
      route_assets: [],
      transactions: [],
    });
    expect(await served.pairs()).toEqual(before);
  });

  test('a code takes effect once, and a follow id makes one order', async () => {
    const served = await servedSwap({ validator });
    const { server, act } = served;
    const body = { action: `3,${MIRA},${FOLLOW},${BTC},,`, amount: '0.5', asset_id: ETH };
    const paid = await served.pay('Mira', body);
    const after = await served.pairs();
    const clock = () => ANSWERED;
    for (const name of ['Mira', 'Jonas'] as const) await payAs(server, name, paid.made.code ?? '', { clock });
    expect(await served.pairs()).toEqual(after);

    // The same follow id again, with another code: sent back.
    expect((await act(body)).status).toBe(200);
    const again = await served.pay('Jonas', body);
    expect(again).toMatchObject({ state: 'refunded', reason: expect.stringContaining('follow id') });
    expect(await served.pairs()).toEqual(after);
    expect(await served.order(FOLLOW, 'Mira')).toMatchObject({ user_id: MIRA, state: 'Done' });
  });

  test('concurrent payments keep the pool consistent', async () => {
    const served = await servedSwap({ validator });
    const start = await pair(served, BTC, USDC);
    const swaps = Array.from({ length: 12 }, (_unused, count) => ({
      action: `3,${MIRA},,${count % 2 === 0 ? BTC : USDC},,`,
      amount: count % 2 === 0 ? '1000' : '0.02',
      asset_id: count % 2 === 0 ? USDC : BTC,
    }));
    const paid = await Promise.all(swaps.map((body) => served.pay('Mira', body)));
    expect(paid.every(({ state }) => state === 'accepted')).toBe(true);
    const orders = await Promise.all(paid.map(({ made }) => served.order(made.follow_id, 'Mira')));
    const moved = orders.flatMap(({ transactions }) => transactions ?? []);
    const direct = moved.filter(({ base_asset_id }) => base_asset_id === BTC);
    const end = await pair(served, BTC, USDC);
    const total = (name: 'base_amount' | 'quote_amount') =>
      direct.reduce((sum, transaction) => sum.plus(transaction[name]), new Decimal(0));
    expect(end.base_amount).toBe(plus(start.base_amount, total('base_amount')));
    expect(end.quote_amount).toBe(plus(start.quote_amount, total('quote_amount')));
  });
});

describe.each(STORY_VALIDATORS)('the story of a provider, validated by %s', (validator) => {
  const add = (asset: string, follow = FOLLOW, timeout = 600) => `1,${JONAS},${follow},${asset},0.01,${timeout}`;

  test('Jonas adds liquidity with two payments, and removes it', async () => {
    const served = await servedSwap({ validator });
    const { pay, read } = served;
    const before = await pair(served, BTC, USDC);
    const quote = new Decimal(String(before.quote_amount)).dividedBy(String(before.base_amount)).toFixed(8);

    expect(await pay('Jonas', { action: add(USDC), amount: '1', asset_id: BTC })).toMatchObject({ state: 'accepted' });
    expect(await pair(served, BTC, USDC)).toEqual(before);
    const second = await pay('Jonas', { action: add(BTC), amount: quote, asset_id: USDC });
    expect(second).toMatchObject({ state: 'accepted' });

    const { transactions } = await read<TransactionPage>('/transactions?limit=1');
    const [deposit] = transactions ?? [];
    expect(deposit).toMatchObject({ type: 'Deposit', follow_id: FOLLOW, fee_amount: '0', fee_asset_id: BTC });
    const held = await pair(served, BTC, USDC);
    expect(held.liquidity).toBe(plus(before.liquidity, deposit?.liquidity ?? 0));
    expect(held.base_amount).toBe(plus(before.base_amount, deposit?.base_amount ?? 0));
    // An addition is no swap: it adds a transaction, but no volume.
    expect(held.volume_24h).toBe(before.volume_24h);
    expect(held.transaction_count_24h).toBe(Number(before.transaction_count_24h) + 1);

    const removal = `2,${JONAS},${OTHER}`;
    const back = { action: removal, amount: deposit?.liquidity, asset_id: before.liquidity_asset_id };
    expect(await pay('Jonas', back)).toMatchObject({ state: 'accepted' });
    const [withdrawal] = (await read<TransactionPage>('/transactions?limit=1')).transactions ?? [];
    expect(withdrawal).toMatchObject({ type: 'Withdraw', liquidity: `-${deposit?.liquidity}` });
    const left = await pair(served, BTC, USDC);
    expect(left.liquidity).toBe(before.liquidity);
    for (const name of ['base_amount', 'quote_amount'] as const) {
      const gained = new Decimal(String(left[name])).minus(String(before[name]));
      expect(gained.greaterThanOrEqualTo(0) && gained.lessThan('0.0000001')).toBe(true);
    }
  });

  test('a payment that is too late or does not fit is sent back', async () => {
    const served = await servedSwap({ validator });
    const { pay, wait } = served;
    const before = (await pair(served, BTC, USDC)).liquidity;
    expect(await pay('Jonas', { action: add(USDC, FOLLOW, 60), amount: '1', asset_id: BTC })).toMatchObject({
      state: 'accepted',
    });
    // The second payment has the same asset, or another user.
    expect(await pay('Jonas', { action: add(USDC), amount: '1', asset_id: BTC })).toMatchObject({ state: 'refunded' });
    expect(await pay('Mira', { action: add(BTC), amount: '46000', asset_id: USDC })).toMatchObject({
      state: 'refunded',
    });
    wait(60_000);
    // The first payment has expired, so this one becomes a first one.
    const late = await pay('Jonas', { action: add(BTC), amount: '46000', asset_id: USDC });
    expect(late).toMatchObject({ state: 'accepted' });
    expect((await pair(served, BTC, USDC)).liquidity).toBe(before);
    // The proportion of the payments differs too much from that of the pair.
    const skewed = await pay('Jonas', { action: add(USDC), amount: '5', asset_id: BTC });
    expect(skewed).toMatchObject({ state: 'refunded', reason: expect.stringContaining('proportion') });
    expect((await pair(served, BTC, USDC)).liquidity).toBe(before);
    // More tokens than exist.
    const token = (await pair(served, BTC, USDC)).liquidity_asset_id;
    const much = await pay('Jonas', { action: `2,${JONAS},${OTHER}`, amount: '1000000000', asset_id: token });
    expect(much).toMatchObject({ state: 'refunded' });
  });

  test('a pair of dollar assets opens with the first liquidity, and swaps along the stable curve', async () => {
    const served = await servedSwap({ validator });
    const { pay, order, read } = served;
    expect((await served.pairs()).pair_count).toBe(3);
    await pay('Jonas', { action: add(GUSD), amount: '500000', asset_id: USDC });
    await pay('Jonas', { action: add(USDC), amount: '500000', asset_id: GUSD });
    const opened = await pair(served, USDC, GUSD);
    expect(opened).toMatchObject({ swap_method: 'stable-swap', fee_percent: '0.0004', liquidity: '1000000' });

    // From Bitcoin to the group's dollar, through two pools of different kinds.
    await pay('Mira', { action: `3,${MIRA},${OTHER},${GUSD},,`, amount: '0.1', asset_id: BTC });
    const done = await order(OTHER, 'Mira');
    expect(done).toMatchObject({ state: 'Done', route_assets: [BTC, USDC, GUSD] });
    const [, stable] = done.transactions ?? [];
    const rate = new Decimal(stable?.amount ?? 0).dividedBy(stable?.funds ?? 1).toNumber();
    expect(rate).toBeGreaterThan(0.999);
    expect(rate).toBeLessThan(1);
    const candles = await read<[number, string, string][]>(`/stats/markets/${USDC}/${GUSD}/kline/v2?dur=1h`);
    expect(candles).toHaveLength(1);
    expect(Number(candles[0]?.[1])).toBeCloseTo(0.9999, 3);
  });
});

test('payments are kept when the server restarts', async () => {
  const { mkdtemp, rm } = await import('node:fs/promises');
  const { tmpdir } = await import('node:os');
  const { join } = await import('node:path');
  const directory = await mkdtemp(join(tmpdir(), 'swap-'));
  try {
    const data = join(directory, 'swap.db');
    const first = await servedSwap({ data });
    await first.pay('Mira', { action: `3,${MIRA},${FOLLOW},${BTC},,`, amount: '0.5', asset_id: ETH });
    const [done, pairs] = [await first.order(FOLLOW, 'Mira'), await first.pairs()];
    await first.server.close();
    const second = await servedSwap({ data });
    expect(await second.order(FOLLOW, 'Mira')).toEqual(done);
    expect(await second.pairs()).toEqual(pairs);
    await second.server.close();
  } finally {
    await rm(directory, { recursive: true });
  }
});

test('an unknown code belongs to no action of this service', async () => {
  const { server } = await servedSwap();
  expect((await call(`${server.networkUrl}/codes/${FOLLOW}`)).status).toBe(404);
  expect((await payAs(server, 'Mira', FOLLOW, { clock: () => ANSWERED })).status).toBe(404);
  expect((await post(`${server.networkUrl}/codes/${FOLLOW}/pay`, {})).status).toBe(401);
});
