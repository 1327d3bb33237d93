/** Addresses of contract accounts, and their checksum capitalization (EIP-55). */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/**
 * Writes an address with its checksum.
 *
 * @param address `0x` and 40 hexadecimal digits, in any capitalization
 * @returns undefined when it is not an address
 * @example
 * checksumAddress('0x24f411dc66035a2501105d1d297eb97e915b9678') // '0x24f411DC66035a2501105D1D297Eb97E915B9678'
 */
export function checksumAddress(address: string): string | undefined {
  if (!ADDRESS.test(address)) return undefined;
  const digits = address.slice(2).toLowerCase();
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)));
  const written = Array.from(digits, (digit, place) =>
    Number.parseInt(hash.charAt(place), 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${written.join('')}`;
}
