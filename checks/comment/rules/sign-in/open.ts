/** What the service does where the documents leave the sign-in open. */
import { acceptance, answerForm, each, type Look, looking, notSeen } from '@wallet-services/conformance/builtin';
import { inconclusive, stop, type Talk } from '@wallet-services/conformance/core';
import { isObject, isSuccess } from '@wallet-services/conformance/model';
import { type MessageOptions, messageForms, sentMessage } from '@wallet-services/conformance/sign-in';
import { fieldsOf } from '../../sign-in/mutants.ts';
import {
  askMessage,
  askSignIn,
  ERROR_NAME,
  messageBody,
  messageFor,
  sessionIn,
  tokenBody,
  tokenNames,
  tokenOf,
} from '../../sign-in/send.ts';
import { timeAt } from '../../sign-in/variants.ts';

/** What becomes of some sign-ins, each with its name; one whose body cannot be made is left out. */
function trying(names: readonly string[], bodyOf: (name: string, talk: Talk) => object): Look {
  return async (talk) => {
    const told = await each(names, async (name) => acceptance(await askSignIn(talk, name, bodyOf(name, talk))));
    return told ?? notSeen('the suite has no credentials to sign in with');
  };
}

const signed = (talk: Talk, options?: MessageOptions) => messageBody(messageFor(talk, 'caller', options));

const ages: Readonly<Record<string, number>> = {
  'an hour ago': -1,
  'a day ago': -24,
  'a year ago': -24 * 365,
  'in an hour': 1,
  'in a day': 24,
};

const HOUR = 3_600_000;

const DOMAIN = 'untrusted.example.net';

export default looking({
  'comment.signIn.message-form': trying(['the lines'], (_, talk) => {
    // What was signed are the lines: the wallet hands them out.
    let signed_message = '';
    const lines = (some: readonly string[]) => {
      signed_message = some.join('\n');
      return some;
    };
    return { ...signed(talk, { lines }), signed_message };
  }),
  'comment.signIn.message-members': trying(
    messageForms.filter((form) => form !== 'lines'),
    (name, talk) => {
      const message = messageFor(talk, 'caller');
      const form = messageForms.find((one) => one === name) ?? 'lines';
      const fields = fieldsOf(message.signed_message);
      if (Object.keys(fields).length === 0) stop(inconclusive('messages are sent as lines'));
      return messageBody({ ...message, signed_message: sentMessage(fields, [], form) });
    },
  ),
  'comment.signIn.method-names': trying(['SignedMessage', 'NetworkToken', 'none'], (name, { scene: { wallet } }) => ({
    ...(name === 'none' ? {} : { method: name }),
    ...wallet.message('caller'),
    mixin_token: wallet.token('caller') ?? undefined,
  })),
  'comment.SignInRequest.mixin_access_token.name': trying(tokenNames, (name, talk) =>
    tokenBody(tokenOf(talk, 'caller'), name),
  ),
  'comment.signIn.bad-login-method-answer': async (talk) => {
    const token = tokenOf(talk, 'contract_account', 'a user with a contract account');
    const exchange = await askSignIn(talk, 'contract account', tokenBody(token));
    const { outcome } = exchange;
    if (outcome.kind === 'failure' || isSuccess(exchange)) return acceptance(exchange);
    const { json } = outcome.body;
    const members = json.ok && isObject(json.value) ? Object.entries(json.value) : [];
    const named = members.find(([, value]) => JSON.stringify(value).includes(ERROR_NAME))?.[0];
    return `${answerForm(exchange)}, the name in ${named ?? 'no member'}`;
  },
  'comment.signIn.untrusted': trying(['domain', 'client id'], (name, talk) => {
    if (name === 'client id') return tokenBody(tokenOf(talk, 'untrusted'));
    return signed(talk, { fields: { domain: DOMAIN, uri: `https://${DOMAIN}` } });
  }),
  'comment.signIn.issued-at-range': trying(Object.keys(ages), (name, talk) =>
    signed(talk, { fields: { issuedAt: timeAt(talk.scene.wallet.now(), 60 * (ages[name] ?? 0)) } }),
  ),
  'comment.signIn.lang': trying(['en', 'zh', 'xx'], (lang, talk) => ({ ...signed(talk), lang })),
  'comment.signIn.chain-ids': trying(['1', '56', '137', '73927'], (chainId, talk) =>
    signed(talk, { fields: { chainId: Number(chainId) } }),
  ),
  'comment.signIn.wallet-token-lifetime': trying(['an hour old', 'a day old'], (age, talk) =>
    tokenBody(
      tokenOf(talk, 'caller', 'the caller', { issuedAt: Date.now() - (age === 'an hour old' ? 1 : 24) * HOUR }),
    ),
  ),
  'comment.signIn.refusal-status': async (talk) =>
    acceptance(await askMessage(talk, 'a wrong signature', { signer: 'somebody else' })),
  'comment.signIn.nonce-memory': async (talk) => {
    const message = messageFor(talk, 'caller');
    await askSignIn(talk, 'once', messageBody(message));
    return `again: ${acceptance(await askSignIn(talk, 'again', messageBody(message)))}`;
  },
  'comment.signIn.account-resolution': async (talk) => {
    const ids = new Set<unknown>();
    for (const name of ['caller', 'somebody else']) {
      const session = sessionIn(await askMessage(talk, name, {}, name));
      if (session === null) return null;
      ids.add(session.user['id']);
    }
    return ids.size === 1 ? 'two accounts are one user' : 'another account is another user';
  },
});
