/** Signs in beforehand, so that the rules have a token of the service. */

import type { SendHttp, SignedIn } from '@wallet-services/conformance/builtin';
import type { SuiteContext } from '@wallet-services/conformance/core';
import {
  type Credentials,
  callOf,
  noInput,
  operationOf,
  outcomeText,
  successJson,
  valueAt,
} from '@wallet-services/conformance/model';
import { type MessageForm, type MessageOptions, messageForms, spellings } from '@wallet-services/conformance/sign-in';
import { noteSignIn, tokenBody, tokenNames } from './send.ts';
import { everyOption } from './variants.ts';

const SCHEME = 'CommentToken';

/** The form of messages where the form that the service reads is unknown. */
const USUAL: MessageForm = 'camelCase';

type Body = Readonly<Record<string, string>>;

const sendOnce = ({ api }: SuiteContext, send: SendHttp, body: Body) =>
  send(callOf(operationOf(api, 'signIn'), { ...noInput, body }, { label: 'sign in', intent: 'open' }));

/** The bodies of a sign-in that may work, the likeliest first. */
function* loginBodies({ wallet }: SuiteContext, who: 'caller' | 'other'): Generator<Body> {
  const token = wallet.token(who);
  if (token !== null) for (const name of tokenNames) yield tokenBody(token, name);
  if (wallet.message(who) === null) return;
  for (const form of messageForms) {
    wallet.useForm(form);
    const message = wallet.message(who);
    if (message !== null) yield { method: 'mvm', ...message };
  }
  wallet.useForm(USUAL);
}

/** The credentials of a user, with a token of the service where the target has none; or why there is no token. */
async function login(suite: SuiteContext, who: 'caller' | 'other', given: Credentials, send: SendHttp) {
  let problem: string | null = null;
  if (given[SCHEME] !== undefined) return { credentials: given, problem };
  for (const body of loginBodies(suite, who)) {
    const exchange = await sendOnce(suite, send, body);
    const token = valueAt(successJson(exchange), '/data/access_token');
    if (typeof token === 'string' && who === 'caller') noteSignIn(suite, body['method']);
    if (typeof token === 'string') return { credentials: { [SCHEME]: token, ...given }, problem: null };
    problem ??= `signing in (${body['method']}) was refused with ${outcomeText(exchange)}`;
  }
  return { credentials: given, problem };
}

/**
 * Finds the form in which the service reads messages, by signing in with each; the target may have got its other
 * credentials without one.
 */
async function findForm(suite: SuiteContext, send: SendHttp): Promise<void> {
  const json = messageForms.filter((form) => form !== 'lines');
  // A service that wrongly requires an optional field, or rejects it, does not read lines.
  const unusual: readonly MessageOptions[] = [
    { fields: everyOption(suite.wallet.now()) },
    { fields: { statement: undefined } },
  ];
  const ways: readonly (readonly [MessageForm, MessageOptions])[] = [
    ...json.map((form) => [form, {}] as const),
    ...unusual.flatMap((options) => spellings.map((form) => [form, options] as const)),
    ['lines', {}],
  ];
  for (const [form, options] of ways) {
    suite.wallet.useForm(form);
    const message = suite.wallet.message('caller', options);
    if (message === null) return;
    if (successJson(await sendOnce(suite, send, { method: 'mvm', ...message })) !== undefined) return;
  }
  suite.wallet.useForm(USUAL);
}

/** Signs in as the caller and as another user, as far as the target has the data. */
export async function signIn(suite: SuiteContext, send: SendHttp): Promise<SignedIn> {
  const { target } = suite;
  const both = async () => {
    const caller = await login(suite, 'caller', target.credentials, send);
    const other = await login(suite, 'other', target.otherCredentials, send);
    return {
      target: { ...target, credentials: caller.credentials, otherCredentials: other.credentials },
      problem: caller.problem ?? other.problem,
    };
  };
  const signed = await both();
  await findForm(suite, send);
  return { ...signed, again: async () => (await both()).target };
}
