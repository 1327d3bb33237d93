import { expect, test } from 'vitest';
import { createAccount, recoverAddress } from './index.ts';

const KEY = '4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318';
const ADDRESS = '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23';

test.each([KEY, `0x${KEY}`, KEY.toUpperCase()])('the address is derived from the key %#', (key) => {
  expect(createAccount(key).address).toBe(ADDRESS);
});

test('the signature equals that of wallets for the same key and text', async () => {
  // The example of web3.js for eth.accounts.sign('Some data', key).
  expect(await createAccount(KEY).sign('Some data')).toBe(
    '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c',
  );
});

test('every account is different, and signs with its own key', async () => {
  const [one, two] = [createAccount(), createAccount()];
  expect(one.address).not.toBe(two.address);
  expect(recoverAddress('hello', await one.sign('hello'))).toBe(one.address);
});

test.each(['', '0x', 'secret', '0'.repeat(64), 'f'.repeat(64), new Uint8Array(31)])(
  'an invalid key is rejected, and not repeated in the message',
  (key) => {
    expect(() => createAccount(key)).toThrow(/^the private key of the account is not one of secp256k1: 32 bytes$/);
  },
);
