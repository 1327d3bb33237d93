import { mount } from '@wallet-services/contract/swap';
import express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listenHttp } from '../http/index.ts';
import { openStore } from '../store/index.ts';
import { call } from '../testing/server.ts';
import { ANSWERED, BTC, MIRA, USDC } from '../testing/swap.ts';
import { processorTime } from '../testing/work.ts';
import { isoTime, seededRandom } from '../values/index.ts';
import { swapHandlers } from './handlers.ts';
import { swap } from './index.ts';
import { swapContext } from './operations/context.ts';
import { keyOf, periodWith, STEPS, startOfPeriod } from './operations/pools/periods.ts';
import type { PeriodRow, SwapStore, SwapTables } from './store/tables.ts';

const TRANSACTIONS = 100_000;

/** Time between two transactions, in milliseconds: together they fill a month. */
const APART = 26_000;

const ROUNDS = 25;

/** Longest processor time of a read on a slow machine, in milliseconds; the shortest of several rounds counts. */
const LONGEST = 60;

const now = ANSWERED + TRANSACTIONS * APART;

/** Adds many transactions of the first pair; every tenth is Mira's. */
async function fill(store: SwapStore): Promise<void> {
  const last = await store
    .selectFrom('swap_transactions')
    .selectAll()
    .orderBy('number', 'desc')
    .executeTakeFirstOrThrow();
  const random = seededRandom(1, 'load');
  const periods = new Map<string, PeriodRow>();
  const rows = Array.from({ length: TRANSACTIONS }, (_unused, position) => {
    const at = ANSWERED + (position + 1) * APART;
    for (const step of STEPS) {
      const key = `${step} ${startOfPeriod(at, step)}`;
      const close = { base_amount: '122', quote_amount: '5600000', value: '11200000' };
      const change = { route_id: last.route_id, at, volume: last.value, ...close };
      periods.set(key, periodWith(periods.get(key), change, step));
    }
    return {
      ...last,
      number: last.number + position + 1,
      id: random.uuid(),
      created_at: isoTime(at),
      created_key: keyOf(at),
      user_id: position % 10 === 0 ? MIRA : last.order_id === null ? last.user_id : BTC,
    };
  });
  await store.transaction().execute(async (transaction) => {
    // The day of the examples has periods already; those of this pair are replaced.
    await transaction.deleteFrom('swap_periods').where('route_id', '=', last.route_id).execute();
    for (let first = 0; first < rows.length; first += 1_000) {
      await transaction
        .insertInto('swap_transactions')
        .values(rows.slice(first, first + 1_000))
        .execute();
    }
    const all = [...periods.values()];
    for (let first = 0; first < all.length; first += 1_000) {
      await transaction
        .insertInto('swap_periods')
        .values(all.slice(first, first + 1_000))
        .execute();
    }
  });
}

describe(`with ${TRANSACTIONS} transactions`, () => {
  let api = '';
  let close = async () => {};

  beforeAll(async () => {
    const store = await openStore([swap]);
    await fill(store.$extendTables<SwapTables>());
    const mira = {
      userId: MIRA,
      identityNumber: '',
      fullName: 'Mira',
      avatarUrl: '',
      clientId: MIRA,
      scopes: ['FULL'],
      contractAddress: undefined,
    };
    const verifier = { trustedUser: async () => mira };
    const oauth = { exchange: async () => ({ accessToken: '', scope: '' }) };
    const context = await swapContext({ store, clock: () => now, scheme: 'wallet', verifier, oauth });
    const app = express();
    app.set('query parser', false);
    mount(app, swapHandlers(context), { authenticate: () => mira });
    const http = await listenHttp(app, { host: '127.0.0.1', port: 0, option: '--port' });
    api = http.url;
    close = async () => {
      await http.close(1_000);
      await store.destroy();
    };
  });
  afterAll(() => close());

  const pair = `${BTC}/${USDC}`;

  test.each([
    ['/transactions?limit=500'],
    ['/transactions?limit=500&cursor=90000'],
    [`/transactions/${pair}?limit=500&cursor=180000`],
    [`/transactions/${pair}/mine?limit=500`],
    ['/pairs'],
    ['/cmc/pairs'],
    ['/stats/markets?dur=4320h'],
    [`/stats/markets/${pair}?dur=47h`],
    [`/stats/markets/${pair}/kline/v2?dur=119m`],
  ])('%s is answered quickly', async (path) => {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const read = async () => {
        const { status } = await call(`${api}${path}`, { headers: { Authorization: 'Bearer token' } });
        expect(status).toBe(200);
      };
      times.push(await processorTime(read));
    }
    expect(Math.min(...times)).toBeLessThan(LONGEST);
  });
});
