/** `POST /oauth`: authorizing a wallet for the alternate broker (document 2, Brokers, 1). */
import { isSuccess, outcomeText } from '../../model/exchange.ts';
import type { JsonObject } from '../../model/json.ts';
import { blockedBy, broken, inconclusive, pass } from '../judgement.ts';
import { askOpen } from '../open/requests.ts';
import type { OwnRule } from '../own.ts';
import type { Scene } from '../rule.ts';
import { BROKER_HINT, swapKnown } from './known.ts';

const HINT = 'name what the body needs beside broker_id and label as known.authorization in the target file';

/** The body that authorizes for the alternate broker; null when the target does not say enough. */
export function authorizationOf(scene: Scene): JsonObject | null {
  const { alternate_broker: broker, authorization } = swapKnown(scene);
  if (broker?.label === undefined) return null;
  return { broker_id: broker.id, label: broker.label, ...authorization };
}

export default {
  id: 'swap.authorizeWallet.alternate-broker',
  async check(talk, say) {
    const body = authorizationOf(talk.scene);
    const exchange = body === null ? null : await askOpen(talk, 'authorizeWallet', 'authorize', { body });
    if (exchange === null) return say(inconclusive('no alternate broker is known, with its label', BROKER_HINT));
    if (isSuccess(exchange)) return say(pass);
    if (exchange.outcome.kind === 'failure') return say(blockedBy(exchange));
    const actual = outcomeText(exchange);
    if (swapKnown(talk.scene).authorization === undefined) {
      return say(inconclusive(`the authorization was answered with ${actual}`, HINT));
    }
    say(broken({ expected: 'an authorization for the alternate broker', actual, exchange }));
  },
  faults: (at) => ({
    'nobody is authorized for the alternate broker': at('authorizeWallet').refused(
      ({ body }) => /"broker_id":"[^"]/.test(body),
      403,
    ),
  }),
} satisfies OwnRule;
