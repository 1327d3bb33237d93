/** `POST /oauth`: authorizing a wallet for the alternate broker (document 2, Brokers, 1). */
import { isSuccess, outcomeText } from '../../model/exchange.ts';
import type { JsonObject } from '../../model/json.ts';
import { blockedBy, broken, inconclusive, pass } from '../judgement.ts';
import type { Rule, Scene } from '../rule.ts';
import { conversationRule } from '../shared/conversation.ts';
import { ask } from './calls.ts';
import { BROKER_HINT, swapKnown } from './known.ts';

const AUTHORIZATION_HINT =
  'name what the body needs beside broker_id and label as known.authorization in the target file';

/** The body that authorizes for the alternate broker; null when the target does not say enough. */
export function authorizationOf(scene: Scene): JsonObject | null {
  const { alternate_broker: broker, authorization } = swapKnown(scene);
  if (broker?.label === undefined) return null;
  return { broker_id: broker.id, label: broker.label, ...authorization };
}

export const alternateBroker: Rule = conversationRule('swap.oauth.alternate-broker', () => [
  {
    id: 'alternate broker',
    operation: 'authorizeWallet',
    *talk(scene, say) {
      const body = authorizationOf(scene);
      if (body === null) return say(inconclusive('no alternate broker is known, with its label', BROKER_HINT));
      const exchange = yield ask(scene, 'authorizeWallet', 'authorize', { body, intent: 'open' });
      if (isSuccess(exchange)) return say(pass);
      if (exchange.outcome.kind === 'failure') return say(blockedBy(exchange));
      const actual = outcomeText(exchange);
      if (swapKnown(scene).authorization === undefined) {
        return say(inconclusive(`the authorization was answered with ${actual}`, AUTHORIZATION_HINT));
      }
      say(broken({ expected: 'an authorization for the alternate broker', actual, exchange }));
    },
  },
]);
