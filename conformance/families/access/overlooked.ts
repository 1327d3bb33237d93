/** What servers fail to check about a wrong credential. */

import { carrierOf } from '../../model/carrier.ts';
import { type ApiModel, securityScheme } from '../../model/document/api.ts';
import { isStrangelySigned, requestClaim } from '../../sign-in/token.ts';
import { claimsOf, WALLET_SCHEME } from '../../sign-in/wrong-tokens.ts';

/** A credential that no user has. */
export const MADE_UP = 'not-a-credential-of-this-service';

/** Whether a credential counts as the valid one. @param beside a different credential that comes first. */
export type Overlooks = (given: string | undefined, right: string, beside?: string) => boolean;

/** Whether values of a scheme are tokens after a word: `Bearer`. */
export function isToken(api: ApiModel, name: string): boolean {
  const scheme = securityScheme(api, name);
  return scheme !== undefined && carrierOf(scheme).word !== null;
}

const JWT = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/** Whether values of a scheme are names with passwords (RFC 7617). */
function isBasic(api: ApiModel, name: string): boolean {
  return securityScheme(api, name)?.scheme?.toLowerCase() === 'basic';
}

/** A name and a password, from how they travel. */
function namedBy(value: string): readonly string[] {
  return Buffer.from(value, 'base64').toString().split(':', 2);
}

const aboutPasswords: Readonly<Record<string, Overlooks>> = {
  'takes any password': (given = '', right) => given !== right && namedBy(given)[0] === namedBy(right)[0],
  'takes a password that was cut off': (given = '', right) => {
    const [[name, password = ''], [known, real = '']] = [namedBy(given), namedBy(right)];
    return given !== right && name === known && password !== '' && real.startsWith(password);
  },
};

/** Whether a token is one of three parts, the last of which is a signature; others are words that a server keeps. */
export function isSigned(token: string | undefined): boolean {
  return JWT.test(token ?? '');
}

function isUnsigned(token: string): boolean {
  return token.endsWith('.');
}

function isWorn(token: string): boolean {
  return Number(claimsOf(token)?.['exp'] ?? Number.POSITIVE_INFINITY) < Date.now() / 1000;
}

function signatureOf(token: string): string | undefined {
  return token.split('.')[2];
}

/** The claims of a token as text; empty if it is not a token. */
function claimsPart(token: string): string {
  return token.split('.')[1] ?? '';
}

const isOther: Overlooks = (given = '', right) => given !== '' && given !== right;

const isBegun: Overlooks = (given = '', right) => isOther(given, right) && right.startsWith(given);

const aboutTokens: Readonly<Record<string, Overlooks>> = {
  'takes any word for a token': (given = '') => given !== '' && !JWT.test(given),
  'takes a token without a signature': (given = '') => JWT.test(given) && isUnsigned(given),
  'compares the beginning of a token only': (given = '', right) => {
    const [reported = '', real = ''] = isSigned(right) ? [signatureOf(given), signatureOf(right)] : [given, right];
    const known = Math.min(8, Math.ceil(real.length / 2));
    return (
      claimsPart(given) === claimsPart(right) && reported !== real && reported.slice(0, known) === real.slice(0, known)
    );
  },
  'takes a token that was cut off': (given = '', right) =>
    isBegun(given, right) && (isUnsigned(given) || !isSigned(right)),
  'compares signatures without regard to case': (given = '', right) =>
    claimsPart(given) === claimsPart(right) && given !== right && given.toLowerCase() === right.toLowerCase(),
  'does not verify the signature of a token': (given = '') => JWT.test(given) && !isUnsigned(given) && !isWorn(given),
};

/** Whether a token has claims of its own, some of them equal to those of the valid one. */
function isMadeFor(given: string, right: string, ...names: readonly string[]): boolean {
  const [claims, real] = [claimsOf(given), claimsOf(right)];
  return (
    claimsPart(given) !== claimsPart(right) &&
    !isWorn(given) &&
    names.every((name) => claims !== null && claims[name] === real?.[name])
  );
}

