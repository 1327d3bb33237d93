/** Variants of a valid message: a server that accepts the valid one must accept some of them, and reject the others. */
import {
  type CheckContext,
  type inconclusive,
  judgeRefused,
  judgeTaken,
  type OwnRule,
  orNull,
  type Report,
  stop,
  type Wrongs,
} from '@wallet-services/conformance/core';
import { once } from '@wallet-services/conformance/discovery';
import { type Exchange, isSuccess } from '@wallet-services/conformance/model';
import type { At } from '@wallet-services/conformance/mutation';
import type { MessageFields, MessageOptions, SignedMessage } from '@wallet-services/conformance/sign-in';
import { byFields, type Overlooked } from './mutants.ts';
import {
  messageBody,
  messageFor,
  type Right,
  rightMessage,
  sendMessage,
  sendSignIn,
  unlessNoneSignsIn,
} from './send.ts';

export interface MessageVariant extends MessageOptions {
  /** Changes the message after it was signed. */
  readonly change?: (message: SignedMessage) => SignedMessage;
}

/** Variants by their unusual property: `a nonce of 7 characters`; or only the lines that are signed. */
export type MessageVariants = Readonly<Record<string, MessageVariant | NonNullable<MessageVariant['lines']>>>;

type Of<Value> = Value | ((right: Right, ctx: CheckContext) => Value);

/** A rule on messages. */
export interface MessageRule {
  readonly refused?: Of<MessageVariants>;
  readonly taken?: Of<MessageVariants>;
  /** Why no variant can be tried; null where they can. Default: they can. */
  readonly undecided?: (right: Right) => ReturnType<typeof inconclusive> | null;
  /** Servers that break it. */
  readonly takes?: Overlooked;
  readonly refuses?: Overlooked;
  readonly servers?: (at: At) => Wrongs;
}

function variantsOf<Value extends object>(of: Of<Value> | undefined, right: Right, ctx: CheckContext): Partial<Value> {
  return typeof of === 'function' ? of(right, ctx) : (of ?? {});
}

const judgedTaken = (ctx: CheckContext, exchange: Exchange, what: string) =>
  unlessNoneSignsIn(ctx, judgeTaken(exchange, `a sign-in with ${what}`, what));

const judgedRefused = async (_: CheckContext, exchange: Exchange, what: string) => judgeRefused(exchange, what);

async function tryVariants(
  ctx: CheckContext,
  report: Report,
  { refused, taken, undecided }: MessageRule,
): Promise<void> {
  const right = await rightMessage(ctx);
  const why = undecided?.(right) ?? null;
  if (why !== null) stop(why);
  for (const [of, judge] of [[taken, judgedTaken] as const, [refused, judgedRefused] as const]) {
    for (const [what, variant] of Object.entries(variantsOf(of, right, ctx))) {
      const { change, ...options }: MessageVariant =
        typeof variant === 'function' ? { lines: variant } : (variant ?? {});
      const message = messageFor(ctx, 'caller', options);
      report(await judge(ctx, await sendSignIn(ctx, what, messageBody(change?.(message) ?? message)), what));
    }
  }
}

export function messageRule(aspect: string, rule: MessageRule) {
  return {
    id: `comment.signIn.${aspect}`,
    check: (ctx, report) => tryVariants(ctx, report, rule),
    mutants: (at) => ({
      ...byFields(at, 'takes', rule.takes ?? {}),
      ...byFields(at, 'refuses', rule.refuses ?? {}),
      ...rule.servers?.(at),
    }),
  } satisfies OwnRule;
}

/** A time some minutes from now, written as UTC or with the offset of a place. */
export function timeAt(now: number, minutes: number, offsetHours = 0): string {
  const local = new Date(now + minutes * 60_000 + offsetHours * 3_600_000).toISOString().replace(/\.\d+Z$/, '');
  const sign = offsetHours < 0 ? '-' : '+';
  return offsetHours === 0 ? `${local}Z` : `${local}${sign}${String(Math.abs(offsetHours)).padStart(2, '0')}:00`;
}

/** Every optional field, with times that are valid for an hour to each side. */
export function everyOption(now: number): Partial<MessageFields> {
  const times = { expirationTime: timeAt(now, 60), notBefore: timeAt(now, -60) };
  return { ...times, requestId: 'sign-in-2', resources: ['https://example.org/terms'] };
}

const EVERY_OPTION = 'every optional field';

const withEveryOption = once((ctx: CheckContext) =>
  sendMessage(ctx, EVERY_OPTION, { fields: everyOption(ctx.suite.wallet.now()) }),
);

/**
 * A rule on an optional field: a message without it is accepted; and of messages with every optional field, and with
 * all but one, a server that accepts either accepts the other.
 *
 * @param beside a field beside which a server wrongly requires it.
 */
export function optionalRule(aspect: string, name: keyof MessageFields, beside: keyof MessageFields): OwnRule {
  const rule = messageRule(aspect, {
    taken: { [`a message without ${name}`]: { fields: { [name]: undefined } } },
    refuses: {
      [`every message needs ${name}`]: (fields) => fields[name] === undefined,
      [`a message with ${beside} needs ${name}`]: (fields) =>
        fields[beside] !== undefined && fields[name] === undefined,
      [`messages with ${name} are refused`]: (fields) => fields[name] !== undefined,
    },
  });
  return {
    ...rule,
    async check(ctx, report) {
      // A server that requires the field may reject an otherwise valid message.
      await orNull(rule.check(ctx, report), report);
      const fields = everyOption(ctx.suite.wallet.now());
      const whole = EVERY_OPTION;
      const [without, rest] = [`${whole} but ${name}`, { ...fields, [name]: undefined }];
      const request = [
        { what: whole, exchange: await withEveryOption(ctx) },
        { what: without, exchange: await sendMessage(ctx, without, { fields: rest }) },
      ];
      // Where neither is accepted, the missing field is not the reason.
      const isAnyTaken = request.some(({ exchange }) => isSuccess(exchange));
      if (!isAnyTaken) return;
      for (const { what, exchange } of request) report(await judgedTaken(ctx, exchange, what));
    },
  };
}
