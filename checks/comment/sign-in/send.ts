/** Sign-ins, by wallet token and by message, and the judgements on their answers. */

import {
  blockedBy,
  type CheckContext,
  inconclusive,
  isRefusal,
  type Judgement,
  judgeTaken,
  objectOf,
  orNull,
  pass,
  type SuiteContext,
  sendTo,
  serverTimeOf,
  stop,
  unlessClosed,
} from '@wallet-services/conformance/core';
import { once } from '@wallet-services/conformance/discovery';
import { type Exchange, isObject, isSuccess, type KeystoreRole, outcomeText } from '@wallet-services/conformance/model';
import type { MessageOptions, SignedMessage, TokenOptions } from '@wallet-services/conformance/sign-in';

export const KEYSTORE_HINT = 'set sign_in.keystores.caller in the target file';

const DOMAIN_HINT = 'set sign_in.message.domain in the target file to a domain that the server trusts';

/** Names of the wallet token in a request: which of them a server reads is open (document 2, Login rules). */
export const tokenNames = ['mixin_token', 'mixin_access_token'] as const;

/** The name of the error for a sign-in by a method that the user may not use (document 1, Errors). */
export const ERROR_NAME = 'ErrBadMvmLoginMethod';

/** A token of a role. @throws Stopped where the target has no such keystore. */
export function tokenOf(
  { suite }: CheckContext,
  role: KeystoreRole,
  whose = 'the caller',
  options?: TokenOptions,
): string {
  const hint = `set sign_in.keystores.${role} in the target file`;
  return suite.wallet.token(role, options) ?? stop(inconclusive(`the suite has no keystore of ${whose}`, hint));
}

/** Methods by which the caller signed in, by the memo of the run. */
const methods = new WeakMap<SuiteContext['found'], Set<unknown>>();

/** Records the method by which the caller signed in with a usual request. */
export function noteSignIn({ found }: SuiteContext, method: unknown): void {
  methods.set(found, (methods.get(found) ?? new Set()).add(method));
}

/** Sends a sign-in with any body. The document does not define its outcome; rules do. */
export function sendSignIn(ctx: CheckContext, label: string, body: unknown): Promise<Exchange> {
  return sendTo(ctx, 'signIn', { body }, { label, credentials: 'none', intent: 'open' });
}

/** The body of a sign-in by wallet token. */
export function tokenBody(token: string, name: string = tokenNames[0]): Readonly<Record<string, string>> {
  return { method: 'mixin_token', [name]: token };
}

/** Signs in with a wallet token, under each of the two names; returns the first rejection where neither is accepted. */
async function presentToken(ctx: CheckContext, label: string, token: string) {
  const [usual, other] = tokenNames;
  const present = async (name: (typeof tokenNames)[number]) => ({
    name,
    token,
    exchange: await sendSignIn(ctx, `${label} as ${name}`, tokenBody(token, name)),
  });
  const first = await present(usual);
  if (isSuccess(first.exchange)) return first;
  const second = await present(other);
  return isSuccess(second.exchange) ? second : first;
}

/** The answer to a wallet token, under the name that is accepted. */
export async function signInByToken(ctx: CheckContext, label: string, token: string): Promise<Exchange> {
  return (await presentToken(ctx, label, token)).exchange;
}

/** The body of a sign-in by message. */
export function messageBody(message: SignedMessage): Readonly<Record<string, string>> {
  return { method: 'mvm', ...message };
}

/** A message of an account. @throws Stopped where the target has no data for messages. */
export function messageFor({ suite }: CheckContext, account: string, options: MessageOptions = {}): SignedMessage {
  return (
    suite.wallet.message(account, options) ?? stop(inconclusive('the suite cannot create a valid message', DOMAIN_HINT))
  );
}

/** Signs in by a message. @throws Stopped where none can be made. */
export function sendMessage(
  ctx: CheckContext,
  label: string,
  options?: MessageOptions,
  account = 'caller',
): Promise<Exchange> {
  return sendSignIn(ctx, label, messageBody(messageFor(ctx, account, options)));
}

