/** Rules on signing in that wait for their families. */
import { type Exchange, isSuccess, outcomeText } from '../../../model/exchange.ts';
import type { SignedMessage } from '../../../sign-in/wallet.ts';
import { blockedBy, broken, inconclusive, pass } from '../../judgement.ts';
import type { Judgement, Rule, Scene } from '../../rule.ts';
import { conversationRule, type Say } from '../../shared/conversation.ts';
import { ask } from '../calls.ts';
import type { Asking } from '../fixtures.ts';

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

/** Signs in with a right message; null, with the reason told, when that is refused. */
function* rightMessage(scene: Scene, say: Say): Asking<true | null> {
  const right = scene.wallet.message('caller');
  if (right === null) {
    say(inconclusive('no message can be signed', DOMAIN_HINT));
    return null;
  }
  const exchange = yield* askWith(scene, 'a right message', bodyOf(right));
  if (isSuccess(exchange)) {
    return true;
  }
  const refused =
    exchange.outcome.kind === 'answer' && exchange.outcome.status < 500 && exchange.outcome.status !== 429;
  const reason = `a right message was answered with ${outcomeText(exchange)}`;
  say(refused ? inconclusive(reason, DOMAIN_HINT) : blockedBy(exchange));
  return null;
}

/** Judges what was done about a sign-in that must be refused. */
function judgeRefused(exchange: Exchange, what: string): Judgement {
  if (isSuccess(exchange)) {
    return broken({ expected: `a refusal of ${what}`, actual: outcomeText(exchange), about: what, exchange });
  }
  const { outcome } = exchange;
  return outcome.kind === 'failure' || outcome.status === 429 ? blockedBy(exchange) : pass;
}

/** Signs in by message where something of the request is missing. */
function incompleteRule(
  id: string,
  bodies: (message: SignedMessage, token: string | null) => readonly (readonly [string, object])[],
): Rule {
  return conversationRule(id, () => [
    {
      id: 'incomplete',
      operation: 'signIn',
      *talk(scene, say) {
        // Whether a right message is taken is of no matter to a sign-in that lacks one.
        const kit = yield* rightMessage(scene, () => undefined);
        const message = scene.wallet.message('caller') ?? { signed_message: '{}', signature: '0x00' };
        for (const [what, body] of bodies(message, scene.wallet.token('caller'))) {
          const exchange = yield* askWith(scene, what, body);
          const judged = judgeRefused(exchange, what);
          const decided = kit !== null || judged.verdict !== 'pass' || isPlainRefusal(exchange.outcome);
          say(
            decided
              ? judged
              : inconclusive('no sign-in is known to be taken', 'name what to sign in with under sign_in'),
          );
        }
      },
    },
  ]);
}

/** A refusal that is one of the request, not of the path or the method. */
function isPlainRefusal(outcome: { readonly kind: string; readonly status?: number }): boolean {
  return outcome.kind === 'answer' && [400, 401, 403, 422].includes(outcome.status ?? 0);
}

export const messageRequired = incompleteRule('comment.sign-in.message-required', ({ signature }, token) => [
  ['a signature without a message', { method: 'mvm', signature }],
  ['a signature with an empty message', { method: 'mvm', signature, signed_message: '' }],
  ['nothing but the method mvm', { method: 'mvm' }],
  ...(token === null
    ? []
    : [['a wallet token in place of a message', { method: 'mvm', mixin_token: token, signature }] as const]),
]);

export const signatureRequired = incompleteRule('comment.sign-in.signature-required', ({ signed_message }, token) => [
  ['a message without a signature', { method: 'mvm', signed_message }],
  ['a message with an empty signature', { method: 'mvm', signed_message, signature: '' }],
  ...(token === null
    ? []
    : [['a wallet token in place of a signature', { method: 'mvm', signed_message, mixin_token: token }] as const]),
]);

export const signInPublic: Rule = conversationRule('comment.sign-in.public', () => [
  {
    id: 'without a credential',
    operation: 'signIn',
    *talk(scene, say) {
      const [token, message] = [scene.wallet.token('caller'), scene.wallet.message('caller')];
      if (token === null && message === null) {
        return say(
          inconclusive(
            'the suite has nothing to sign in with',
            'name what to sign in with under sign_in in the target file',
          ),
        );
      }
      const byMessage = message === null ? null : yield* askWith(scene, 'by message', bodyOf(message));
      if (byMessage !== null && isSuccess(byMessage)) return say(pass);
      const byToken = token === null ? null : yield* askSignIn(scene, token, 'by token');
      if (byToken !== null && isSuccess(byToken)) return say(pass);
      const exchange = byToken ?? byMessage;
      if (exchange === null) return;
      // A server that wants a credential first takes the same request with one, whichever that is.
      const credential = scene.target.credentials['CommentToken'] ?? scene.wallet.token('caller') ?? 'any-token';
      const again = scene.wallet.message('caller');
      const withOne = yield ask(scene, 'signIn', {
        label: 'with a credential',
        body: again === null ? { method: 'mixin_token', mixin_token: scene.wallet.token('caller') } : bodyOf(again),
        headers: { authorization: `Bearer ${credential}` },
        credentials: 'none',
        intent: 'open',
      });
      const expected = 'a sign-in without a credential';
      if (isSuccess(withOne))
        return say(broken({ expected, actual: outcomeText(exchange), about: 'public', exchange }));
      say(
        inconclusive(
          `signing in was answered with ${outcomeText(exchange)}`,
          'check what sign_in names in the target file',
        ),
      );
    },
  },
]);
