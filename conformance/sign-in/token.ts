/** Wallet network access tokens (document 1, Access token for protected operations), signed with a keystore. */

import { createHash, createPrivateKey, createPublicKey, type KeyObject, randomUUID, sign, verify } from 'node:crypto';
import type { TokenOptions } from '../core/wallet.ts';
import type { Keystore } from '../model/target.ts';

const TEN_MINUTES = 600_000;

/** The prefix of a private key in PKCS #8, before its 32 bytes (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

const HEX = /^[0-9a-fA-F]{64}(?:[0-9a-fA-F]{64})?$/;

/**
 * The private key of a keystore: 32 bytes, or 64 with the public key appended, in hexadecimal or base64.
 * @throws TypeError when it is neither.
 */
export function privateKeyOf(text: string): KeyObject {
  const bytes = Buffer.from(text, HEX.test(text) ? 'hex' : 'base64');
  if (bytes.length !== 32 && bytes.length !== 64) {
    throw new TypeError('the private key is not an Ed25519 key: write 32 or 64 bytes, in hexadecimal or base64');
  }
  return createPrivateKey({ key: Buffer.concat([PKCS8, bytes.subarray(0, 32)]), format: 'der', type: 'pkcs8' });
}

/** A key of the suite's own, which no wallet network knows. */
const strangeKey = Buffer.alloc(32, 'conformance').toString('hex');

/** Whether the suite's own key signed a token. */
export function isStrangelySigned(token: string): boolean {
  const [, text = '', signature = ''] = /^([\w-]+\.[\w-]+)\.([\w-]+)$/.exec(token) ?? [];
  const key = createPublicKey(privateKeyOf(strangeKey));
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
}

/** The claim that names the request which a token is signed for: the documents do not show it. */
export function requestClaim(method: string, path: string): string {
  return createHash('sha256').update(method).update(path).digest('hex');
}

/** JSON as a part of a token. */
export function base64url(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Signs a token. It is synchronous, since its callers are. */
export function signToken({ clientId, sessionId, privateKey }: Keystore, options: TokenOptions = {}): string {
  const { issuedAt = Date.now(), lifetime = TEN_MINUTES, method = 'GET', path = '/me' } = options;
  const claims = {
    uid: options.subject ?? clientId,
    sid: options.session ?? sessionId,
    iat: Math.floor(issuedAt / 1000),
    exp: Math.floor((issuedAt + lifetime) / 1000),
    jti: randomUUID(),
    ...(options.isUnbound === true ? {} : { sig: requestClaim(method, path) }),
    scp: 'FULL',
  };
  const text = `${base64url({ alg: 'EdDSA', typ: 'JWT' })}.${base64url(claims)}`;
  const key = privateKeyOf(options.strangeKey === true ? strangeKey : privateKey);
  return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`;
}