type Session = NonNullable<ReturnType<typeof sessionIn>>;

/** The token and the user of a sign-in; null where one of them is missing. */
export function sessionIn(exchange: Exchange) {
  const { access_token: token, user } = objectOf(exchange) ?? {};
  return typeof token === 'string' && isObject(user) ? { token, user, exchange } : null;
}

/**
 * Two users who sign in again, once for each name, by message or else by token; fewer where the target lacks the data.
 */
export const sessionsOf = once(
  async (ctx: CheckContext, _round?: string): Promise<readonly Session[]> => {
    const { wallet } = ctx.suite;
    const sessions: Session[] = [];
    for (const [account, role] of [['caller', 'caller'] as const, ['somebody else', 'other'] as const]) {
      const token = wallet.token(role);
      const answer = await orNull(sendMessage(ctx, `${account} signs in`, {}, account));
      const byMessage = answer === null ? null : sessionIn(answer);
      const session =
        byMessage ?? (token === null ? null : sessionIn(await signInByToken(ctx, `${role} signs in`, token)));
      if (session !== null && sessions.every(({ user }) => user['id'] !== session.user['id'])) sessions.push(session);
    }
    return sessions;
  },
  { key: (round = 'first') => round },
);

/** A judgement of a sign-in; blocked where the service now rejects the caller by a method that worked before. */
export async function unlessNoneSignsIn(ctx: CheckContext, judged: Judgement): Promise<Judgement> {
  const { wallet, found } = ctx.suite;
  const taken = methods.get(found) ?? new Set();
  const [token, message] = [wallet.token('caller'), wallet.message('caller')];
  const what = 'the caller, once more';
  let last = judged;
  if (token !== null && taken.has('mixin_token'))
    last = await unlessClosed(last, () => signInByToken(ctx, what, token));
  if (message !== null && taken.has('mvm'))
    last = await unlessClosed(last, () => sendSignIn(ctx, what, messageBody(message)));
  return last;
}

/** Judges a sign-in that must succeed. */
export async function judgeSignedIn(ctx: CheckContext, exchange: Exchange, expected: string): Promise<Judgement> {
  if (sessionIn(exchange) !== null) return pass;
  return isSuccess(exchange) ? blockedBy(exchange) : unlessNoneSignsIn(ctx, judgeTaken(exchange, expected, 'refused'));
}

/** The time of a response. A `ts` out of range is not a time in milliseconds, which another rule reports. */
function timeOf(exchange: Exchange): number {
  const ts = serverTimeOf(exchange);
  return ts !== null && ts > 1e12 && ts < 1e13 ? ts : Date.now();
}

/** @throws Stopped where a valid sign-in is not accepted. */
function mustBeTaken(exchange: Exchange, what: string, hint: string): void {
  if (isSuccess(exchange)) return;
  const reason = `${what} was refused with ${outcomeText(exchange)}`;
  stop(isRefusal(exchange) ? inconclusive(reason, hint) : blockedBy(exchange));
}

export type Right = Awaited<ReturnType<typeof rightMessage>>;

/**
 * Signs in with a valid message, once in a run; `now` is the server's time, in milliseconds since 1970. @throws Stopped
 * where that fails.
 */
export const rightMessage = once(async (ctx: CheckContext) => {
  const what = 'a valid message';
  const message = messageFor(ctx, 'caller');
  const exchange = await sendSignIn(ctx, what, messageBody(message));
  mustBeTaken(exchange, what, DOMAIN_HINT);
  noteSignIn(ctx.suite, 'mvm');
  return { message, now: timeOf(exchange) };
});

/** Signs in with a valid token, once in a run. @throws Stopped where that fails. */
export const rightToken = once(async (ctx: CheckContext) => {
  const what = 'a valid token';
  const none = inconclusive(`the suite cannot create ${what}`, KEYSTORE_HINT);
  const taken = await presentToken(ctx, what, ctx.suite.wallet.token('caller') ?? stop(none));
  mustBeTaken(taken.exchange, what, KEYSTORE_HINT);
  noteSignIn(ctx.suite, 'mixin_token');
  return taken;
});
