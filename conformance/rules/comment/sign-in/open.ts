/** What the service does where the documents leave the sign-in open. */
import { isSuccess } from '../../../model/exchange.ts';
import { isObject } from '../../../model/values/json.ts';
import { messageForms, sentMessage } from '../../../sign-in/message.ts';
import type { MessageOptions, SignedMessage, Wallet } from '../../../sign-in/wallet.ts';
import { acceptance, answerForm, each, type Look, looking, notSeen } from '../../open/words.ts';
import type { Scene } from '../../rule.ts';
import { askMessage, askSignIn, messageBody, messageFor, sessionIn, tokenBody, tokenNames } from './ask.ts';
import { fieldsOf } from './faults.ts';
import { timeAt } from './variants.ts';

/** What becomes of some sign-ins, each with its name; a null body is left out. */
function trying(names: readonly string[], bodyOf: (name: string, scene: Scene) => object | null): Look {
  return async (talk) => {
    const told = await each(names, async (name) => {
      const body = bodyOf(name, talk.scene);
      return body === null ? null : acceptance(await askSignIn(talk, name, body));
    });
    return told ?? notSeen('the suite has no credentials to sign in with');
  };
}

/** Changes a right message. */
function withMessage({ wallet }: Scene, change: (message: SignedMessage) => object | null): object | null {
  const message = wallet.message('caller');
  return message === null ? null : change(message);
}

/** The body of a sign-in by message; null where none can be made. */
function signed(wallet: Wallet, options: MessageOptions): object | null {
  const message = wallet.message('caller', options);
  return message === null ? null : messageBody(message);
}

function linesOf({ wallet }: Scene): object | null {
  // What was signed are the lines: the wallet hands them out.
  let lines: readonly string[] = [];
  const keep = (some: readonly string[]) => {
    lines = some;
    return some;
  };
  const message = wallet.message('caller', { lines: keep });
  return message === null ? null : messageBody({ ...message, signed_message: lines.join('\n') });
}

function withToken(token: string | null, name?: string): object | null {
  return token === null ? null : tokenBody(token, name);
}

const ages: Readonly<Record<string, number>> = {
  'an hour ago': -1,
  'a day ago': -24,
  'a year ago': -24 * 365,
  'in an hour': 1,
  'in a day': 24,
};

const ERROR_NAME = 'ErrBadMvmLoginMethod';

const HOUR = 3_600_000;

const DOMAIN = 'untrusted.example.net';

export default looking({
  'comment.signIn.message-form': trying(['the lines'], (_, scene) => linesOf(scene)),
  'comment.signIn.message-members': trying(
    messageForms.filter((form) => form !== 'lines'),
    (name, scene) =>
      withMessage(scene, (message) => {
        const form = messageForms.find((one) => one === name) ?? 'lines';
        const fields = fieldsOf(message.signed_message);
        const isJson = Object.keys(fields).length > 0;
        return isJson ? messageBody({ ...message, signed_message: sentMessage(fields, [], form) }) : null;
      }),
  ),
  'comment.signIn.method-names': trying(['SignedMessage', 'NetworkToken', 'none'], (name, { wallet }) => ({
    ...(name === 'none' ? {} : { method: name }),
    ...wallet.message('caller'),
    mixin_token: wallet.token('caller') ?? undefined,
  })),
  'comment.SignInRequest.mixin_access_token.name': trying(tokenNames, (name, { wallet }) =>
    withToken(wallet.token('caller'), name),
  ),
  'comment.signIn.bad-login-method-answer': async (talk) => {
    const body = withToken(talk.scene.wallet.token('contract_account'));
    if (body === null) return notSeen('the suite has no user with a contract account');
    const exchange = await askSignIn(talk, 'contract account', body);
    const { outcome } = exchange;
    if (outcome.kind === 'failure' || isSuccess(exchange)) return acceptance(exchange);
    const { json } = outcome.body;
    const members = json.ok && isObject(json.value) ? Object.entries(json.value) : [];
    const named = members.find(([, value]) => JSON.stringify(value).includes(ERROR_NAME))?.[0];
    return `${answerForm(exchange)}, the name in ${named ?? 'no member'}`;
  },
  'comment.signIn.untrusted': trying(['domain', 'client id'], (name, { wallet }) => {
    if (name === 'client id') return withToken(wallet.token('untrusted'));
    return signed(wallet, { fields: { domain: DOMAIN, uri: `https://${DOMAIN}` } });
  }),
  'comment.signIn.issued-at-range': trying(Object.keys(ages), (name, { wallet }) =>
    signed(wallet, { fields: { issuedAt: timeAt(wallet.now(), 60 * (ages[name] ?? 0)) } }),
  ),
  'comment.signIn.lang': trying(['en', 'zh', 'xx'], (lang, scene) =>
    withMessage(scene, (message) => ({ ...messageBody(message), lang })),
  ),
  'comment.signIn.chain-ids': trying(['1', '56', '137', '73927'], (chainId, { wallet }) =>
    signed(wallet, { fields: { chainId: Number(chainId) } }),
  ),
  'comment.signIn.wallet-token-lifetime': trying(['an hour old', 'a day old'], (age, { wallet }) =>
    withToken(wallet.token('caller', { issuedAt: Date.now() - (age === 'an hour old' ? HOUR : 24 * HOUR) })),
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
