/** What of a request is a credential, and who sends it. Nothing of a credential is kept but a keyed digest. */
import { createHmac, randomBytes } from 'node:crypto';
import { isCredential } from '../run/redact.ts';

/** Differs from process to process, so that a digest says nothing elsewhere. */
export const KEY = randomBytes(32);

/** What recordings write in place of a credential. */
const MASKED = /^\W*$|\*{3}|redacted|<[^>]*>/i;

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
    isCredential(name) && value !== '' ? [value] : [],
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
  if (credentials.some((value) => MASKED.test(value.replace(/^(bearer|basic) /i, ''))))
    return { caller: null, signed: true };
  const digest = createHmac('sha256', KEY).update(JSON.stringify(credentials)).digest('base64url');
  return { caller: digest.slice(0, 22), signed: true };
}

/** Credentials with what stands around them taken off, to be looked for in texts. */
export function secretsIn(request: Request): readonly string[] {
  return credentialsIn(request)
    .flatMap((value) => [value, ...value.split(/[\s;,=]+/)])
    .filter((text) => text.length > 7);
}
