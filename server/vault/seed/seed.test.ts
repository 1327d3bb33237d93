import { Decimal } from 'decimal.js';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../store/index.ts';
import { instantKey } from '../../values/index.ts';
import { vault } from '../index.ts';
import { listCollateralTypes } from '../operations/collaterals.ts';
import type { FlipEventRow, FlipRow, VaultEventRow, VaultRow, VaultStore, VaultTables } from '../store/tables.ts';
import { examplePeople } from './people.ts';

const Exact = Decimal.clone({ precision: 100 });

/** Time of the document's examples. */
const PRESENT = '2021-08-17T11:14:49.123Z';

const [KICK, BID, DEAL] = [1, 2, 3];

async function seeded(seed = 1): Promise<VaultStore> {
  const store = await openStore([vault], { seed });
  onTestFinished(() => store.destroy());
  return store.$extendTables<VaultTables>();
}

/** The rows of all tables, in order. */
async function everything(store: VaultStore) {
  const [types, vaults, vaultEvents, flips, flipEvents] = await Promise.all([
    listCollateralTypes({ store }),
    store.selectFrom('vault_vaults').selectAll().orderBy('number').execute(),
    store.selectFrom('vault_vault_events').selectAll().orderBy('position').execute(),
    store.selectFrom('vault_flips').selectAll().orderBy('number').execute(),
    store.selectFrom('vault_flip_events').selectAll().orderBy('position').execute(),
  ]);
  const eventsOfVault = Map.groupBy(vaultEvents, ({ vault_id }) => vault_id);
  const eventsOfFlip = Map.groupBy(flipEvents, ({ flip_id }) => flip_id);
  return {
    types: new Map(types.map((type) => [type.id, amounts(type)])),
    vaults: vaults.map((row): [VaultRow, VaultEventRow[]] => [row, eventsOfVault.get(row.id) ?? []]),
    flips: flips.map((row): [FlipRow, FlipEventRow[]] => [row, eventsOfFlip.get(row.id) ?? []]),
  };
}

type Type = Awaited<ReturnType<typeof listCollateralTypes>>[number];

function amounts({ id, name, number_of_vaults, tau, ttl, ...type }: Type) {
  const { art, beg, box, chop, debt, dunk, dust, ink, line, litter, mat, price, rate } = type;
  const numbers = { art, beg, box, chop, debt, dunk, dust, ink, line, litter, mat, price, rate };
  const exact = Object.entries(numbers).map(([member, amount]) => [member, new Exact(amount)]);
  return { id, name, number_of_vaults, tau: Number(tau), ttl: Number(ttl), ...Object.fromEntries(exact) } as {
    readonly [Member in keyof typeof numbers]: Decimal;
  } & { readonly id: string; readonly number_of_vaults: unknown; readonly tau: number; readonly ttl: number };
}

const sum = (texts: readonly string[]) => texts.reduce((total, text) => total.plus(text), new Exact(0));

function secondsBetween(earlier: string, later: string): number {
  return (Date.parse(later) - Date.parse(earlier)) / 1000;
}

function keysOf(rows: readonly { readonly created_at: string }[]): string[] {
  return rows.map(({ created_at }) => instantKey(created_at) ?? '');
}

test('there are several pages of vaults and of auctions, in all three states', async () => {
  const { vaults, flips } = await everything(await seeded());
  expect(vaults.length).toBeGreaterThanOrEqual(600);
  expect(flips.length).toBeGreaterThanOrEqual(150);
  for (const state of [KICK, BID, DEAL]) {
    expect(flips.filter(([{ action }]) => action === state).length).toBeGreaterThanOrEqual(5);
  }
  const people = await examplePeople();
  for (const owner of Object.values(people)) {
    expect(vaults.filter(([{ user_id }]) => user_id === owner).length).toBeGreaterThan(5);
  }
});

test('the same seed gives the same data, another seed other data', async () => {
  const [one, again, other] = await Promise.all([5, 5, 6].map(async (seed) => everything(await seeded(seed))));
  expect(again).toEqual(one);
  expect(other).not.toEqual(one);
});

test('times have various formats, those of auctions are in UTC', async () => {
  const { vaults, flips } = await everything(await seeded());
  const times = vaults.map(([{ created_at }]) => created_at);
  for (const form of [/:\d\dZ$/, /\.\d{1,3}Z$/, /\.\d{9}Z$/, /\+08:00$/]) {
    expect(times.filter((time) => form.test(time)).length).toBeGreaterThan(10);
  }
  for (const [{ created_at, end_at, tic }] of flips) {
    for (const time of [created_at, end_at, tic ?? 'Z']) expect(time).toMatch(/Z$/);
  }
});

test.each([1, 2, 77])(
  'seed %d: the figures of a vault are the sums over its events, and never below zero',
  async (seed) => {
    const { types, vaults } = await everything(await seeded(seed));
    for (const [row, events] of vaults) {
      expect(events[0]).toMatchObject({ action: 'VatOpen', created_at: row.created_at });
      expect(keysOf(events).toSorted()).toEqual(keysOf(events));
      let [ink, art] = [new Exact(0), new Exact(0)];
      for (const { dink, dart } of events) {
        [ink, art] = [ink.plus(dink), art.plus(dart)];
        expect(ink.isNegative() || art.isNegative()).toBe(false);
      }
      expect([row.ink, row.art]).toEqual([ink.toFixed(), art.toFixed()]);
      expect(types.has(row.collateral_id)).toBe(true);
    }
  },
);

