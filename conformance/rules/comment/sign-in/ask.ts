/** Sign-ins, by wallet token and by message. */
import { type Exchange, isSuccess, outcomeText } from '../../../model/exchange.ts';
import type { MessageFields } from '../../../sign-in/message.ts';
import type { MessageOptions, SignedMessage } from '../../../sign-in/wallet.ts';
import { blockedBy, broken, inconclusive, pass } from '../../judgement.ts';
import type { Judgement, Rule, Scene, Script } from '../../rule.ts';
import { conversationRule, type Say } from '../../shared/conversation.ts';
import { serverTimeOf } from '../../shared/data.ts';
import { ask } from '../calls.ts';
import type { Asking } from '../fixtures.ts';

export const KEYSTORE_HINT = 'name a keystore as sign_in.keystores.caller in the target file';

const DOMAIN_HINT = 'name a domain that the server trusts as sign_in.message.domain in the target file';

/** Asks for a sign-in with any body. */
export function* askWith(
  scene: Scene,
  label: string,
  body: unknown,
  intent: 'open' | 'invalid' = 'open',
): Asking<Exchange> {
  return yield ask(scene, 'signIn', { label, body, credentials: 'none', intent });
}

/** Signs in with a wallet token, under the one name of the member or the other: which is read is open. */
export function* askSignIn(scene: Scene, token: string, label: string): Asking<Exchange> {
  const first = yield* askWith(scene, label, { method: 'mixin_token', mixin_token: token });
  if (isSuccess(first)) return first;
  const other = yield* askWith(scene, `${label}, other name`, { method: 'mixin_token', mixin_access_token: token });
  return isSuccess(other) ? other : first;
}

/** The body of a sign-in by message. */
export function bodyOf(message: SignedMessage): Readonly<Record<string, string>> {
  return { method: 'mvm', ...message };
}

/** A message that is tried beside a right one. */
export interface Variant {
  /** `a nonce of 7 characters` */
  readonly what: string;
  /** Whether the server must take it; otherwise it must refuse it. */
  readonly taken?: boolean;
  readonly options?: MessageOptions;
  /** Changes what is sent after it was signed. */
  readonly change?: (message: SignedMessage) => SignedMessage;
}

/** What the variants of a message are made with. */
export interface Kit {
  readonly scene: Scene;
  /** The server's time, milliseconds since 1970. */
  readonly now: number;
  /** The message that was taken. */
  readonly right: SignedMessage;
  /** Whether messages are sent as JSON. */
  readonly isJson: boolean;
}

/** A `ts` out of this range is no time in milliseconds; another rule tells of it. */
function timeOf(exchange: Exchange): number {
  const ts = serverTimeOf(exchange);
  return ts !== null && ts > 1e12 && ts < 1e13 ? ts : Date.now();
}

/** Signs in with a right message; null, with the reason told, when that is refused. */
export function* rightMessage(scene: Scene, say: Say): Asking<Kit | null> {
  const right = scene.wallet.message('caller');
  if (right === null) {
    say(inconclusive('no message can be signed', DOMAIN_HINT));
    return null;
  }
  const exchange = yield* askWith(scene, 'a right message', bodyOf(right));
  if (isSuccess(exchange)) {
    return { scene, now: timeOf(exchange), right, isJson: right.signed_message.trimStart().startsWith('{') };
  }
  const refused =
    exchange.outcome.kind === 'answer' && exchange.outcome.status < 500 && exchange.outcome.status !== 429;
  const reason = `a right message was answered with ${outcomeText(exchange)}`;
  say(refused ? inconclusive(reason, DOMAIN_HINT) : blockedBy(exchange));
  return null;
}

/** Judges what was done about a sign-in that must be refused. */
export function judgeRefused(exchange: Exchange, what: string): Judgement {
  if (isSuccess(exchange)) {
    return broken({ expected: `a refusal of ${what}`, actual: outcomeText(exchange), about: what, exchange });
  }
  const { outcome } = exchange;
  return outcome.kind === 'failure' || outcome.status === 429 ? blockedBy(exchange) : pass;
}

function judgeTaken(exchange: Exchange, what: string): Judgement {
  if (isSuccess(exchange)) return pass;
  const { outcome } = exchange;
  if (outcome.kind === 'failure' || outcome.status === 429) return blockedBy(exchange);
  return broken({ expected: `a sign-in with ${what}`, actual: outcomeText(exchange), about: what, exchange });
}

function unchanged(message: SignedMessage): SignedMessage {
  return message;
}

function* tryVariants(scene: Scene, say: Say, variantsOf: (kit: Kit) => readonly Variant[]): Script {
  const kit = yield* rightMessage(scene, say);
  if (kit === null) return;
  for (const { what, taken = false, options, change = unchanged } of variantsOf(kit)) {
    const message = scene.wallet.message('caller', options);
    if (message === null) return;
    // The document says nothing of what stands in a message: whether it is right is for the rule to say.
    const exchange = yield* askWith(scene, what, bodyOf(change(message)));
    say(taken ? judgeTaken(exchange, what) : judgeRefused(exchange, what));
  }
}

/** A rule on messages: a right one is taken first, then its variants are taken or refused as they must be. */
export function messageRule(id: string, variantsOf: (kit: Kit) => readonly Variant[]): Rule {
  return conversationRule(id, () => [
    { id: 'messages', operation: 'signIn', talk: (scene, say) => tryVariants(scene, say, variantsOf) },
  ]);
}

/** Every optional field, right for an hour to each side. */
export function everyOption(now: number): Partial<MessageFields> {
  const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
  const times = { expirationTime: at(60), notBefore: at(-60) };
  return { ...times, requestId: 'sign-in-2', resources: ['https://example.org/terms'] };
}

/** A message with every optional field, and the same without one of them: who takes either takes the other. */
function* tryWithout(scene: Scene, say: Say, name: keyof MessageFields): Script {
  const all = everyOption(Date.now());
  const judged: { readonly exchange: Exchange; readonly what: string }[] = [];
  for (const [what, fields] of [
    ['every optional field', all],
    [`every optional field but ${name}`, { ...all, [name]: undefined }],
  ] as const) {
    const message = scene.wallet.message('caller', { fields });
    if (message === null) return;
    judged.push({ exchange: yield* askWith(scene, what, bodyOf(message)), what });
  }
  // Where neither is taken it is not for want of the field.
  if (judged.some(({ exchange }) => isSuccess(exchange)))
    say(...judged.map(({ exchange, what }) => judgeTaken(exchange, what)));
}

/** A rule on a field that may be there or not. */
export function optionalRule(
  id: string,
  name: keyof MessageFields,
  variantsOf: (kit: Kit) => readonly Variant[],
): Rule {
  return conversationRule(id, () => [
    { id: 'messages', operation: 'signIn', talk: (scene, say) => tryVariants(scene, say, variantsOf) },
    { id: 'with and without', operation: 'signIn', talk: (scene, say) => tryWithout(scene, say, name) },
  ]);
}
