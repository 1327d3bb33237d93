/** `POST /oauth`: authorizing a wallet for the alternate broker (document 2, Brokers, 1). */
import { askOpen } from '@wallet-services/conformance/builtin';
import {
  blockedBy,
  broken,
  inconclusive,
  type OwnRule,
  pass,
  type Scene,
  stop,
  type Talk,
  warn,
} from '@wallet-services/conformance/core';
import { remembered } from '@wallet-services/conformance/discovery';
import { type Exchange, isSuccess, type JsonObject, outcomeText } from '@wallet-services/conformance/model';
import { BROKER_HINT, swapKnown } from '../known.ts';

const HINT = 'set known.authorization in the target file to what the body needs besides broker_id and label';

/** The body that authorizes for the alternate broker; null when the target does not say enough. */
export function authorizationOf(scene: Scene): JsonObject | null {
  const { alternate_broker: broker, authorization } = swapKnown(scene);
  if (broker?.label === undefined) return null;
  return { broker_id: broker.id, label: broker.label, ...authorization };
}

export const UNKNOWN = inconclusive('the suite does not know the alternate broker and its label', BROKER_HINT);

/** What comes of the whole body, asked once for all rules. @throws Stopped when the target does not say enough. */
function authorized(talk: Talk): Promise<Exchange> {
  const body = authorizationOf(talk.scene) ?? stop(UNKNOWN);
  return remembered(talk, 'authorization', () => askOpen(talk, 'authorizeWallet', 'authorize', { body }));
}

const alternateBroker: OwnRule = {
  id: 'swap.authorizeWallet.alternate-broker',
  async check(talk, say) {
    const exchange = await authorized(talk);
    if (isSuccess(exchange)) return say(pass);
    if (exchange.outcome.kind === 'failure') return say(blockedBy(exchange));
    const actual = outcomeText(exchange);
    if (swapKnown(talk.scene).authorization === undefined) {
      return say(inconclusive(`the authorization was refused with ${actual}`, HINT));
    }
    say(broken({ expected: 'an authorization for the alternate broker', actual, exchange }));
  },
  faults: (at) => ({
    'nobody is authorized for the alternate broker': at('authorizeWallet').refused(
      ({ body }) => /"broker_id":"[^"]/.test(body),
      403,
    ),
  }),
};

const labelNeeded: OwnRule = {
  id: 'swap.authorizeWallet.label-needed',
  async check(talk, say) {
    const whole = await authorized(talk);
    if (!isSuccess(whole)) return say(inconclusive(`the authorization was refused with ${outcomeText(whole)}`, HINT));
    const { label, ...body } = { ...authorizationOf(talk.scene) };
    const [bare, other] = [
      await askOpen(talk, 'authorizeWallet', 'authorize without a label', { body }),
      await askOpen(talk, 'authorizeWallet', 'authorize with another label', { body: { ...body, label: `x${label}` } }),
    ];
    const at = { expected: 'a refusal, since only the right label authorizes' };
    if (isSuccess(other)) say(warn({ ...at, actual: `success with x${label}`, exchange: other }));
    say(isSuccess(bare) ? broken({ ...at, actual: 'success without a label', exchange: bare }) : pass);
  },
  faults: (at) => ({
    'the alternate broker needs no label': at('authorizeWallet').body((body) => ({ label: 'harbor', ...body })),
  }),
};

export default [alternateBroker, labelNeeded];