/** Each concerns one property of a token in document 1: the key, the user, the signed request, the time. */
const aboutWalletTokens: Readonly<Record<string, Overlooks>> = {
  'takes a token whichever key signed it': (given = '') => isStrangelySigned(given),
  "takes a token that any user's key signed": (given = '', right) =>
    isMadeFor(given, right, 'uid', 'sid') && !isStrangelySigned(given) && signatureOf(given) !== signatureOf(right),
  'takes a token that is signed for no request': (given = '', right) =>
    isMadeFor(given, right, 'uid') && claimsOf(given)?.['sig'] === undefined,
  'takes a token of a session that it does not know': (given = '', right) =>
    isStrangelySigned(given) && claimsOf(given)?.['sid'] !== claimsOf(right)?.['sid'],
  'takes a token in the name of another user': (given = '', right) => {
    const [claims, real] = [claimsOf(given), claimsOf(right)];
    return claims?.['sid'] === real?.['sid'] && claims?.['uid'] !== real?.['uid'];
  },
  'takes a token for another method': (given = '') => claimsOf(given)?.['sig'] === requestClaim('POST', '/me'),
  'takes a token for another path': (given = '') => claimsOf(given)?.['sig'] === requestClaim('GET', '/assets'),
  'takes a token that has expired': (given = '') => isWorn(given),
  'takes other claims with a signature that it knows': (given = '', right) =>
    given !== right && JWT.test(given) && signatureOf(given) === signatureOf(right),
};

/** What may be overlooked about a wallet network token. */
export const overlookedTokens: Readonly<Record<string, Overlooks>> = { ...aboutTokens, ...aboutWalletTokens };

const isContinued: Overlooks = (given = '', right) => isOther(given, right) && given.startsWith(right) && right !== '';

const isEnded: Overlooks = (given = '', right) =>
  isOther(given, right) && given.length === right.length && given.slice(1) === right.slice(1);

const isSpelledOtherwise: Overlooks = (given = '', right) =>
  isOther(given, right) && given.toLowerCase() === right.toLowerCase();

/** It has nothing in common with the valid one and is not made up: it belongs to another user. */
export const isAnothers: Overlooks = (given = '', right) =>
  [given !== MADE_UP, isOther(given, right)].every(Boolean) &&
  ![isBegun, isContinued, isEnded, isSpelledOtherwise].some((nearly) => nearly(given, right));

/** What may be overlooked about a value of a scheme, by its form. */
function aboutValues(api: ApiModel, name: string): Readonly<Record<string, Overlooks>> {
  if (isBasic(api, name)) return { [`takes any ${name}`]: isOther, ...aboutPasswords };
  if (isToken(api, name)) return name === WALLET_SCHEME ? overlookedTokens : aboutTokens;
  return {
    [`takes any ${name}`]: isOther,
    [`takes what begins like the ${name}`]: isBegun,
    [`takes what ends like the ${name}`]: isEnded,
  };
}

/**
 * What may be overlooked about the credential of a scheme, with what the server then does.
 *
 * @param schemes that are needed together.
 */
export function overlooked(
  api: ApiModel,
  name: string,
  schemes: readonly string[],
): Readonly<Record<string, Overlooks>> {
  // The last of several is the secret; ids may be spelled either way.
  const isSecret = schemes.length > 1 && schemes.at(-1) === name;
  return {
    [`needs no ${name}`]: (given) => given === undefined,
    [`takes an empty ${name}`]: (given) => given === '',
    ...aboutValues(api, name),
    ...(isSecret
      ? {
          [`takes the ${name} in either case`]: isSpelledOtherwise,
          [`takes more behind the ${name}`]: isContinued,
          [`takes the ${schemes[0]} for the ${name}`]: (given, _, beside) => given !== undefined && given === beside,
          [`takes the ${name} of another`]: (given, right, beside) => given !== beside && isAnothers(given, right),
        }
      : {}),
  };
}
