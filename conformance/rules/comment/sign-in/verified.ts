/** A sign-in by a wallet network token that its user did not sign, or signed for something else, is refused. */
import { overlookedTokens } from '../../../families/access/overlooked.ts';
import { type Reply, successOf } from '../../../fault/proxy/reply.ts';
import { wrongWalletTokens } from '../../../sign-in/wrong-tokens.ts';
import type { OwnRule } from '../../own.ts';
import { askSignIn, judgeRefused, rightToken, tokenBody } from './ask.ts';
import { sentIn, tokenIn } from './faults.ts';

interface Taken {
  readonly token: string;
  readonly reply: Reply;
}

export default {
  id: 'comment.signIn.wallet-token-verified',
  async check(talk, say) {
    const right = await rightToken(talk, say);
    if (right === null) return;
    const nothing = { name: 'what is no token', token: 'not-a-token-of-the-wallet' };
    for (const { name, token } of [nothing, ...wrongWalletTokens(talk.scene.wallet, right.token)]) {
      say(judgeRefused(await askSignIn(talk, name, tokenBody(token, right.name)), name));
    }
  },
  // Each signs somebody in whom it should refuse; a token that has expired is for another rule.
  faults: (at) =>
    Object.entries(overlookedTokens)
      .filter(([what]) => !what.includes('expired'))
      .map(([what, overlooks]) => ({
        id: `a sign-in ${what}`,
        fault: at('signIn').remembering<Taken>(async (kept, asked, next) => {
          const token = tokenIn(sentIn(asked));
          const reply = await next(asked);
          if (token === '') return reply;
          if (successOf(reply) !== undefined) kept.value = { token, reply };
          return kept.value !== undefined && overlooks(token, kept.value.token) ? kept.value.reply : reply;
        }),
      })),
} satisfies OwnRule;
