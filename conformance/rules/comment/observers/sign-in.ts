/** What the service does where the documents leave the sign-in open. */
import { isSuccess } from '../../../model/exchange.ts';
import { isObject, type JsonObject } from '../../../model/json.ts';
import { messageForms, sentMessage } from '../../../sign-in/message.ts';
import type { MessageOptions } from '../../../sign-in/wallet.ts';
import type { Rule } from '../../rule.ts';
import { acceptance, answerForm, notSeen, observer } from '../../shared/observe.ts';
import { askWith, bodyOf } from '../sign-in/older.ts';

const NO_MESSAGE = notSeen('no message can be signed');
const NO_TOKEN = notSeen('the suite has no wallet token');

/** The fields of a message that is sent as JSON, under the names that TypeScript uses; null for lines. */
function fieldsOf(message: string): JsonObject | null {
  if (!message.startsWith('{')) return null;
  const parsed: unknown = JSON.parse(message);
  if (!isObject(parsed)) return null;
  const camel = (name: string) => name.replaceAll(/[-_]([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [camel(name), value]));
}

export const messageForm: Rule = observer('comment.sign-in.message-form', 'signIn', function* (scene) {
  // What was signed are the lines: the wallet hands them out.
  let lines: readonly string[] = [];
  const keep = (some: readonly string[]) => {
    lines = some;
    return some;
  };
  const message = scene.wallet.message('caller', { lines: keep });
  if (message === null) return NO_MESSAGE;
  const { signature } = message;
  return `the lines: ${acceptance(yield* askWith(scene, 'lines', bodyOf({ signature, signed_message: lines.join('\n') })))}`;
});

export const messageMembers: Rule = observer('comment.sign-in.message-members', 'signIn', function* (scene) {
  const told: string[] = [];
  for (const form of messageForms.filter((one) => one !== 'lines')) {
    const message = scene.wallet.message('caller');
    if (message === null) return NO_MESSAGE;
    const fields = fieldsOf(message.signed_message);
    if (fields === null) return notSeen('the service reads messages as lines');
    const signed_message = sentMessage(fields, [], form);
    told.push(`${form}: ${acceptance(yield* askWith(scene, form, bodyOf({ ...message, signed_message })))}`);
  }
  return told.join('; ');
});

export const methodNames: Rule = observer('comment.sign-in.method-names', 'signIn', function* (scene) {
  const told: string[] = [];
  for (const method of ['SignedMessage', 'NetworkToken', undefined]) {
    const [message, token] = [scene.wallet.message('caller'), scene.wallet.token('caller')];
    const body = { method, ...message, ...(token === null ? {} : { mixin_token: token }) };
    told.push(`${method ?? 'none'}: ${acceptance(yield* askWith(scene, method ?? 'none', body))}`);
  }
  return told.join('; ');
});

export const walletTokenName: Rule = observer('comment.sign-in.wallet-token-name', 'signIn', function* (scene) {
  const told: string[] = [];
  for (const member of ['mixin_token', 'mixin_access_token']) {
    const token = scene.wallet.token('caller');
    if (token === null) return NO_TOKEN;
    told.push(`${member}: ${acceptance(yield* askWith(scene, member, { method: 'mixin_token', [member]: token }))}`);
  }
  return told.join('; ');
});

const ERROR_NAME = 'ErrBadMvmLoginMethod';

export const badLoginMethodAnswer: Rule = observer(
  'comment.sign-in.bad-login-method-answer',
  'signIn',
  function* (scene) {
    const token = scene.wallet.token('contract_account');
    if (token === null) return notSeen('no user with a contract account is known');
    const exchange = yield* askWith(scene, 'contract account', { method: 'mixin_token', mixin_token: token });
    const { outcome } = exchange;
    if (outcome.kind === 'failure' || isSuccess(exchange)) return acceptance(exchange);
    const { json } = outcome.body;
    const members = json.ok && isObject(json.value) ? Object.entries(json.value) : [];
    const named = members.find(([, value]) => JSON.stringify(value).includes(ERROR_NAME))?.[0];
    return `${answerForm(exchange)}, the name in ${named ?? 'no member'}`;
  },
);

export const untrusted: Rule = observer('comment.sign-in.untrusted', 'signIn', function* (scene) {
  const told: string[] = [];
  const domain = 'untrusted.example.net';
  const message = scene.wallet.message('caller', { fields: { domain, uri: `https://${domain}` } });
  if (message !== null) told.push(`domain: ${acceptance(yield* askWith(scene, 'domain', bodyOf(message)))}`);
  const token = scene.wallet.token('untrusted');
  if (token !== null) {
    const body = { method: 'mixin_token', mixin_token: token };
    told.push(`client id: ${acceptance(yield* askWith(scene, 'client id', body))}`);
  }
  return told.length === 0 ? notSeen('nothing to sign in with') : told.join('; ');
});

const HOUR = 3_600_000;

export const issuedAtRange: Rule = observer('comment.sign-in.issued-at-range', 'signIn', function* (scene) {
  const told: string[] = [];
  const ages = [
    ['an hour ago', -1],
    ['a day ago', -24],
    ['a year ago', -24 * 365],
    ['in an hour', 1],
    ['in a day', 24],
  ] as const;
  for (const [when, hours] of ages) {
    const options: MessageOptions = { fields: { issuedAt: new Date(Date.now() + hours * HOUR).toISOString() } };
    const message = scene.wallet.message('caller', options);
    if (message === null) return NO_MESSAGE;
    told.push(`${when}: ${acceptance(yield* askWith(scene, when, bodyOf(message)))}`);
  }
  return told.join('; ');
});

export const lang: Rule = observer('comment.sign-in.lang', 'signIn', function* (scene) {
  const told: string[] = [];
  for (const language of ['en', 'zh', 'xx']) {
    const message = scene.wallet.message('caller');
    if (message === null) return NO_MESSAGE;
    told.push(`${language}: ${acceptance(yield* askWith(scene, language, { ...bodyOf(message), lang: language }))}`);
  }
  return told.join('; ');
});
