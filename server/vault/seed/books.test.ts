import { expect, test } from 'vitest';
import { type Books, type FlipHistory, rowsOf, type VaultHistory } from './books.ts';

const terms = {
  id: 'btc',
  name: 'BTC-A',
  created_at: '2021-03-01T09:00:00Z',
  gem: 'gem',
  dai: 'dai',
  live: 1,
  beg: '0.03',
  box: '1',
  chop: '0.13',
  dunk: '1',
  dust: '1',
  duty: '1',
  line: '1',
  mat: '1.5',
  rate: '1.1',
  rho: '2021-03-01T09:00:00Z',
  supply: '1',
  tau: 86_400,
  ttl: 7_200,
};

function vault(id: string, created_at: string, changes: readonly (readonly [string, string])[]): VaultHistory {
  const [first, ...rest] = changes.map(([dink, dart]) => {
    return { created_at, action: 'VatDeposit' as const, dink, dart, debt: '0' };
  });
  if (first === undefined) throw new Error('a vault is opened');
  return { id, collateral_id: 'btc', user_id: 'mira', steps: [{ ...first, action: 'VatOpen' }, ...rest] };
}

function flip(id: string, ...bids: readonly string[]): FlipHistory {
  const kick = { created_at: '2021-08-01T23:30:00.000000001Z', action: 'FlipKick', bid: '0', lot: '2' } as const;
  const steps = bids.map((bid, hours) => {
    return { created_at: `2021-08-02T0${hours}:00:00.5+08:00`, action: 'FlipBid' as const, bid, lot: '2' };
  });
  return { id, collateral_id: 'btc', vault_id: 'a', art: '1', tab: '9.5', guy: '', steps: [kick, ...steps] };
}

const books: Books = {
  group: { oauth_client_id: '', members: ['m'], threshold: 1, public_key: '' },
  assets: [],
  collaterals: [terms, { ...terms, id: 'eth' }],
  vaults: [
    vault('b', '2021-08-02T00:00:00+08:00', [['1', '0']]),
    vault('a', '2021-08-01T16:00:00.000000001Z', [
      ['0.1', '12345678901234567890.000000000000000001'],
      ['0.2', '-0.000000000000000001'],
    ]),
    vault('c', '2021-08-01T15:59:59.999999999Z', [['0', '1']]),
  ],
  flips: [],
};

test('vaults are numbered in the order in which they were opened, to the nanosecond and across offsets', () => {
  expect(rowsOf(books).vault_vaults.map(({ number, id }) => [number, id])).toEqual([
    [1, 'c'],
    [2, 'b'],
    [3, 'a'],
  ]);
});

test('the figures of a vault are exact sums, however long they are', () => {
  const [, , row] = rowsOf(books).vault_vaults;
  expect(row).toMatchObject({ ink: '0.3', art: '12345678901234567890' });
});

test('a collateral type sums up its vaults and its running auctions', () => {
  const deal: FlipHistory = {
    ...flip('over'),
    steps: [...flip('over').steps, { ...flip('over').steps[0], action: 'FlipDeal' }],
  };
  const rows = rowsOf({ ...books, flips: [flip('kicked'), flip('bidding', '3'), deal] });
  expect(rows.vault_collaterals).toMatchObject([
    { id: 'btc', ink: '1.3', art: '12345678901234567891', litter: '19', number_of_vaults: 3 },
    { id: 'eth', ink: '0', art: '0', litter: '0', number_of_vaults: 0 },
  ]);
});

test('an auction has the state of its last event', () => {
  const { vault_flips, vault_flip_events } = rowsOf({ ...books, flips: [flip('kicked'), flip('bidding', '3', '4')] });
  expect(vault_flips).toMatchObject([
    { id: 'kicked', action: 1, bid: '0', tic: null, end_at: '2021-08-02T23:30:00.000000001Z' },
    { id: 'bidding', action: 2, bid: '4', tic: '2021-08-01T19:00:00.5Z' },
  ]);
  expect(vault_flip_events.map(({ flip_id, position, action }) => [flip_id, position, action])).toEqual([
    ['kicked', 1, 1],
    ['bidding', 1, 1],
    ['bidding', 2, 2],
    ['bidding', 3, 2],
  ]);
});

test('an auction without a collateral type is an error', () => {
  expect(() => rowsOf({ ...books, flips: [{ ...flip('lost'), collateral_id: 'ltc' }] })).toThrow('no collateral type');
});
