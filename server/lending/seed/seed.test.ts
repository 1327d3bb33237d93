import { Action, type Transaction } from '@wallet-services/contract/lending';
import { expect, test } from 'vitest';
import { exampleAnswer, readDocument } from '../../contract/index.ts';
import { call, testServer } from '../../testing/server.ts';
import { instantKey } from '../../values/index.ts';

/** Reads all pages. Each page begins with the last entry of the previous one. */
async function everyTransaction(seed?: number): Promise<Transaction[]> {
  const { httpUrl } = await testServer({ seed });
  const all = new Map<number, Transaction>();
  for (let offset = '', size = -1; size !== all.size; ) {
    size = all.size;
    const url = `${httpUrl}/lending/api/v1/transactions?offset=${encodeURIComponent(offset)}`;
    const page = (await call(url)).body as Transaction[];
    for (const transaction of page) all.set(transaction.id, transaction);
    offset = page.at(-1)?.created_at ?? '';
  }
  return [...all.values()];
}

test('there is more than one page, and the examples of the document come last', async () => {
  const all = await everyTransaction();
  const examples = exampleAnswer<Transaction[]>(await readDocument('lending'), 'listTransactions');
  expect(all.length).toBeGreaterThanOrEqual(520);
  expect(all.slice(-examples.length)).toEqual(examples);
});

test('the same seed gives the same data, another seed other data', async () => {
  const [one, again, other] = await Promise.all([everyTransaction(5), everyTransaction(5), everyTransaction(6)]);
  expect(again).toEqual(one);
  expect(other).not.toEqual(one);
});

test('ids ascend with time, some times are equal, and times have all formats', async () => {
  const all = await everyTransaction();
  const keys = all.map(({ created_at }) => instantKey(created_at) ?? '');
  expect(keys.toSorted()).toEqual(keys);
  expect(all.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(all.map(({ id }) => id));
  expect(new Set(keys).size).toBeLessThan(keys.length - 20);
  const times = all.map(({ created_at }) => created_at);
  for (const form of [/:\d\dZ$/, /\.\d{1,3}Z$/, /\.\d{9}Z$/, /\+08:00$/]) {
    expect(times.filter((time) => form.test(time)).length).toBeGreaterThan(10);
  }
});

test('every action but Default happens, with its data', async () => {
  const all = await everyTransaction();
  const actions = new Set(all.map(({ action }) => action));
  expect([...actions].toSorted((a, b) => a - b)).toEqual(
    Object.values(Action).filter((action) => action !== Action.Default),
  );
  const data = (action: number) => all.filter((transaction) => transaction.action === action).map(({ data }) => data);
  for (const supply of data(Action.Supply)) {
    expect(supply).toEqual({ amount: expect.stringMatching(/^\d+(\.\d+)?$/), ctoken_asset_id: expect.any(String) });
  }
  for (const mint of data(Action.Mint)) expect(mint).toEqual({ origin: Action.Supply });
  for (const borrow of data(Action.Borrow)) {
    expect(borrow).toEqual({ asset_id: expect.any(String), amount: expect.any(String) });
  }
  for (const pledge of data(Action.Pledge)) {
    expect(pledge).toEqual({ ctoken_asset_id: expect.any(String), amount: expect.any(String) });
  }
  for (const transfer of data(Action.RedeemTransfer)) expect(transfer).toEqual({ origin: Action.Redeem });
});

test('the records of one story share a follow id, and only some records have a snapshot', async () => {
  const all = await everyTransaction();
  const mints = all.filter(({ action }) => action === Action.Mint);
  for (const { follow_id, user_id } of mints) {
    expect(
      all.some((other) => other.action === Action.Supply && other.follow_id === follow_id && other.user_id === user_id),
    ).toBe(true);
  }
  const withSnapshot = all.filter(({ snapshot_trace_id }) => snapshot_trace_id !== undefined);
  expect(withSnapshot.length).toBeGreaterThan(0);
  expect(withSnapshot.length).toBeLessThan(all.length);
});
