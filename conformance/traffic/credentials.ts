/** What of a request is a credential, and who sends it. Nothing of a credential is kept but a keyed digest. */

import { hash, randomBytes } from 'node:crypto';
import { isCredentialHeader } from '@wallet-services/kit/credentials';

/** Differs from process to process, so that a digest says nothing elsewhere. */
const KEY = randomBytes(64).toString('base64url');

/** A keyed digest, of 22 characters. */
export function digestOf(text: string): string {
  return hash('sha256', KEY + text, 'base64url').slice(0, 22);
}

/** What recordings write in place of a credential. */
const MASKED = /^\W*$|\*{3}|redacted|<[^>]*>/i;

const PSEUDONYM = /^\*{3}[\w-]{22}$/;

/** Names of cookies, parameters and members that are credentials. */
const NAMES = /token|secret|password|signature|session|api[-_]?key|credential|authorization/i;

export interface Request {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The values of a request that are credentials by their name. */
export function credentialsIn({ url, headers }: Request): readonly string[] {
  const { searchParams, username, password } = new URL(url);
  const inHeaders = Object.entries(headers).flatMap(([name, value]) =>
    isCredentialHeader(name) && value !== '' ? [value] : [],
  );
  const inQuery = [...searchParams].flatMap(([name, value]) => (NAMES.test(name) && value !== '' ? [value] : []));
  return [...inHeaders, ...inQuery, ...[username, password].filter((text) => text !== '')];
}

/** Who sent a request, as far as its credentials tell. */
export interface Sender {
  /** Tells callers apart; `nobody` without credentials; null where a recording hides them. */
  readonly caller: string | null;
  /** Whether there was anything that may be a credential. */
  readonly signed: boolean;
}

export function senderOf(request: Request): Sender {
  const credentials = credentialsIn(request);
  if (credentials.length === 0) return { caller: 'nobody', signed: false };
  // What a recorder of this house writes tells callers apart all the same.
  const [name = ''] = credentials;
  if (PSEUDONYM.test(name)) return { caller: name, signed: true };
  if (credentials.some((value) => MASKED.test(value.replace(/^(bearer|basic) /i, ''))))
    return { caller: null, signed: true };
  return { caller: digestOf(JSON.stringify(credentials)), signed: true };
}

/** Credentials with what stands around them taken off, to be looked for in texts. */
export function secretsIn(request: Request): readonly string[] {
  return credentialsIn(request)
    .flatMap((value) => [value, ...value.split(/[\s;,=]+/)])
    .filter((text) => text.length > 7);
}
