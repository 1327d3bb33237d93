/** Finds the credentials of a request, and its sender. Only a keyed digest of a credential is kept. */

import { hash, randomBytes } from 'node:crypto';
import { isCredentialHeader } from '@wallet-services/kit/credentials';

/** The key of digests, which differs from process to process, so that a digest is meaningless elsewhere. */
const KEY = randomBytes(64).toString('base64url');

/** A keyed digest, of 22 characters. */
export function digestOf(text: string): string {
  return hash('sha256', KEY + text, 'base64url').slice(0, 22);
}

/** The text that recordings have in place of a credential. */
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

/** The sender of a request, as far as its credentials show. */
export interface Sender {
  /** Distinguishes callers; `anonymous` without credentials; null where a recording hides them. */
  readonly caller: string | null;
  /** Whether the request had anything that may be a credential. */
  readonly signed: boolean;
}

export function senderOf(request: Request): Sender {
  const credentials = credentialsIn(request);
  if (credentials.length === 0) return { caller: 'anonymous', signed: false };
  // The pseudonyms of this project's own recorder still distinguish callers.
  const [name = ''] = credentials;
  if (PSEUDONYM.test(name)) return { caller: name, signed: true };
  if (credentials.some((value) => MASKED.test(value.replace(/^(bearer|basic) /i, ''))))
    return { caller: null, signed: true };
  return { caller: digestOf(JSON.stringify(credentials)), signed: true };
}

/** Credentials, whole and without the text around them, to be searched for in texts. */
export function secretsIn(request: Request): readonly string[] {
  return credentialsIn(request)
    .flatMap((value) => [value, ...value.split(/[\s;,=]+/)])
    .filter((text) => text.length > 7);
}