test.each([1, 2, 77])(
  'seed %d: a vault covers its debt, which is above the floor, or was put up in vain',
  async (seed) => {
    const { types, vaults, flips } = await everything(await seeded(seed));
    const inVain = new Set(
      flips.filter(([{ action, bid }]) => action === DEAL && bid === '0').map(([{ vault_id }]) => vault_id),
    );
    expect(inVain.size).toBeGreaterThan(0);
    for (const [{ id, collateral_id, ink, art }] of vaults) {
      const type = types.get(collateral_id);
      if (type === undefined || art === '0' || inVain.has(id)) continue;
      const debt = type.rate.times(art);
      expect(type.price.times(ink).greaterThanOrEqualTo(debt.times(type.mat))).toBe(true);
      expect(debt.greaterThanOrEqualTo(type.dust)).toBe(true);
    }
  },
);

test.each([1, 2, 77])('seed %d: the figures of a collateral type follow from its vaults and auctions', async (seed) => {
  const { types, vaults, flips } = await everything(await seeded(seed));
  expect(types.size).toBeGreaterThanOrEqual(8);
  for (const type of types.values()) {
    const own = vaults.map(([row]) => row).filter(({ collateral_id }) => collateral_id === type.id);
    const running = flips
      .map(([row]) => row)
      .filter(({ collateral_id, action }) => collateral_id === type.id && action !== DEAL);
    expect(type.number_of_vaults).toBe(own.length);
    expect(type.ink).toEqual(sum(own.map(({ ink }) => ink)));
    expect(type.art).toEqual(sum(own.map(({ art }) => art)));
    expect(type.debt).toEqual(type.art.times(type.rate));
    expect(type.litter).toEqual(sum(running.map(({ tab }) => tab)));
    expect(type.debt.lessThanOrEqualTo(type.line)).toBe(true);
    expect(type.litter.lessThanOrEqualTo(type.box)).toBe(true);
  }
});

test.each([1, 2, 77])('seed %d: an auction has the state of its last event', async (seed) => {
  const { types, flips } = await everything(await seeded(seed));
  for (const [row, events] of flips) {
    const type = types.get(row.collateral_id);
    const bids = events.filter(({ action }) => action === BID);
    const lastBid = bids.at(-1);
    expect(events[0]).toMatchObject({ action: KICK, bid: '0', created_at: row.created_at });
    expect(events.at(-1)).toMatchObject({ action: row.action, bid: row.bid, lot: row.lot });
    expect(events.slice(1, -1).every(({ action }) => action === BID)).toBe(true);
    expect(keysOf(events).toSorted()).toEqual(keysOf(events));
    expect(secondsBetween(row.created_at, row.end_at)).toBe(type?.tau);
    if (lastBid === undefined) expect([row.bid, row.guy, row.tic]).toEqual(['0', '', null]);
    else {
      expect(row.guy).not.toBe('');
      expect(secondsBetween(lastBid.created_at, row.tic ?? '')).toBe(type?.ttl);
    }
    const runsOut = Math.min(Date.parse(row.tic ?? row.end_at), Date.parse(row.end_at));
    if (row.action !== DEAL) expect(runsOut).toBeGreaterThan(Date.parse(PRESENT));
    else expect(Date.parse(events.at(-1)?.created_at ?? '')).toBeGreaterThan(runsOut);
    expect(Date.parse(events.at(-1)?.created_at ?? '')).toBeLessThanOrEqual(Date.parse(PRESENT));
  }
});

test.each([1, 2, 77])('seed %d: bids rise to the tab, then the lot falls, each time enough', async (seed) => {
  const { types, flips } = await everything(await seeded(seed));
  for (const [row, events] of flips) {
    const step = types.get(row.collateral_id)?.beg.plus(1) ?? new Exact(0);
    const bids = events.filter(({ action }) => action === BID);
    for (const [position, { bid, lot }] of bids.entries()) {
      const before = bids[position - 1];
      expect(new Exact(bid).lessThanOrEqualTo(row.tab)).toBe(true);
      if (before === undefined) continue;
      if (before.bid === row.tab) {
        expect(bid).toBe(row.tab);
        expect(step.times(lot).lessThanOrEqualTo(before.lot)).toBe(true);
      } else {
        // The bid that reaches the tab may rise less, and may lower the lot as well.
        expect(bid === row.tab || step.times(before.bid).lessThanOrEqualTo(bid)).toBe(true);
      }
    }
  }
});

test.each([1, 2, 77])(
  'seed %d: an auction took from its vault what it sells, and the debt with the penalty',
  async (seed) => {
    const { types, vaults, flips } = await everything(await seeded(seed));
    const histories = new Map(vaults.map(([{ id }, events]) => [id, events]));
    for (const [row, [kick, ...rest]] of flips) {
      const events = histories.get(row.vault_id) ?? [];
      const seized = events.filter(({ created_at }) => created_at === row.created_at);
      expect(seized.map(({ action, dink, dart }) => [action, dink, dart])).toEqual([
        ['VatWithdraw', `-${kick?.lot}`, '0'],
        ['VatPayback', '0', `-${row.art}`],
      ]);
      const penalty = types.get(row.collateral_id)?.chop.plus(1) ?? new Exact(0);
      expect(new Exact(seized[1]?.debt ?? '0').negated().times(penalty).toFixed()).toBe(row.tab);
      expect(types.get(row.collateral_id)?.dunk.greaterThanOrEqualTo(row.tab)).toBe(true);

      const end = rest.find(({ action }) => action === DEAL);
      if (end === undefined) continue;
      const returned = events.filter(({ created_at }) => created_at === end.created_at);
      const left = row.bid === '0' ? new Exact(row.lot) : new Exact(kick?.lot ?? '0').minus(row.lot);
      expect(sum(returned.map(({ dink }) => dink)).toFixed()).toBe(left.toFixed());
      expect(sum(returned.map(({ dart }) => dart)).toFixed()).toBe(row.bid === '0' ? row.art : '0');
    }
  },
);
