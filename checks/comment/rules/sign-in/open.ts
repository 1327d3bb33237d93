/** The open questions about the sign-in. */
import { acceptance, answerForm, each, notObserved, type Probe, probesOf } from '@wallet-services/conformance/builtin';
import { type CheckContext, inconclusive, stop } from '@wallet-services/conformance/core';
import { isObject, isSuccess } from '@wallet-services/conformance/model';
import { type MessageOptions, messageForms, sentMessage } from '@wallet-services/conformance/sign-in';
import { fieldsOf } from '../../sign-in/mutants.ts';
import {
  ERROR_NAME,
  messageBody,
  messageFor,
  sendMessage,
  sendSignIn,
  sessionIn,
  tokenBody,
  tokenNames,
  tokenOf,
} from '../../sign-in/send.ts';
import { timeAt } from '../../sign-in/variants.ts';

/** The answers to some sign-ins, each with its name; one without a body is left out. */
function trying(names: readonly string[], bodyOf: (name: string, ctx: CheckContext) => object): Probe {
  return async (ctx) => {
    const reported = await each(names, async (name) => acceptance(await sendSignIn(ctx, name, bodyOf(name, ctx))));
    return reported ?? notObserved('the suite has no credentials to sign in with');
  };
}

const signed = (ctx: CheckContext, options?: MessageOptions) => messageBody(messageFor(ctx, 'caller', options));

const ages: Readonly<Record<string, number>> = {
  'an hour ago': -1,
  'a day ago': -24,
  'a year ago': -24 * 365,
  'in an hour': 1,
  'in a day': 24,
};

const HOUR = 3_600_000;

const DOMAIN = 'untrusted.example.net';

export default probesOf({
  'comment.signIn.message-form': trying(['the lines'], (_, ctx) => {
    // The signature covers the lines that the wallet returns.
    let signed_message = '';
    const lines = (some: readonly string[]) => {
      signed_message = some.join('\n');
      return some;
    };
    return { ...signed(ctx, { lines }), signed_message };
  }),
  'comment.signIn.message-members': trying(
    messageForms.filter((form) => form !== 'lines'),
    (name, ctx) => {
      const message = messageFor(ctx, 'caller');
      const form = messageForms.find((one) => one === name) ?? 'lines';
      const fields = fieldsOf(message.signed_message);
      if (Object.keys(fields).length === 0) stop(inconclusive('messages are sent as lines'));
      return messageBody({ ...message, signed_message: sentMessage(fields, [], form) });
    },
  ),
  'comment.signIn.method-names': trying(['SignedMessage', 'NetworkToken', 'none'], (name, { suite: { wallet } }) => ({
    ...(name === 'none' ? {} : { method: name }),
    ...wallet.message('caller'),
    mixin_token: wallet.token('caller') ?? undefined,
  })),
  'comment.SignInRequest.mixin_access_token.name': trying(tokenNames, (name, ctx) =>
    tokenBody(tokenOf(ctx, 'caller'), name),
  ),
  'comment.signIn.bad-login-method-answer': async (ctx) => {
    const token = tokenOf(ctx, 'contract_account', 'a user with a contract account');
    const exchange = await sendSignIn(ctx, 'contract account', tokenBody(token));
    const { outcome } = exchange;
    if (outcome.kind === 'failure' || isSuccess(exchange)) return acceptance(exchange);
    const { json } = outcome.body;
    const members = json.ok && isObject(json.value) ? Object.entries(json.value) : [];
    const named = members.find(([, value]) => JSON.stringify(value).includes(ERROR_NAME))?.[0];
    return `${answerForm(exchange)}, the name in ${named ?? 'no member'}`;
  },
  'comment.signIn.untrusted': trying(['domain', 'client id'], (name, ctx) => {
    if (name === 'client id') return tokenBody(tokenOf(ctx, 'untrusted'));
    return signed(ctx, { fields: { domain: DOMAIN, uri: `https://${DOMAIN}` } });
  }),
  'comment.signIn.issued-at-range': trying(Object.keys(ages), (name, ctx) =>
    signed(ctx, { fields: { issuedAt: timeAt(ctx.suite.wallet.now(), 60 * (ages[name] ?? 0)) } }),
  ),
  'comment.signIn.lang': trying(['en', 'zh', 'xx'], (lang, ctx) => ({ ...signed(ctx), lang })),
  'comment.signIn.chain-ids': trying(['1', '56', '137', '73927'], (chainId, ctx) =>
    signed(ctx, { fields: { chainId: Number(chainId) } }),
  ),
  'comment.signIn.wallet-token-lifetime': trying(['an hour old', 'a day old'], (age, ctx) =>
    tokenBody(tokenOf(ctx, 'caller', 'the caller', { issuedAt: Date.now() - (age === 'an hour old' ? 1 : 24) * HOUR })),
  ),
  'comment.signIn.refusal-status': async (ctx) =>
    acceptance(await sendMessage(ctx, 'a wrong signature', { signer: 'somebody else' })),
  'comment.signIn.nonce-memory': async (ctx) => {
    const message = messageFor(ctx, 'caller');
    await sendSignIn(ctx, 'once', messageBody(message));
    return `again: ${acceptance(await sendSignIn(ctx, 'again', messageBody(message)))}`;
  },
  'comment.signIn.account-resolution': async (ctx) => {
    const ids = new Set<unknown>();
    for (const name of ['caller', 'somebody else']) {
      const session = sessionIn(await sendMessage(ctx, name, {}, name));
      if (session === null) return null;
      ids.add(session.user['id']);
    }
    return ids.size === 1 ? 'two accounts are one user' : 'another account is another user';
  },
});
