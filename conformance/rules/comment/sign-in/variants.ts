/** Messages that are tried beside a right one: who takes that one must take some of them, and refuse the others. */
import { isSuccess } from '../../../model/exchange.ts';
import { excerpt } from '../../../model/json.ts';
import type { MessageFields } from '../../../sign-in/message.ts';
import type { MessageOptions, SignedMessage } from '../../../sign-in/wallet.ts';
import type { OwnRule } from '../../own.ts';
import type { Say, Talk } from '../../rule.ts';
import { askSignIn, judgeRefused, judgeTaken, messageBody, type Right, rightMessage } from './ask.ts';

export interface Variant {
  /** `a nonce of 7 characters` */
  readonly what: string;
  /** Whether the server must take it; otherwise it must refuse it. */
  readonly taken?: boolean;
  readonly options?: MessageOptions;
  /** Changes what is sent after it was signed. */
  readonly change?: (message: SignedMessage) => SignedMessage;
}

export type VariantsOf = (right: Right, talk: Talk) => readonly Variant[];

type More = Pick<OwnRule, 'faults'>;

async function tryVariants(talk: Talk, say: Say, variantsOf: VariantsOf): Promise<void> {
  const right = await rightMessage(talk, say);
  if (right === null) return;
  for (const { what, taken = false, options, change } of variantsOf(right, talk)) {
    const message = talk.scene.wallet.message('caller', options);
    if (message === null) return;
    const exchange = await askSignIn(talk, what, messageBody(change?.(message) ?? message));
    say(taken ? judgeTaken(exchange, what) : judgeRefused(exchange, what));
  }
}

/** A rule on messages. */
export function messageRule(aspect: string, variantsOf: VariantsOf, { faults }: More): OwnRule {
  return {
    id: `comment.signIn.${aspect}`,
    check: (talk, say) => tryVariants(talk, say, variantsOf),
    ...(faults === undefined ? {} : { faults }),
  };
}

/** A message with other fields than the right one. */
export function withFields(what: string, fields: Partial<MessageFields>, taken = false): Variant {
  return { what, taken, options: { fields } };
}

/** Values that a field must not have. */
export function wrong<Name extends keyof MessageFields>(
  name: Name,
  values: readonly MessageFields[Name][],
): readonly Variant[] {
  return values.map((value) => withFields(`a message with ${name} ${excerpt(value)}`, { [name]: value }));
}

/** A time some minutes from now, written as UTC or with the offset of a place. */
export function timeAt(now: number, minutes: number, offsetHours = 0): string {
  const local = new Date(now + minutes * 60_000 + offsetHours * 3_600_000).toISOString().replace(/\.\d+Z$/, '');
  const sign = offsetHours < 0 ? '-' : '+';
  return offsetHours === 0 ? `${local}Z` : `${local}${sign}${String(Math.abs(offsetHours)).padStart(2, '0')}:00`;
}

/** Every optional field, right for an hour to each side. */
export function everyOption(now: number): Partial<MessageFields> {
  const times = { expirationTime: timeAt(now, 60), notBefore: timeAt(now, -60) };
  return { ...times, requestId: 'sign-in-2', resources: ['https://example.org/terms'] };
}

/** Messages with every optional field, and with all but one: who takes either takes the other. */
async function tryWithout(talk: Talk, say: Say, name: keyof MessageFields): Promise<void> {
  const all = everyOption(Date.now());
  const judged: ReturnType<typeof judgeTaken>[] = [];
  let isAnyTaken = false;
  for (const [what, fields] of [
    ['every optional field', all],
    [`every optional field but ${name}`, { ...all, [name]: undefined }],
  ] as const) {
    const message = talk.scene.wallet.message('caller', { fields });
    if (message === null) return;
    const exchange = await askSignIn(talk, what, messageBody(message));
    isAnyTaken ||= isSuccess(exchange);
    judged.push(judgeTaken(exchange, what));
  }
  // Where neither is taken it is not for want of the field.
  if (isAnyTaken) say(...judged);
}

/** A rule on a field that may be there or not. */
export function optionalRule(aspect: string, name: keyof MessageFields, more: More): OwnRule {
  const plain = withFields(`a message without ${name}`, { [name]: undefined }, true);
  const bare = messageRule(aspect, () => [plain], more);
  return {
    ...bare,
    async check(talk, say) {
      await bare.check?.(talk, say);
      await tryWithout(talk, say, name);
    },
  };
}
