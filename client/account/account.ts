/** A contract account with a local key: for programs and tests. People sign in their wallet. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { addressOf, eip191Hash } from './eip191.ts';

/** A contract account that can sign. */
export interface Account {
  /** `0x` and 40 hexadecimal digits, with the checksum of EIP-55. */
  readonly address: string;
  /** Signs a text as wallets do (EIP-191): `0x` and 65 bytes in hexadecimal, r, s, v. */
  readonly sign: (text: string) => Promise<string>;
}

const KEY = /^(?:0x)?([0-9a-fA-F]{64})$/;

/**
 * An account with a private key, or with a new one.
 *
 * @param privateKey 32 bytes, or their 64 hexadecimal digits with or without `0x`. Default: a random one
 * @throws TypeError when it is not a private key; the key is not repeated in the message
 * @example
 * const { address, sign } = createAccount();
 * const signature = await sign('hello');
 */
export function createAccount(privateKey: string | Uint8Array = secp256k1.utils.randomSecretKey()): Account {
  const key = typeof privateKey === 'string' ? hexToBytes(KEY.exec(privateKey)?.[1] ?? '') : privateKey;
  const address = secp256k1.utils.isValidSecretKey(key) ? addressOf(secp256k1.getPublicKey(key, false)) : undefined;
  if (address === undefined) throw new TypeError('the private key of the account is not one of secp256k1: 32 bytes');
  return { address, sign: async (text) => signHash(key, eip191Hash(text)) };
}

/**
 * Signs a hash.
 *
 * @param secretKey 32 bytes
 * @returns r, s and v (27 or 28): `0x` and 65 bytes in hexadecimal
 */
function signHash(secretKey: Uint8Array, hash: Uint8Array): string {
  const [recovery = 0, ...rest] = secp256k1.sign(hash, secretKey, { prehash: false, format: 'recovered' });
  return `0x${bytesToHex(Uint8Array.of(...rest, 27 + recovery))}`;
}
