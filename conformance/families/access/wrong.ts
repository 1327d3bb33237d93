/** Credentials that are none: missing, made up, cut, of another, or with a signature that does not hold. */

import type { SuiteContext } from '../../core/context.ts';
import type { CallOptions } from '../../model/call.ts';
import type { CredentialUse } from '../../model/exchange.ts';
import { formOf } from '../../model/values/same.ts';
import {
  forgedTokens,
  isHexadecimal,
  othersCase,
  otherwise,
  WALLET_SCHEME,
  wrongWalletTokens,
} from '../../sign-in/wrong-tokens.ts';
import { isSigned, isToken, MADE_UP } from './overlooked.ts';

/** How a request tries to get by. */
export interface Wrong {
  /** `a token that is none` */
  readonly name: string;
  readonly send: Pick<CallOptions, 'credentials' | 'schemes' | 'presented'>;
  /** No user has it: a server that checks nothing else may respond with an empty result instead of a rejection. */
  readonly isUnassigned: boolean;
  /**
   * It is valid elsewhere: a server may accept it here from users with more rights there, although its document does
   * not state it.
   */
  readonly isElsewhere?: true;
}

/**
 * Keys that are nearly correct: half of one, one with another beginning, one with a suffix unless it has a form, and
 * one with upper and lower case exchanged.
 */
function nearKeys(own: string | undefined): readonly (readonly [what: string, value: string])[] {
  if (own === undefined || own.length < 2) return [];
  return [
    ['cut in half', own.slice(0, Math.ceil(own.length / 2))],
    ['with a different beginning', otherwise(own, 0)],
    ...(formOf(own) === 'uuid' ? [] : ([['with a character added', `${own}1`]] as const)),
    ...(isHexadecimal(own) || othersCase(own) === own ? [] : ([['with its case swapped', othersCase(own)]] as const)),
  ];
}

/** A name that many know, with passwords that are nearly right. */
function nearPasswords(own: string | undefined): readonly (readonly [what: string, value: string])[] {
  const [, name, password = ''] = /^([^:]+:)(.+)$/s.exec(own ?? '') ?? [];
  if (name === undefined) return [];
  const wrong = [['left out', ''], ['made up', MADE_UP], ...nearKeys(password)] as const;
  return wrong.map(([what, value]) => [`with its password ${what}`, `${name}${value}`] as const);
}

/**
 * Wrong values of one scheme, by what is wrong about them.
 * @param id a name that belongs to a secret: a name that many know is not secret.
 */
function wrongValues(
  name: string,
  { own, foreign, id }: { readonly [value in 'own' | 'foreign' | 'id']: string | undefined },
  { api, wallet }: SuiteContext,
) {
  const isOfWallet = name === WALLET_SCHEME && wallet.token('caller') !== null;
  const tokens = isOfWallet ? wrongWalletTokens(wallet, own) : forgedTokens(own);
  const values: readonly (readonly [what: string, value: string])[] = [
    ...(isToken(api, name) ? tokens.map((wrong) => [wrong.name, wrong.token] as const) : []),
    ...(isSigned(own) ? [] : [...nearKeys(own), ...nearPasswords(own)]),
  ];
  const isForeign = foreign !== undefined && foreign !== own;
  const unknown = id === undefined || id === own ? ['made up', MADE_UP] : ['the same as the id', id];
  return [['empty', ''], unknown, ...values, ...(isForeign ? [['of another user', foreign]] : [])] as const;
}

/** What lets in elsewhere alone, in place of one scheme: a token where a token is expected, anything else as it is sent there. */
function ofOthers(
  { api }: SuiteContext,
  own: Readonly<Record<string, string>>,
  name: string,
  accepted: readonly string[],
): readonly (readonly [scheme: string, send: Pick<CallOptions, 'schemes' | 'presented'>])[] {
  const isOthers = ([other, value]: readonly [string, string]) => !accepted.includes(other) && value !== own[name];
  return Object.entries(own)
    .filter(isOthers)
    .map(([other, value]) => [
      other,
      isToken(api, name) && isToken(api, other) ? { presented: { [name]: value } } : { schemes: [other] },
    ]);
}

/**
 * Every credential that an operation must reject.
 * @param schemes that are required together.
 * @param who the credentials that are valid.
 * @param accepted every scheme that the operation accepts, alone or with others.
 * @param isOwned the data belongs to one owner: another user's credential is wrong.
 */
export function wrongCredentials(
  suite: SuiteContext,
  schemes: readonly string[],
  who: CredentialUse,
  { accepted, isOwned }: { readonly accepted: readonly string[]; readonly isOwned: boolean },
): readonly Wrong[] {
  const { credentials, otherCredentials, expiredCredentials } = suite.target;
  const [own, foreign] = who === 'other' ? [otherCredentials, credentials] : [credentials, otherCredentials];
  const isTogether = schemes.length > 1;
  const isKnown = schemes.every((name) => own[name] !== undefined);
  const wrong = schemes.flatMap((name): readonly Wrong[] => {
    const rest = schemes.filter((other) => other !== name);
    const others = isTogether && isKnown ? { credentials: who, schemes: rest } : { credentials: 'none' as const };
    const send = (what: string, presented: Readonly<Record<string, string>>): Wrong => ({
      name: `a wrong ${name} (${what})`,
      send: { ...others, schemes: rest, presented },
      isUnassigned: what === 'made up' && !isTogether && !isToken(suite.api, name),
    });
    // Alone, another user's credential is valid: it admits the other user.
    const foreigners = isTogether ? foreign[name] : undefined;
    const id = isTogether && name === schemes.at(-1) ? own[schemes[0] ?? name] : undefined;
    return [
      ...(isTogether && isKnown ? [send('missing', {})] : []),
      ...wrongValues(name, { own: own[name], foreign: foreigners, id }, suite).map(([what = '', value = '']) =>
        send(what, { [name]: value }),
      ),
      ...ofOthers(suite, own, name, accepted).map(
        ([other, { schemes: beside = [], ...sent }]): Wrong => ({
          name: `a wrong ${name} (that is of ${other})`,
          send: { ...others, ...(beside.length > 0 && { credentials: who }), schemes: [...rest, ...beside], ...sent },
          isUnassigned: false,
          isElsewhere: true,
        }),
      ),
    ];
  });
  const whole = (name: string, credentials: CredentialUse): Wrong => ({
    name,
    send: { credentials, schemes: credentials === 'none' ? [] : schemes },
    isUnassigned: false,
  });
  const hasAll = (values: Readonly<Record<string, string>>) => schemes.every((name) => values[name] !== undefined);
  return [
    whole('no credential', 'none'),
    ...wrong,
    ...(hasAll(expiredCredentials) ? [whole('an expired credential', 'expired')] : []),
    ...(isOwned && hasAll(foreign) ? [whole("another's credential", who === 'other' ? 'given' : 'other')] : []),
  ];
}
