/** `POST /oauth`: authorizing a wallet for the alternate broker (document 2, Brokers, 1). */
import { sendOpen } from '@wallet-services/conformance/builtin';
import {
  blockedBy,
  broken,
  type CheckContext,
  inconclusive,
  type OwnRule,
  pass,
  type SuiteContext,
  stop,
  warn,
} from '@wallet-services/conformance/core';
import { once } from '@wallet-services/conformance/discovery';
import { type Exchange, isSuccess, type JsonObject, outcomeText } from '@wallet-services/conformance/model';
import { BROKER_HINT, swapKnown } from '../known.ts';

const HINT = 'set known.authorization in the target file to what the body needs besides broker_id and label';

/** The body that authorizes for the alternate broker; null when the target lacks data. */
export function authorizationOf(suite: SuiteContext): JsonObject | null {
  const { alternate_broker: broker, authorization } = swapKnown(suite);
  if (broker?.label === undefined) return null;
  return { broker_id: broker.id, label: broker.label, ...authorization };
}

export const UNKNOWN = inconclusive('the suite does not know the alternate broker and its label', BROKER_HINT);

/** The answer to the complete body, requested once for all rules. @throws Stopped when the target lacks data. */
const authorized = once(async (ctx: CheckContext): Promise<Exchange> => {
  const body = authorizationOf(ctx.suite) ?? stop(UNKNOWN);
  return sendOpen(ctx, 'authorizeWallet', 'authorize', { body });
});

const alternateBroker: OwnRule = {
  id: 'swap.authorizeWallet.alternate-broker',
  async check(ctx, report) {
    const exchange = await authorized(ctx);
    if (isSuccess(exchange)) return report(pass);
    if (exchange.outcome.kind === 'failure') return report(blockedBy(exchange));
    const actual = outcomeText(exchange);
    if (swapKnown(ctx.suite).authorization === undefined) {
      return report(inconclusive(`the authorization was refused with ${actual}`, HINT));
    }
    report(broken({ expected: 'an authorization for the alternate broker', actual, exchange }));
  },
  mutants: (at) => ({
    'no user is authorized for the alternate broker': at('authorizeWallet').refused(
      ({ body }) => /"broker_id":"[^"]/.test(body),
      403,
    ),
  }),
};

const labelNeeded: OwnRule = {
  id: 'swap.authorizeWallet.label-needed',
  async check(ctx, report) {
    const whole = await authorized(ctx);
    if (!isSuccess(whole))
      return report(inconclusive(`the authorization was refused with ${outcomeText(whole)}`, HINT));
    const { label, ...body } = { ...authorizationOf(ctx.suite) };
    const [bare, other] = [
      await sendOpen(ctx, 'authorizeWallet', 'authorize without a label', { body }),
      await sendOpen(ctx, 'authorizeWallet', 'authorize with another label', { body: { ...body, label: `x${label}` } }),
    ];
    const at = { expected: 'a refusal, since only the right label authorizes' };
    if (isSuccess(other)) report(warn({ ...at, actual: `success with x${label}`, exchange: other }));
    report(isSuccess(bare) ? broken({ ...at, actual: 'success without a label', exchange: bare }) : pass);
  },
  mutants: (at) => ({
    'the alternate broker needs no label': at('authorizeWallet').body((body) => ({ label: 'harbor', ...body })),
  }),
};

export default [alternateBroker, labelNeeded];
