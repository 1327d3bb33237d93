import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { describe, expect, test } from 'vitest';
import { signHash, signText, testAccount } from '../testing/account.ts';
import { checksumAddress, eip191Hash, recoverAddress } from './index.ts';

const N = secp256k1.Point.Fn.ORDER;

const account = testAccount();
const signature = signText(account, 'hello');
const r = signature.slice(2, 66);
const s = signature.slice(66, 130);
const v = Number.parseInt(signature.slice(130), 16);

const hex = (value: bigint | number, length: number) => value.toString(16).padStart(length, '0');

test.each([
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0xde709f2102306220921060314715629080e2fb77',
])('%s is its own checksum (the examples of EIP-55)', (address) => {
  expect(checksumAddress(address.toLowerCase())).toBe(address);
});

test.each(['', '0x', '0x123', 'x'.repeat(42), `0x${'g'.repeat(40)}`, `0X${'a'.repeat(40)}`])(
  '%j is not an address',
  (address) => expect(checksumAddress(address)).toBeUndefined(),
);

test('the hash is the one that wallets sign', () => {
  // The example in Ethereum's own documentation, for "hello world".
  expect(Buffer.from(eip191Hash('hello world')).toString('hex')).toBe(
    'd9eba16ed0ecae432b71fe008c98cc872bb4cc214d3220a36f365326cf807d68',
  );
});

test('the prefix counts bytes, not characters', () => {
  const bytes = Buffer.from('\x19Ethereum Signed Message:\n2é');
  expect(eip191Hash('é')).toEqual(keccak_256(bytes));
});

describe('a signature yields its account', () => {
  test('with v as 27 and 28', () => expect(recoverAddress('hello', signature)).toBe(account.address));
  test('with v as 0 and 1', () => {
    expect(recoverAddress('hello', `0x${r}${s}${hex(v - 27, 2)}`)).toBe(account.address);
  });
  test('in capitals', () => {
    expect(recoverAddress('hello', `0x${(r + s).toUpperCase()}${hex(v, 2)}`)).toBe(account.address);
  });
});

describe('a signature yields no account', () => {
  test.each([
    ['over another text', 'Hello', signature],
    ['with the other v', 'hello', `0x${r}${s}${hex(v === 27 ? 28 : 27, 2)}`],
    ['over the bare text', 'hello', signHash(account.secretKey, keccak_256(Buffer.from('hello')))],
  ])('%s', (_what, text, signed) => {
    expect(recoverAddress(text, signed)).not.toBe(account.address);
  });

  test.each([
    ['the higher of two s', `0x${r}${hex(N - BigInt(`0x${s}`), 64)}${hex(v === 27 ? 28 : 27, 2)}`],
    ['v 2', `0x${r}${s}02`],
    ['v 26', `0x${r}${s}1a`],
    ['v 29', `0x${r}${s}1d`],
    ['v of a transaction (EIP-155)', `0x${r}${s}25`],
    ['r 0', `0x${hex(0, 64)}${s}1b`],
    ['s 0', `0x${r}${hex(0, 64)}1b`],
    ['r beyond the order', `0x${'f'.repeat(64)}${s}1b`],
    ['s beyond the order', `0x${r}${'f'.repeat(64)}1b`],
    ['nothing', ''],
    ['only 0x', '0x'],
    ['no 0x', signature.slice(2)],
    ['64 bytes', `0x${r}${s}`],
    ['66 bytes', `${signature}00`],
    ['a digit that is none', `${signature.slice(0, -1)}g`],
    ['a newline at the end', `${signature}\n`],
    ['all zero', `0x${'0'.repeat(130)}`],
  ])('when it has %s', (_what, signed) => {
    expect(recoverAddress('hello', signed)).toBeUndefined();
  });
});
