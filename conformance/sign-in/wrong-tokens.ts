/** Tokens that are wrong in one respect. */
import { randomUUID } from 'node:crypto';
import { jsonOf } from '@wallet-services/kit/exchange';
import type { Wallet } from '../core/wallet.ts';
import { base64url } from './token.ts';

/** The security scheme of wallet network tokens (document 1, Access token for protected operations). */
export const WALLET_SCHEME = 'AccessToken';

/** A token, and its error. */
export interface WrongToken {
  /** `a token signed with another key` */
  readonly name: string;
  readonly token: string;
}

const JWT = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/;

/** The text with another letter at a place. */
export function otherwise(text: string, place: number): string {
  return `${text.slice(0, place)}${text[place] === 'A' ? 'B' : 'A'}${text.slice(place + 1)}`;
}

/** The text with small letters for capitals, and the other way round. */
export function othersCase(text: string): string {
  return text.replaceAll(/[a-z]/gi, (one) => (one === one.toUpperCase() ? one.toLowerCase() : one.toUpperCase()));
}

/** Whether a text means the same in both cases: hexadecimal digits do. */
export function isHexadecimal(text: string): boolean {
  return /^[\da-f-]*$/i.test(text);
}

/** The claims of a token; null if it is not a JWT. */
export function claimsOf(token: string): Readonly<Record<string, unknown>> | null {
  const [, , claims = ''] = JWT.exec(token) ?? [];
  const value = jsonOf(Buffer.from(claims, 'base64url').toString());
  return typeof value === 'object' && value !== null ? { ...value } : null;
}

/**
 * An unsigned token: with the claims of the real one, or with plausible ones if that is not a JWT.
 * @param token the real one; undefined if none is known.
 */
export function forgedTokens(token: string | undefined): readonly WrongToken[] {
  const [, header, claims, signature] = JWT.exec(token ?? '') ?? [];
  const reported = claims ?? base64url({ sub: '1', iat: 1_600_000_000, exp: 4_000_000_000 });
  const signed = signature ?? base64url({ signed: 'by nobody' });
  const begun = header ?? base64url({ alg: 'HS256', typ: 'JWT' });
  const real = claimsOf(token ?? '');
  const wrong = (name: string, end: string, start = `${begun}.${reported}`) => ({ name, token: `${start}.${end}` });
  // Only for a real token: in it, a letter in the other case encodes other bytes.
  const isLettered = signature !== undefined && !isHexadecimal(signature);
  const changed = `${header}.${base64url({ ...real, jti: randomUUID() })}`;
  return [
    wrong('a token without a signature', '', `${base64url({ alg: 'none', typ: 'JWT' })}.${reported}`),
    wrong('a token with a wrong signature', otherwise(signed, 0)),
    // Not the last letter: some of its bits may be unused.
    wrong('a token with a changed end of its signature', otherwise(signed, signed.length - 4)),
    ...(isLettered ? [wrong('a token whose signature is left out', '')] : []),
    ...(isLettered ? [wrong('a token whose signature has its case swapped', othersCase(signed))] : []),
    ...(real === null ? [] : [wrong('a token whose claims were changed after it was signed', signed, changed)]),
  ];
}

/**
 * Well-formed tokens of the wallet network with one error that document 1 names: signed by the keystore, for its user,
 * for `GET /me`. None if the target names no keystore.
 * @param token a valid one. Default: a new one.
 */
export function wrongWalletTokens(wallet: Wallet, token?: string): readonly WrongToken[] {
  const caller = token ?? wallet.token('caller');
  if (caller === null || wallet.token('caller') === null) return [];
  const { uid, sid } = claimsOf(wallet.token('caller') ?? '') ?? {};
  const [own, session] = [String(uid), String(sid)];
  const subject = String(claimsOf(wallet.token('other') ?? '')?.['uid'] ?? randomUUID());
  const byOther = wallet.token('other', { subject: own, session });
  const signed = (name: string, options: Parameters<Wallet['token']>[1]): WrongToken => ({
    name,
    token: wallet.token('caller', options) ?? '',
  });
  return [
    ...forgedTokens(caller),
    signed('a token signed with another key', { strangeKey: true }),
    signed('a token of a session that does not exist', { strangeKey: true, session: randomUUID() }),
    ...(byOther === null ? [] : [{ name: 'a token signed with the keystore of someone else', token: byOther }]),
    signed('a token in the name of another user', { subject }),
    signed('a token that is signed for POST /me', { method: 'POST' }),
    signed('a token that is signed for GET /assets', { path: '/assets' }),
    signed('a token that is signed for no request', { isUnbound: true }),
  ];
}
