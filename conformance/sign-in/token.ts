/** Wallet network access tokens (document 1, Access token for protected operations), signed with a keystore. */
import { createHash, createPrivateKey, type KeyObject, randomUUID, sign } from 'node:crypto';
import type { Keystore } from '../target/target.ts';

export interface TokenOptions {
  /** When the token was made, in milliseconds since 1970. Default: now. */
  readonly issuedAt?: number;
  /** In milliseconds. Default: ten minutes. */
  readonly lifetime?: number;
  /** The request that the token is signed for. Default: `GET /me`. */
  readonly method?: string;
  readonly path?: string;
}

const TEN_MINUTES = 600_000;

/** A private key in PKCS #8 is this and its 32 bytes (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

const HEX = /^[0-9a-fA-F]{64}(?:[0-9a-fA-F]{64})?$/;

/**
 * The private key of a keystore: 32 bytes, or 64 with the public key behind, in hexadecimal or base64.
 *
 * @throws TypeError when it is neither.
 */
export function privateKeyOf(text: string): KeyObject {
  const bytes = Buffer.from(text, HEX.test(text) ? 'hex' : 'base64');
  if (bytes.length !== 32 && bytes.length !== 64) {
    throw new TypeError('the private key is no Ed25519 key: 32 or 64 bytes, in hexadecimal or base64');
  }
  return createPrivateKey({ key: Buffer.concat([PKCS8, bytes.subarray(0, 32)]), format: 'der', type: 'pkcs8' });
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Signs a token. Scripts are no promises, so this is not one either. */
export function signToken({ clientId, sessionId, privateKey }: Keystore, options: TokenOptions = {}): string {
  const { issuedAt = Date.now(), lifetime = TEN_MINUTES, method = 'GET', path = '/me' } = options;
  const claims = {
    uid: clientId,
    sid: sessionId,
    iat: Math.floor(issuedAt / 1000),
    exp: Math.floor((issuedAt + lifetime) / 1000),
    jti: randomUUID(),
    sig: createHash('sha256').update(method).update(path).digest('hex'),
    scp: 'FULL',
  };
  const text = `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part(claims)}`;
  return `${text}.${sign(null, Buffer.from(text), privateKeyOf(privateKey)).toString('base64url')}`;
}
