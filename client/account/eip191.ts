/** Signed text (EIP-191, version 0x45): recovers the account that signed it. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { checksumAddress } from './address.ts';

const SIGNATURE = /^0x[0-9a-fA-F]{130}$/;

/** The last byte of a signature selects one of two possible keys: 27 or 28, or in the form of some wallets, 0 or 1. */
const RECOVERY: Readonly<Record<number, number>> = { 0: 0, 1: 1, 27: 0, 28: 1 };

/** The hash that an account signs: that of the text after the prefix, which prevents its use as a transaction. */
export function eip191Hash(text: string): Uint8Array {
  const bytes = utf8ToBytes(text);
  return keccak_256(concatBytes(utf8ToBytes(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes));
}

/**
 * The account that signed a text.
 * @param signature `0x` and 65 bytes in hexadecimal: r, s, v; of the two values that s could have, the lower
 * @returns its address with checksum; undefined when this is not a signature
 */
export function recoverAddress(text: string, signature: string): string | undefined {
  if (!SIGNATURE.test(signature)) return undefined;
  const bytes = hexToBytes(signature.slice(2));
  const recovery = RECOVERY[bytes[64] ?? -1];
  if (recovery === undefined) return undefined;
  try {
    const parsed = secp256k1.Signature.fromBytes(bytes.subarray(0, 64), 'compact');
    if (parsed.hasHighS()) return undefined;
    return addressOf(parsed.addRecoveryBit(recovery).recoverPublicKey(eip191Hash(text)).toBytes(false));
  } catch {
    // r or s is out of range, or is not a point of the curve.
    return undefined;
  }
}

/**
 * The address of an account.
 *
 * @param publicKey uncompressed, 65 bytes
 */
export function addressOf(publicKey: Uint8Array): string | undefined {
  return checksumAddress(`0x${bytesToHex(keccak_256(publicKey.subarray(1)).subarray(-20))}`);
}
