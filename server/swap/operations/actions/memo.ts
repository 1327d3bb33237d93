/**
 * The memo of a transfer to the group: an action that only the group can decrypt. The documents do not define the
 * encryption (`swap.Action.action.encryption`); this is the reference server's:
 *
 * memo = base64(E, C, T), where
 * - E, 32 bytes, is the public half of an X25519 key pair that is generated for this memo only,
 * - C is the action as UTF-8, encrypted with AES-256-GCM, and T, 16 bytes, its tag,
 * - R is the group's Ed25519 public key as a point of Curve25519 (u = (1 + y) / (1 - y)),
 * - key (32 bytes) and nonce (12 bytes) are, in this order, 44 bytes of HKDF-SHA256 with the input X25519(e, R), the
 *   salt E followed by R, and the info `swap action`.
 *
 * The group decrypts it with its Ed25519 private key as a scalar of Curve25519 (the clamped first half of SHA-512 of
 * its 32 bytes): X25519(r, E) is the same secret.
 */
import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { ed25519, x25519 } from '@noble/curves/ed25519.js';
import { privateKeyOf, publicKeyText } from '../../../values/ed25519.ts';

const KEY = 32;
const NONCE = 12;
const TAG = 16;
const CIPHER = 'aes-256-gcm';
const INFO = 'swap action';

/** Derives a group's public key, in base64, from its Ed25519 private key, 32 bytes in base64. */
export function groupPublicKey(privateKey: string): string {
  return Buffer.from(publicKeyText(privateKeyOf(privateKey)), 'base64url').toString('base64');
}

/**
 * Encrypts an action. Two memos of the same action differ.
 *
 * @param publicKey Ed25519, in base64, as in `GET /info`
 */
export function sealMemo(publicKey: string, action: string): string {
  const recipient = ed25519.utils.toMontgomery(bytesOf(publicKey));
  const { secretKey, publicKey: ephemeral } = x25519.keygen();
  const { key, nonce } = derive(x25519.getSharedSecret(secretKey, recipient), ephemeral, recipient);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG });
  const sealed = [cipher.update(action, 'utf8'), cipher.final()];
  return Buffer.concat([ephemeral, ...sealed, cipher.getAuthTag()]).toString('base64');
}

/**
 * Decrypts a memo.
 *
 * @param privateKey Ed25519, 32 bytes in base64
 * @returns undefined when it was not encrypted for this key, or was changed
 */
export function openMemo(privateKey: string, memo: string): string | undefined {
  const bytes = bytesOf(memo);
  if (bytes.length < KEY + TAG) return undefined;
  const secret = bytesOf(privateKey);
  const recipient = ed25519.utils.toMontgomery(bytesOf(groupPublicKey(privateKey)));
  const ephemeral = bytes.subarray(0, KEY);
  try {
    const shared = x25519.getSharedSecret(ed25519.utils.toMontgomerySecret(secret), ephemeral);
    const { key, nonce } = derive(shared, ephemeral, recipient);
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG });
    decipher.setAuthTag(bytes.subarray(-TAG));
    return Buffer.concat([decipher.update(bytes.subarray(KEY, -TAG)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

function derive(shared: Uint8Array, ephemeral: Uint8Array, recipient: Uint8Array) {
  const bytes = Buffer.from(hkdfSync('sha256', shared, Buffer.concat([ephemeral, recipient]), INFO, KEY + NONCE));
  return { key: bytes.subarray(0, KEY), nonce: bytes.subarray(KEY) };
}

/** Copies the bytes: the curve library only accepts plain byte arrays. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(base64, 'base64'));
}
