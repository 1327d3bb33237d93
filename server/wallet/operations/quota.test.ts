import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../store/index.ts';
import { walletPart } from '../index.ts';
import { walletStore } from '../store/tables.ts';
import { forgetAuthorizations, forgetCodes } from './quota.ts';

const NOW = Date.UTC(2030, 0, 1);
const END = Date.UTC(2100, 0, 1);
const whose = { user_id: 'u', client_id: 'c' };
const many = Array.from({ length: 1_100 }, (_, n) => n);

async function opened() {
  const store = await openStore([walletPart]);
  onTestFinished(() => store.destroy());
  return walletStore(store);
}

test('expired codes and the oldest of too many codes are deleted, permanent ones are kept', async () => {
  const store = await opened();
  const code = (n: number, expires_at: number) => ({
    ...whose,
    code_hash: `code ${n}`,
    scope: 's',
    code_challenge: null,
    redirect_uri: null,
    authorization_id: null,
    expires_at,
  });
  await store
    .insertInto('wallet_codes')
    .values([code(-1, END), code(-2, NOW - 1), ...many.map((n) => code(n, NOW + 1 + n))])
    .execute();
  await forgetCodes(store, whose, NOW, END);
  const rows = await store.selectFrom('wallet_codes').selectAll().where('user_id', '=', 'u').execute();
  expect(rows).toHaveLength(1_000);
  expect(rows.map(({ code_hash }) => code_hash)).toEqual(expect.arrayContaining(['code -1', 'code 1099']));
});

test('the same limit applies to authorizations', async () => {
  const store = await opened();
  const row = (n: number, granted_at: number | null) => ({
    ...whose,
    authorization_id: `a ${n}`,
    scope: 's',
    granted_at,
  });
  await store
    .insertInto('wallet_authorizations')
    .values([row(-1, null), row(-2, NOW), ...many.map((n) => row(n, NOW + 1 + n))])
    .execute();
  await forgetAuthorizations(store, whose, NOW);
  const rows = await store.selectFrom('wallet_authorizations').selectAll().where('user_id', '=', 'u').execute();
  expect(rows).toHaveLength(1_000);
  expect(rows.map(({ authorization_id }) => authorization_id)).toEqual(expect.arrayContaining(['a -1', 'a 1099']));
  await forgetAuthorizations(store, whose, NOW + 10_000);
  const left = await store.selectFrom('wallet_authorizations').selectAll().where('user_id', '=', 'u').execute();
  expect(left).toMatchObject([{ authorization_id: 'a -1' }]);
});
