/** Accounts that sign text according to EIP-191. */
import { createECDH, createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';

export interface Account {
  /** The address with the checksum of EIP-55. */
  readonly address: string;
  readonly secretKey: Uint8Array;
}

/** An address with the capitals of EIP-55. @param digits in small letters. */
export function checksummed(digits: string): string {
  const hash = Buffer.from(keccak_256(Buffer.from(digits))).toString('hex');
  const letters = Array.from(digits, (digit, place) =>
    Number.parseInt(hash.charAt(place), 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${letters.join('')}`;
}

/** @param key uncompressed. */
function addressOf(key: Uint8Array): string {
  return checksummed(
    Buffer.from(keccak_256(key.subarray(1)))
      .subarray(-20)
      .toString('hex'),
  );
}

/** The account of a secret key of 32 bytes. */
function accountOf(secretKey: Uint8Array): Account {
  const curve = createECDH('secp256k1');
  curve.setPrivateKey(secretKey);
  return { address: addressOf(curve.getPublicKey()), secretKey };
}

/** The hash of a text that is signed. */
function hashOf(text: string, prefixed: boolean): Uint8Array {
  const bytes = Buffer.from(text, 'utf8');
  const prefix = prefixed ? `\x19Ethereum Signed Message:\n${bytes.length}` : '';
  return keccak_256(Buffer.concat([Buffer.from(prefix), bytes]));
}

/** An account of the suite's own: the same for the same seed and name, and of no use elsewhere. */
export function ownAccount(seed: number, name: string): Account {
  return accountOf(createHash('sha256').update(`conformance account ${seed} ${name}`).digest());
}

/** The account of a key in hexadecimal, with or without `0x`. */
export function accountOfKey(text: string): Account {
  return accountOf(Buffer.from(text.replace(/^0x/, ''), 'hex'));
}

/**
 * Signs a text: r, s and v, in hexadecimal.
 * @param prefixed whether to add the prefix of EIP-191, which is required.
 */
export function signText({ secretKey }: Account, text: string, prefixed = true): string {
  const [recovery = 0, ...rest] = secp256k1.sign(hashOf(text, prefixed), secretKey, {
    prehash: false,
    format: 'recovered',
  });
  return `0x${Buffer.from([...rest, 27 + recovery]).toString('hex')}`;
}

/**
 * The address of the account that signed a text; null if the signature is invalid.
 * @param prefixed whether the prefix of EIP-191 was added.
 */
export function signerOf(text: string, signature: string, prefixed = true): string | null {
  if (!/^0x[0-9a-f]{130}$/i.test(signature)) return null;
  const bytes = Buffer.from(signature.slice(2), 'hex');
  const recovery = (bytes[64] ?? 0) - 27;
  try {
    const compact = Buffer.from([recovery, ...bytes.subarray(0, 64)]);
    const key = secp256k1.recoverPublicKey(compact, hashOf(text, prefixed), { prehash: false });
    return addressOf(secp256k1.Point.fromBytes(key).toBytes(false));
  } catch {
    return null;
  }
}
