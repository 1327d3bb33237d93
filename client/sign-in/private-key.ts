/** Converts Ed25519 keys in the text of keystores to keys of the Web Crypto API. */
import { base64url } from 'jose';

/** A key of the Web Crypto API; not every type library has its name. */
type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** The prefix of a private key in PKCS #8, before its 32 bytes (RFC 8410). */
const PKCS8 = [0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20];

const HEX = /^(?:[0-9a-fA-F]{64}){1,2}$/;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/**
 * Reads the private key of a keystore: 32 bytes, or 64 including the public key, in hexadecimal, base64 or base64url.
 * The result can sign, and cannot be exported.
 * @throws TypeError when it is none of these; the text is not repeated in the message
 */
export async function importPrivateKey(text: string): Promise<Key> {
  const bytes = HEX.test(text) ? hexBytes(text) : BASE64.test(text) ? base64Bytes(text) : [];
  if (bytes.length !== 32 && bytes.length !== 64) {
    throw new TypeError('the private key of the keystore is not an Ed25519 key: 32 or 64 bytes, hexadecimal or base64');
  }
  const pkcs8 = Uint8Array.of(...PKCS8, ...bytes.slice(0, 32));
  return crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', false, ['sign']);
}

function hexBytes(text: string): number[] {
  return Array.from(text.matchAll(/../g), ([digits]) => Number.parseInt(digits, 16));
}

function base64Bytes(text: string): readonly number[] {
  try {
    return Array.from(base64url.decode(text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')));
  } catch {
    return [];
  }
}
