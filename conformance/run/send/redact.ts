/** Keeps credentials out of every text that leaves the suite. */

import { credentialName } from '@wallet-services/kit/credentials';
import type { Exchange } from '../../model/exchange.ts';

/** The length of the shortest secret: to replace shorter texts would blank out half of the output. */
const SHORTEST = 6;

/** A signed token (RFC 7519), from any source: the tokens of a sign-in are in no list. */
const SIGNED_TOKEN = /\beyJ[\w-]{6,2000}\.[\w-]{4,8000}\.[\w-]*/g;

/** The spellings of a secret: as it is, in JSON, and in a query. */
function spellings(secret: string): readonly string[] {
  if (/^[\w.~-]*$/.test(secret)) return [secret];
  return [...new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])];
}

/**
 * The secrets that must be searched for one by one: signed tokens are recognized by their form, however many there are.
 */
export function distinctSecrets(secrets: readonly string[]): readonly string[] {
  const unlike = secrets.filter((secret) => secret.length >= SHORTEST && secret.replace(SIGNED_TOKEN, '') !== '');
  return [...new Set(unlike)];
}

/** The parts of a text that must not be shown, the longest first: one may be part of another. */
function hidden(text: string, secrets: readonly string[]): readonly string[] {
  return secrets
    .filter((secret) => secret.length >= SHORTEST)
    .flatMap(spellings)
    .filter((spelling) => text.includes(spelling))
    .sort((left, right) => right.length - left.length);
}

/** Replaces every secret in a text, by default with `***`. */
export function redact(
  text: string,
  secrets: readonly string[],
  replacement: (secret: string, before: string) => string = () => '***',
): string {
  const replace = (secret: string, offset: number, whole: string) => replacement(secret, whole.slice(0, offset));
  return hidden(text, secrets)
    .reduce(
      (shown, secret) => shown.replaceAll(secret, (found, at: number, all: string) => replace(found, at, all)),
      text,
    )
    .replaceAll(SIGNED_TOKEN, (found, at: number, all: string) => replace(found, at, all));
}

const SECRET_MEMBER = new RegExp(`("${credentialName}"\\s{0,20}:\\s{0,20}")((?:[^"\\\\]|\\\\.)+)`, 'gi');

/** Replaces secrets, and the values of JSON members that are secrets by their name, whatever made them. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return redact(text, secrets).replaceAll(SECRET_MEMBER, '$1***');
}

/** The length of the longest answer to a sign-in. */
const LONGEST_SIGN_IN = 20_000;

/** The length of the shortest secret in such a member: a shorter value is a word that may occur anywhere. */
const SHORTEST_TOKEN = 16;

/** The secrets that a server returned in a case, by the names of their members. */
export function secretsBroughtBy({ exchanges }: { readonly exchanges: readonly Exchange[] }): readonly string[] {
  const found = new Set<string>();
  for (const { method, outcome } of exchanges) {
    if (method === 'GET' || outcome.kind !== 'answer' || outcome.body.text.length > LONGEST_SIGN_IN) continue;
    for (const [, , value = ''] of outcome.body.text.matchAll(SECRET_MEMBER)) {
      if (value.length >= SHORTEST_TOKEN) found.add(value);
    }
  }
  return [...found];
}
