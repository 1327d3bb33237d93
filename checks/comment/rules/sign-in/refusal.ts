/**
 * A failure of the verifier is answered with 401 (document 1, Errors). Other rules decide whether it must fail at all.
 */
import { blockedBy, broken, type Judgement, type OwnRule, orNull, pass } from '@wallet-services/conformance/core';
import { isSuccess, outcomeText } from '@wallet-services/conformance/model';
import { isSigned, refusesWith, type Sent, text } from '../../sign-in/mutants.ts';
import { rightMessage, rightToken, sendMessage, sendSignIn, tokenBody } from '../../sign-in/send.ts';
import { timeAt } from '../../sign-in/variants.ts';

function judge401(exchange: Awaited<ReturnType<typeof sendSignIn>>, what: string): readonly Judgement[] {
  if (isSuccess(exchange)) return [];
  const { outcome } = exchange;
  if (outcome.kind === 'failure' || outcome.status === 429) return [blockedBy(exchange)];
  if (outcome.status === 401) return [pass];
  return [broken({ expected: `401 for ${what}`, actual: outcomeText(exchange), about: 'status', exchange })];
}

const isOver = ({ fields }: Sent) => Date.parse(text(fields['expirationTime'])) < Date.now();

const DAY = 86_400_000;

export default {
  id: 'comment.signIn.refusal-401',
  async check(ctx, report) {
    const { wallet } = ctx.suite;
    const { now } = (await orNull(rightMessage(ctx))) ?? { now: null };
    const turnedDown = {
      'a signature of another account': { signer: 'somebody else' },
      'an expired message': { fields: { expirationTime: timeAt(now ?? 0, -60) } },
      'a message that is not valid yet': { fields: { notBefore: timeAt(now ?? 0, 60) } },
    };
    for (const [what, options] of Object.entries(now === null ? {} : turnedDown)) {
      report(...judge401(await sendMessage(ctx, what, options), what));
    }
    // A user who signs in by message may have no token.
    const taken = now === null ? await rightToken(ctx) : await orNull(rightToken(ctx));
    const [token, old] = [wallet.token('caller'), wallet.token('caller', { issuedAt: Date.now() - DAY })];
    if (taken === null || token === null || old === null) return;
    const forged = token.replace(/[^.]+$/, (end) => end.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')));
    for (const [what, none] of Object.entries({ 'an expired token': old, 'a token with a wrong signature': forged })) {
      report(...judge401(await sendSignIn(ctx, what, tokenBody(none, taken.name)), what));
    }
  },
  mutants: (at) => ({
    'a wrong signature is answered with 400': refusesWith(at, 400, (sent) => sent.isMessage && !isSigned(sent)),
    'an expired message is answered with 403': refusesWith(at, 403, isOver),
    'a wallet token that does not hold is answered with 502': refusesWith(at, 502, ({ isMessage }) => !isMessage),
  }),
} satisfies OwnRule;
