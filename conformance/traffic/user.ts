/** Finds the user that a token names, as far as it can be read; only keyed digests are kept. */
import type { User } from '../core/family.ts';
import { claimsOf } from '../sign-in/wrong-tokens.ts';
import { credentialsIn, digestOf, type Request } from './credentials.ts';

/** Claims that name a user, the most specific first. */
const CLAIMS = ['uid', 'sub'];

/** The user of a request; null where its credentials name none, or several. */
export function userOf(request: Request): User | null {
  const tokens = credentialsIn(request).flatMap((value) => value.split(/[\s;,=]+/));
  const named = tokens.flatMap((token): readonly User[] => {
    const claims = claimsOf(token) ?? {};
    const claim = CLAIMS.find((name) => typeof claims[name] === 'string' || typeof claims[name] === 'number');
    if (claim === undefined) return [];
    const issuer = JSON.stringify([claim, claims['iss'] ?? null, claims['aud'] ?? null]);
    return [{ issuer: digestOf(issuer), name: digestOf(String(claims[claim])) }];
  });
  const [first, ...others] = named;
  return first === undefined || others.some(({ name }) => name !== first.name) ? null : first;
}
