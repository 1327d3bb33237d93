/** The token that a sign-in brings. */
import { exampleInput } from '../../generate/inputs.ts';
import { operationOf } from '../../model/api.ts';
import { callOf, type Input } from '../../model/call.ts';
import { isSuccess, outcomeText } from '../../model/exchange.ts';
import { isObject } from '../../model/json.ts';
import { blockedBy, broken, inconclusive, pass } from '../judgement.ts';
import type { Rule, Scene } from '../rule.ts';
import { conversationRule } from '../shared/conversation.ts';
import { objectOf } from '../shared/data.ts';
import { ask } from './calls.ts';
import { type Asking, nobody } from './fixtures.ts';
import { asked } from './inputs.ts';
import { askSignIn } from './sign-in/older.ts';

/** Operations that need a credential, by the document. */
function isProtected({ security }: { readonly security: readonly (readonly string[])[] }): boolean {
  return security.some((schemes) => schemes.length > 0);
}

function* inputFor(scene: Scene, operation: string): Asking<Input | null> {
  const known = Object.values(asked).find((one) => one.operation === operation);
  return known === undefined ? exampleInput(operationOf(scene.api, operation), 'required') : yield* known.input(scene);
}

/** Signs in anew, by message or by token; null when the target says of neither how. */
function* session(scene: Scene): Asking<string | null> {
  const message = scene.wallet.message(`newcomer ${scene.run}`);
  if (message !== null) {
    const exchange = yield ask(scene, 'signIn', {
      label: 'sign in',
      body: { method: 'mvm', ...message },
      intent: 'open',
    });
    const token = objectOf(exchange)?.['access_token'];
    if (typeof token === 'string') return token;
  }
  const wallet = scene.wallet.token('caller');
  if (wallet === null) return null;
  const exchange = yield* askSignIn(scene, wallet, 'sign in with a token');
  const token = objectOf(exchange)?.['access_token'];
  return typeof token === 'string' ? token : null;
}

export const signInToken: Rule = conversationRule('comment.auth.sign-in-token', (scene) =>
  scene.api.operations.filter(isProtected).map(({ id }) => ({
    id,
    operation: id,
    *talk(inner, say) {
      const token = yield* session(inner);
      if (token === null) return say(nobody(inner));
      const input = yield* inputFor(inner, id);
      if (input === null) return say(inconclusive(`there is nothing to ask ${id} for`, asked.listComments.hint));
      const headers = { ...input.headers, authorization: `Bearer ${token}` };
      const options = { label: 'with the token', credentials: 'none', intent: 'open' } as const;
      if (id === 'unfavorComment') {
        // There must be something to take back.
        yield callOf(operationOf(inner.api, 'favorComment'), { ...input, headers }, { ...options, label: 'favor' });
      }
      const exchange = yield callOf(operationOf(inner.api, id), { ...input, headers }, options);
      if (isSuccess(exchange)) return say(pass);
      const { outcome } = exchange;
      const isTurnedDown = outcome.kind === 'answer' && (outcome.status === 401 || outcome.status === 403);
      if (!isTurnedDown) return say(blockedBy(exchange));
      const expected = 'the token of a sign-in is accepted';
      say(broken({ expected, actual: outcomeText(exchange), about: 'token', exchange }));
    },
  })),
);

export const ownToken: Rule = conversationRule('comment.auth.own-token', () => [
  {
    id: 'own token',
    operation: 'signIn',
    *talk(scene, say) {
      const wallet = scene.wallet.token('caller');
      if (wallet === null) {
        return say(inconclusive('the suite has no wallet token', 'name a keystore as sign_in.keystores.caller'));
      }
      const exchange = yield* askSignIn(scene, wallet, 'sign in');
      const data = objectOf(exchange);
      if (!isObject(data)) return say(blockedBy(exchange));
      if (typeof data['access_token'] !== 'string') return say(blockedBy(exchange));
      // The token is made anew each time: the one that was sent stands in the request.
      if (exchange.requestBody?.includes(`"${data['access_token']}"`) !== true) return say(pass);
      const [expected, actual] = ["a token of the service's own", 'the wallet token that was presented'];
      say(broken({ expected, actual, pointer: '/data/access_token', exchange }));
    },
  },
]);
