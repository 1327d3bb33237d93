/**
 * Makes the credentials that a target does not name: wallet tokens from keystores, and the comment service's own
 * tokens by signing in there.
 */
import { operationOf } from '../model/api.ts';
import { callOf, noInput } from '../model/call.ts';
import { type Exchange, type HttpCall, outcomeText, successJson } from '../model/exchange.ts';
import { isObject } from '../model/json.ts';
import { everyOption } from '../rules/comment/sign-in/ask.ts';
import type { Scene } from '../rules/rule.ts';
import { messageForms } from '../sign-in/message.ts';
import type { Credentials, ServiceTarget } from '../target/target.ts';

const WALLET_TOKEN = 'AccessToken';
const COMMENT_TOKEN = 'CommentToken';

/** Who signs in. */
type Who = 'caller' | 'other';

type Send = (call: HttpCall) => Promise<Exchange>;

function walletTokens({ target, wallet }: Scene): ServiceTarget {
  const filled = (given: Credentials, token: string | null): Credentials =>
    token === null ? given : { [WALLET_TOKEN]: token, ...given };
  const anHourAgo = Date.now() - 3_600_000;
  return {
    ...target,
    credentials: filled(target.credentials, wallet.token('caller')),
    otherCredentials: filled(target.otherCredentials, wallet.token('other')),
    expiredCredentials: filled(target.expiredCredentials, wallet.token('caller', { issuedAt: anHourAgo })),
  };
}

/** The bodies of a sign-in that may work, the likeliest first. */
function* loginBodies({ wallet }: Scene, who: Who): Generator<Readonly<Record<string, string>>> {
  const token = wallet.token(who);
  if (token !== null) {
    yield { method: 'mixin_token', mixin_token: token };
    yield { method: 'mixin_token', mixin_access_token: token };
  }
  if (wallet.message(who) === null) return;
  for (const form of messageForms) {
    wallet.useForm(form);
    const message = wallet.message(who);
    if (message !== null) yield { method: 'mvm', ...message };
  }
  wallet.useForm('camelCase');
}

interface Login {
  readonly token?: string;
  readonly problem?: string;
}

/** The comment service's token of somebody; otherwise why there is none, if anything was tried. */
async function login(scene: Scene, who: Who, send: Send): Promise<Login> {
  const operation = operationOf(scene.api, 'signIn');
  let problem: string | undefined;
  for (const body of loginBodies(scene, who)) {
    const exchange = await send(callOf(operation, { ...noInput, body }, { label: 'sign in', intent: 'open' }));
    const json = successJson(exchange);
    const data = isObject(json) ? json['data'] : undefined;
    const token = isObject(data) ? data['access_token'] : undefined;
    if (typeof token === 'string') return { token };
    problem ??= `signing in (${body['method']}) was answered with ${outcomeText(exchange)}`;
  }
  return problem === undefined ? {} : { problem };
}

/**
 * The form in which the service reads messages, found out by signing in with each; the target's other credentials may
 * have been made without one.
 */
async function findForm(scene: Scene, send: Send): Promise<void> {
  const operation = operationOf(scene.api, 'signIn');
  const json = messageForms.filter((form) => form !== 'lines');
  // A service that wrongly wants an optional field, or wants none, is no service that reads lines.
  const ways = [
    ...json.map((form) => ({ form, options: {} })),
    ...[{ fields: everyOption(Date.now()) }, { fields: { statement: undefined } }].flatMap((options) =>
      json.map((form) => ({ form, options })),
    ),
    { form: 'lines', options: {} } as const,
  ];
  for (const { form, options } of ways) {
    scene.wallet.useForm(form);
    const message = scene.wallet.message('caller', options);
    if (message === null) return;
    const body = { method: 'mvm', ...message };
    const exchange = await send(callOf(operation, { ...noInput, body }, { label: 'sign in', intent: 'open' }));
    if (successJson(exchange) !== undefined) return;
  }
  scene.wallet.useForm('camelCase');
}

async function commentTokens(scene: Scene, send: Send): Promise<SignedIn> {
  const { target } = scene;
  const tokenOf = async (given: Credentials, who: Who): Promise<Login> =>
    given[COMMENT_TOKEN] === undefined ? login(scene, who, send) : {};
  const [caller, other] = [
    await tokenOf(target.credentials, 'caller'),
    await tokenOf(target.otherCredentials, 'other'),
  ];
  await findForm(scene, send);
  const filled = (given: Credentials, { token }: { readonly token?: string }): Credentials =>
    token === undefined ? given : { [COMMENT_TOKEN]: token, ...given };
  return {
    target: {
      ...target,
      credentials: filled(target.credentials, caller),
      otherCredentials: filled(target.otherCredentials, other),
    },
    problem: caller.problem ?? other.problem ?? null,
  };
}

export interface SignedIn {
  /** With the credentials that were made. */
  readonly target: ServiceTarget;
  /** Why a sign-in failed; null when none did. */
  readonly problem: string | null;
}

/** Signs in, as far as the target says with what. Credentials that the target names stay as they are. */
export async function signIn(scene: Scene, send: Send): Promise<SignedIn> {
  if (scene.api.service === 'comment') return commentTokens(scene, send);
  return { target: scene.api.service === 'assistant' ? scene.target : walletTokens(scene), problem: null };
}
