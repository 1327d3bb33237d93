import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../store/index.ts';
import { ANSWERED, BTC, ETH, GUSD, JONAS, MIRA, SOL, USDC } from '../../../testing/swap.ts';
import { seededRandom } from '../../../values/index.ts';
import { swap } from '../../index.ts';
import { createAction } from '../actions/codes.ts';
import { swapContext } from '../context.ts';
import { Exact } from '../pools/amounts.ts';
import { payCode } from './payments.ts';

const refused = async () => {
  throw new Error('no test sends a request to the network');
};

async function desk() {
  let now = ANSWERED;
  const store = await openStore([swap]);
  onTestFinished(() => store.destroy());
  const verifier = { trustedUser: refused };
  const oauth = { exchange: refused };
  const context = await swapContext({ store, clock: () => now, scheme: 'wallet', verifier, oauth });
  const tables = context.store;
  return {
    tables,
    wait: (milliseconds: number) => {
      now += milliseconds;
    },
    async code(body: { action: string; amount: string; asset_id: string }): Promise<string> {
      return (await createAction(context, body)).code ?? '';
    },
    pay: (code: string, userId: string, snapshotId: string = randomUUID()) =>
      payCode(context, code, { userId, snapshotId }),
    transfers: () => tables.selectFrom('swap_transfers').selectAll().execute(),
  };
}

const FOLLOW = '0f5c4d3b-2a19-4807-96f5-e4d3c2b1a098';

test('the same snapshot has the same outcome, and another one is sent back', async () => {
  const { code, pay, transfers } = await desk();
  const action = `3,${JONAS},${FOLLOW},${BTC},,`;
  const made = await code({ action, amount: '1', asset_id: ETH });
  const snapshot = randomUUID();
  expect(await pay(made, MIRA, snapshot)).toEqual({ state: 'accepted' });
  expect(await pay(made.toUpperCase(), MIRA, snapshot.toUpperCase())).toEqual({ state: 'accepted' });
  expect(await transfers()).toMatchObject([{ user_id: JONAS, asset_id: BTC, memo: 'swap', follow_id: FOLLOW }]);

  const other = randomUUID();
  const refund = { state: 'refunded', reason: 'the code was paid before' };
  expect(await pay(made, MIRA, other)).toEqual(refund);
  expect(await pay(made, MIRA, other)).toEqual(refund);
  const [, sentBack, ...more] = await transfers();
  expect(sentBack).toMatchObject({ user_id: MIRA, asset_id: ETH, amount: '1', memo: expect.stringMatching(/^refund/) });
  expect(more).toEqual([]);
});

test('a rejected order and an expired first half are sent back completely', async () => {
  const { code, pay, transfers, wait } = await desk();
  const much = await code({ action: `3,${MIRA},${FOLLOW},${BTC},,9`, amount: '1.5', asset_id: ETH });
  expect(await pay(much, MIRA)).toMatchObject({ state: 'refunded' });
  const half = await code({ action: `1,${MIRA},${randomUUID()},${USDC},0.1,30`, amount: '2', asset_id: BTC });
  expect(await pay(half, MIRA)).toEqual({ state: 'accepted' });
  wait(30_000);
  const next = await code({ action: `1,${MIRA},${randomUUID()},${USDC},0.1,30`, amount: '3', asset_id: BTC });
  expect(await pay(next, MIRA)).toEqual({ state: 'accepted' });
  expect((await transfers()).map(({ asset_id, amount }) => [asset_id, amount])).toEqual([
    [ETH, '1.5'],
    [BTC, '2'],
  ]);
});

test('the sum of all amounts is constant, whatever is paid', async () => {
  const { tables, code, pay, transfers, wait } = await desk();
  const random = seededRandom(11, 'payments');
  const start = await held();
  const tokens = (await tables.selectFrom('swap_pairs').select('liquidity_asset_id').execute()).map(
    ({ liquidity_asset_id }) => liquidity_asset_id,
  );
  const coins = [BTC, ETH, USDC, GUSD, SOL];
  const paid = new Map<string, InstanceType<typeof Exact>>();
  const states = new Set<string>();
  const follows = Array.from({ length: 6 }, () => random.uuid());

  for (let count = 0; count < 240; count++) {
    const follow = random.next() < 0.5 ? random.pick(follows) : random.uuid();
    const user = random.pick([MIRA, JONAS]);
    const [pays, wants] = [random.pick(coins), random.pick(coins)];
    const [asset_id, action] = random.pick([
      [pays, `3,${user},${follow},${wants},,${random.pick(['', '0.5', '100'])}`],
      [pays, `1,${user},${follow},${wants},${random.pick(['1', '0.01'])},60`],
      [random.pick(tokens), `2,${user},${follow}`],
    ] as const);
    const amount = new Exact(10 ** (random.next() * 9 - 4)).toFixed(8);
    const made = await code({ action, amount, asset_id }).catch(() => undefined);
    if (made === undefined) continue;
    states.add((await pay(made, user)).state);
    paid.set(asset_id, (paid.get(asset_id) ?? new Exact(0)).plus(amount));
    wait(random.integer(1, 40_000));
  }
  expect(states).toEqual(new Set(['accepted', 'refunded']));

  const end = await held();
  const waiting = await tables.selectFrom('swap_pending').selectAll().execute();
  const sent = await transfers();
  for (const asset of [...coins, ...tokens]) {
    const total = (rows: readonly { readonly asset_id: string; readonly amount: string }[]) =>
      rows.filter(({ asset_id }) => asset_id === asset).reduce((all, { amount }) => all.plus(amount), new Exact(0));
    // Minted tokens count as a negative amount of the pair.
    const kept = (end.get(asset) ?? new Exact(0)).minus(start.get(asset) ?? 0);
    expect((paid.get(asset) ?? new Exact(0)).toFixed()).toBe(kept.plus(total(sent)).plus(total(waiting)).toFixed());
  }

  /** The amounts of each asset in the pairs; for a token, the circulating amount as a negative number. */
  async function held() {
    const amounts = new Map<string, InstanceType<typeof Exact>>();
    const add = (asset: string, amount: InstanceType<typeof Exact>) =>
      amounts.set(asset, (amounts.get(asset) ?? new Exact(0)).plus(amount));
    for (const row of await tables.selectFrom('swap_pairs').selectAll().execute()) {
      add(row.base_asset_id, new Exact(row.base_amount));
      add(row.quote_asset_id, new Exact(row.quote_amount));
      add(row.liquidity_asset_id, new Exact(row.liquidity).negated());
    }
    return amounts;
  }
});
