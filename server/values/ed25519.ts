/** Converts Ed25519 keys between the bytes of keystores and the key objects of Node.js. */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

/** Prefixes of a private key in PKCS #8 and of a public key in SPKI, before its 32 bytes (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

const HEX = /^[0-9a-fA-F]{64}(?:[0-9a-fA-F]{64})?$/;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/**
 * Reads the private key of a keystore: 32 bytes, or 64 with the public key after it, in hexadecimal, base64 or
 * base64url.
 *
 * @throws TypeError when it is none of these
 */
export function privateKeyOf(text: string): KeyObject {
  const bytes = HEX.test(text) ? Buffer.from(text, 'hex') : BASE64.test(text) ? Buffer.from(text, 'base64') : undefined;
  if (bytes?.length !== 32 && bytes?.length !== 64) {
    throw new TypeError('the private key of the keystore is not an Ed25519 key: 32 or 64 bytes, hexadecimal or base64');
  }
  return createPrivateKey({ key: Buffer.concat([PKCS8, bytes.subarray(0, 32)]), format: 'der', type: 'pkcs8' });
}

/** The private key of a keystore followed by its public key, 64 bytes in base64url: the format of some clients. */
export function longPrivateKey(text: string): string {
  const key = privateKeyOf(text);
  const { d = '' } = key.export({ format: 'jwk' });
  return Buffer.concat([d, publicKeyText(key)].map((half) => Buffer.from(half, 'base64url'))).toString('base64url');
}

/** The 32 bytes of the public key that belongs to a private key, in base64url. */
export function publicKeyText(privateKey: KeyObject): string {
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return x;
}

/** The public key with these 32 bytes in base64url. */
export function publicKeyOf(text: string): KeyObject {
  return createPublicKey({ key: Buffer.concat([SPKI, Buffer.from(text, 'base64url')]), format: 'der', type: 'spki' });
}
