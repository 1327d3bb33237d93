/** A sign-in by a wallet network token that its user did not sign, or signed for something else, is refused. */
import { overlookedTokens } from '../../families/access/overlooked.ts';
import { isSick } from '../../families/access/refusals.ts';
import type { At } from '../../fault/at.ts';
import { bodyOf, type Reply, successOf } from '../../fault/proxy/reply.ts';
import { operationOf } from '../../model/api.ts';
import { callOf, noInput } from '../../model/call.ts';
import { type Exchange, isSuccess, outcomeText } from '../../model/exchange.ts';
import { isObject } from '../../model/json.ts';
import { wrongWalletTokens } from '../../sign-in/wrong-tokens.ts';
import { blockedBy, broken, inconclusive, pass } from '../judgement.ts';
import type { OwnFault, OwnRule } from '../own.ts';
import type { Talk } from '../rule.ts';

/** Which of the two the service reads is not shown. */
const members = ['mixin_token', 'mixin_access_token'] as const;

function signIn({ ask, scene }: Talk, label: string, member: string, token: string): Promise<Exchange> {
  const body = { method: 'mixin_token', [member]: token };
  return ask(callOf(operationOf(scene.api, 'signIn'), { ...noInput, body }, { label, intent: 'open' }));
}

/** A right token, the member that takes it, and what is said where none does. */
async function accepted(talk: Talk) {
  const token = talk.scene.wallet.token('caller');
  let last: Exchange | undefined;
  for (const member of token === null ? [] : members) {
    last = await signIn(talk, `a right token as ${member}`, member, token ?? '');
    if (isSuccess(last)) return { token: token ?? '', member };
  }
  return { refused: last };
}

interface Taken {
  readonly token: string;
  readonly reply: Reply;
}

/** Each signs somebody in whom it should refuse, with what it answered to a right token. */
function faults(at: At): readonly OwnFault[] {
  // A token that has expired is for another rule.
  const meant = Object.entries(overlookedTokens).filter(([what]) => !what.includes('expired'));
  return meant.map(([what, overlooks]) => ({
    id: `a sign-in ${what}`,
    fault: at('signIn').remembering<Taken>(async (kept, asked, next) => {
      const body = bodyOf(asked);
      const token = isObject(body) ? (body['mixin_token'] ?? body['mixin_access_token']) : undefined;
      const reply = await next(asked);
      if (typeof token !== 'string') return reply;
      if (successOf(reply) !== undefined) kept.value = { token, reply };
      return kept.value !== undefined && overlooks(token, kept.value.token) ? kept.value.reply : reply;
    }),
  }));
}

export default {
  id: 'comment.signIn.wallet-token-verified',
  async check(talk, say) {
    const right = await accepted(talk);
    if (right.member === undefined) {
      const hint = 'name a keystore as sign_in.keystores.caller in the target file';
      const { refused } = right;
      if (refused !== undefined && isSick(refused)) say(blockedBy(refused));
      else say(inconclusive('no wallet token is known to be taken', hint));
      return;
    }
    const wrong = [
      { name: 'what is no token', token: 'not-a-token-of-the-wallet' },
      ...wrongWalletTokens(talk.scene.wallet, right.token),
    ];
    for (const { name, token } of wrong) {
      const exchange = await signIn(talk, name, right.member, token);
      if (isSuccess(exchange)) {
        say(broken({ expected: `a refusal of ${name}`, actual: outcomeText(exchange), about: name, exchange }));
      } else say(isSick(exchange) ? blockedBy(exchange) : pass);
    }
  },
  faults,
} satisfies OwnRule;
